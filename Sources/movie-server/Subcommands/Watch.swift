import JSON
import JSONRPC

extension Subcommand {
  static let watch = command(
    "watch", "print changes of the favorites as they happen",
    notes: """
      Prints a line for each movie, whichever program changes it: + for a new
      favorite, ~ for one with newer data, - for one that was removed. --json prints
      the params of each favoritesChanged. Ends with ^C.

      """
  ) { command in
    let client = command.client
    // Before the favorites are read, so that no change is missed.
    client.observe()
    var titles = Titles()
    let known = try titles.read(from: client)
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

  private static func print(_ change: JSON, _ titles: inout Titles, _ output: CommandOutput) {
    func line(_ sign: String, _ id: String, _ title: String) {
      let cells = [sign, id] + (title.isEmpty ? [] : [title])
      if output.form == .tsv { return output.tsv(cells) }
      output.line(oneLine(cells.dropFirst().reduce(sign) { $0 + "  " + $1 }))
    }
    if output.form == .json { output.json(change) }
    for id in (change["removed"]?.array ?? []).compactMap(\.string) {
      // All ids of a film are named, but only that of its star was printed.
      if let title = titles.remove(id), output.form != .json { line("-", id, title) }
    }
    for (sign, member) in [("+", "added"), ("~", "updated")] {
      for movie in change[member]?.array ?? [] {
        titles.add(movie)
        if output.form != .json { line(sign, movie["id"]?.string ?? "", movie["title"]?.string ?? "") }
      }
    }
  }

  /// The titles of the favorites, because a notification has only the ids of those that were removed.
  private struct Titles {
    private var byID: [String: String] = [:]

    /// Removed favorites beyond this number are printed without a title.
    private static let maximum = 100_000

    mutating func add(_ movie: JSON) {
      guard let id = movie["id"]?.string, byID.count < Self.maximum || byID[id] != nil else { return }
      byID[id] = movie["title"]?.string
    }

    /// Returns the title of a removed favorite, empty if there were too many to know it; nil for another id of one.
    mutating func remove(_ id: String) -> String? {
      byID.removeValue(forKey: id) ?? (byID.count < Self.maximum ? nil : "")
    }

    /// Returns the state of the favorites before their titles were read.
    mutating func read(from client: LocalClient) throws(RPCError) -> JSON {
      let first = try client.call("favorites", [("limit", 1_000)])
      var (page, offset) = (first, 0)
      while let items = page["items"]?.array, !items.isEmpty {
        for movie in items { add(movie) }
        offset += items.count
        guard offset < min(page["total"]?.int ?? 0, Self.maximum) else { break }
        page = try client.call("favorites", [("limit", 1_000), ("offset", .integer(offset))])
      }
      return first
    }
  }
}
