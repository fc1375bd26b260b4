import OperatingSystem

extension Subcommand {
  static let statistics = command(
    "statistics", "count your viewings", CommandInput("statistics"),
    options: [Option(flag: "--svg", placeholder: "FILE", help: "write a picture of the months to a file")]
  ) { command in
    let result = try command.call()
    if let path = command.arguments["--svg"] {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      let code = descriptor < 0 ? errno : writeText(StatisticsPicture(result: result).text, to: descriptor)
      if code != 0 { report("cannot write \(path): \(String(cString: strerror(code)))") }
      return code == 0 ? .success : .failure
    }
    switch command.output.form {
    case .json: command.output.json(result)
    case .tsv:
      for (title, groups) in statisticsGroups(result) {
        for group in groups { command.output.tsv([title, group.name, "\(group.count)"]) }
      }
    case .text: showStatistics(result, command.output)
    }
    return .success
  }

  private static func showStatistics(_ result: JSON, _ output: CommandOutput) {
    let hours = ((result["minutes"]?.int ?? 0) + 30) / 60
    output.line(
      output.say(
        "{viewings} viewings of {films} films, {hours} hours, {rewatches} rewatches",
        [
          "viewings": result["viewings"] ?? 0, "films": result["films"] ?? 0, "hours": .integer(hours),
          "rewatches": result["rewatches"] ?? 0,
        ]))
    for (title, groups) in statisticsGroups(result) where !groups.isEmpty {
      output.line("\n" + output.say(title))
      let shown = groups.prefix(20)
      let width = shown.map { oneLine($0.name).displayWidth }.max() ?? 0
      let most = shown.map(\.count).max() ?? 1
      let room = max(10, (output.columns ?? 80) - width - 12)
      for group in shown {
        output.line("  \(fitted(oneLine(group.name), to: width))  \(bar(group.count, most, room)) \(group.count)")
      }
    }
  }

  /// A bar of block characters, which have eighths of a column.
  private static func bar(_ count: Int, _ most: Int, _ room: Int) -> String {
    let eighths = max(1, count * room * 8 / max(most, 1))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + partial
  }

  private static func statisticsGroups(_ result: JSON) -> [(title: String, groups: [(name: String, count: Int)])] {
    func groups(_ member: String, _ name: String = "name", _ count: String = "viewings") -> [(String, Int)] {
      result.list(member).map { group in
        (group[name]?.string ?? group[name]?.jsonText ?? "", group[count]?.int ?? 0)
      }
    }
    return [
      ("months", groups("byMonth")), ("weekdays", groups("byWeekday")), ("decades", groups("byDecade")),
      ("genres", groups("byGenre")), ("countries", groups("byCountry")), ("languages", groups("byLanguage")),
      ("directors", groups("directors", "name", "films")), ("actors", groups("actors", "name", "films")),
      ("ratings", groups("ratings", "rating", "films")),
    ]
  }
}

struct StatisticsPicture {
  let result: JSON

  var text: String {
    let months = result.list("byMonth").map { ($0.text("name"), $0["viewings"]?.int ?? 0) }
    let (column, height) = (56, 240)
    let width = max(months.count, 6) * column + 40
    let most = max(months.map(\.1).max() ?? 1, 1)
    let title = "\(result["viewings"]?.int ?? 0) viewings of \(result["films"]?.int ?? 0) films"
    var bars = ""
    for (index, (name, count)) in months.enumerated() {
      let bar = count * (height - 40) / most
      let (left, top) = (20 + index * column, 50 + height - bar)
      bars += """
        <rect x="\(left)" y="\(top)" width="\(column - 12)" height="\(bar)" fill="#3b6ea5"/>
        <text x="\(left + 22)" y="\(top - 6)">\(count)</text>
        <text x="\(left + 22)" y="\(height + 70)">\(name)</text>

        """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height + 90)" font-family="sans-serif" \
      font-size="12" text-anchor="middle">
      <rect width="100%" height="100%" fill="#fff"/>
      <text x="\(width / 2)" y="30" font-size="18">\(title)</text>
      \(bars)</svg>

      """
  }
}
