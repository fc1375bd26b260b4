extension Subcommand {
  static let watch = command("watch", "print changes of the favorites as they happen") { command in
    let client = command.client
    // Before the favorites are read, so that no change is missed.
    client.observe()
    let known = try client.call("favorites", [("since", 0)])
    // A notification has only the ids of those that were removed.
    var titles = Dictionary(known.list("added").map { ($0.text("id"), $0.text("title")) }) { $1 }
    let total = known["total"]?.int ?? 0
    report("watching \(total) \(total == 1 ? "favorite" : "favorites"); press Ctrl-C to stop")
    var epoch = known["epoch"]?.string
    var revision = known["revision"]?.int ?? 0
    while true {
      var change = try client.next("favoritesChanged")
      let isNext = change?["epoch"]?.string == epoch && change?["previousRevision"]?.int == revision
      if let change, change["epoch"]?.string == epoch, let number = change["revision"]?.int, number <= revision {
        continue
      }
      if !isNext {
        change = try client.call("favorites", [("since", .integer(revision))])
        // Another file, to which the revision does not apply.
        if change?["epoch"]?.string != epoch { change = try client.call("favorites", [("since", 0)]) }
      }
      guard let change else { continue }
      epoch = change["epoch"]?.string
      revision = change["revision"]?.int ?? 0
      print(change, &titles, command.output)
    }
  }

  private static func print(_ change: JSON, _ titles: inout [String: String], _ output: CommandOutput) {
    func line(_ sign: String, _ id: String, _ title: String) {
      let cells = [sign, id] + (title.isEmpty ? [] : [title])
      if output.form == .tsv { return output.tsv(cells) }
      output.line(oneLine(cells.dropFirst().reduce(sign) { $0 + "  " + $1 }))
    }
    if output.form == .json { output.json(change) }
    for id in change.list("removed").compactMap(\.string) {
      // All ids of a film are named, but only that of its star was printed.
      if let title = titles.removeValue(forKey: id), output.form != .json { line("-", id, title) }
    }
    for (sign, member) in [("+", "added"), ("~", "updated")] {
      for movie in change.list(member) {
        let (id, title) = (movie.text("id"), movie.text("title"))
        titles[id] = title
        if output.form != .json { line(sign, id, title) }
      }
    }
  }
}
