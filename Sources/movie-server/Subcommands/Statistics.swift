import OperatingSystem

extension Subcommand {
  static let statistics = command(
    "statistics", "count your viewings", CommandInput("statistics"),
    options: [Option(flag: "--svg", placeholder: "FILE", help: "write a picture of the months to a file")]
  ) { command in
    let say = command.output.say
    let statistics = StatisticsText(result: try command.call(), say: say)
    if let path = command.arguments["--svg"] {
      let descriptor =
        path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
      let code = descriptor < 0 ? errno : writeText(statistics.picture, to: descriptor)
      if code != 0 { report(say.reworded("cannot write \(path): \(String(cString: strerror(code))).")) }
      return code == 0 ? .success : .failure
    }
    switch command.output.form {
    case .json: command.output.json(statistics.result)
    case .tsv:
      for (title, groups) in [("months", statistics.months)] + statistics.lists {
        for group in groups { command.output.tsv([title, group.name, "\(group.count)"]) }
      }
    case .text: for line in statistics.lines(columns: command.output.columns ?? 80) { command.output.line(line) }
    }
    return .success
  }
}

/// The counts of the viewings, as bars for a terminal and as a picture.
struct StatisticsText {
  let result: JSON
  var say = Sentences(language: nil)

  typealias Group = (name: String, count: Int)

  /// More rows would hide the rest.
  private static let (maximumMonths, maximumYears, maximumRows) = (24, 40, 20)
  private static let maximumBars = 36

  func lines(columns: Int) -> [String] {
    let (title, periods) = periods(maximumMonths: Self.maximumMonths)
    var lines = [summary]
    var isCut = title == "years"
    for (name, groups) in [(title, periods)] + lists where !groups.isEmpty {
      let shown = name == title ? groups.suffix(Self.maximumYears) : groups.prefix(Self.maximumRows)
      let names = shown.map { oneLine(self.name(of: $0.name, in: name)) }
      let width = names.map(\.displayWidth).max() ?? 0
      let most = shown.map(\.count).max() ?? 1
      lines += ["", say(name)]
      for (name, group) in zip(names, shown) {
        let bar = Self.bar(group.count, most, room: max(10, columns - width - 12))
        lines.append("  \(fitted(name, to: width))  \(bar) \(grouped(group.count))")
      }
      guard groups.count > shown.count else { continue }
      lines.append("  " + say("… and {count} more", ["count": .integer(groups.count - shown.count)]))
      isCut = true
    }
    return lines + (isCut ? ["", say("--json and --tsv print all of them")] : [])
  }

  private var summary: String {
    let hours = ((result["minutes"]?.int ?? 0) + 30) / 60
    let values: JSON = [
      "viewings": result["viewings"] ?? 0, "films": result["films"] ?? 0, "hours": .integer(hours),
      "rewatches": result["rewatches"] ?? 0,
    ]
    return say("{viewings} of {films}, {hours}, {rewatches}", values)
  }

  /// A bar of block characters, which have eighths of a column.
  private static func bar(_ count: Int, _ most: Int, room: Int) -> String {
    let eighths = max(min(count, 1), count * room * 8 / max(most, 1))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + partial
  }

  var months: [Group] { groups("byMonth") }

  /// All months from the first to the last one; all years with viewings if there are more months than that.
  private func periods(maximumMonths: Int) -> (title: String, groups: [Group]) {
    let counts = months.compactMap { month in
      Int(month.name.prefix(4)).flatMap { year in Int(month.name.suffix(2)).map { (year * 12 + $0 - 1, month.count) } }
    }
    guard let first = counts.first?.0, let last = counts.last?.0 else { return ("months", []) }
    let length = last - first < maximumMonths ? 1 : 12
    let sums = Dictionary(counts.map { ($0 / length, $1) }, uniquingKeysWith: +)
    let all = (first / length...last / length).filter { length == 1 || sums[$0] != nil }
    let groups = all.map { period in
      let month = "\(period / 12)-\(String(period % 12 + 1, width: 2))"
      return (length == 1 ? month : "\(period)", sums[period] ?? 0)
    }
    return (length == 1 ? "months" : "years", groups)
  }

  var lists: [(title: String, groups: [Group])] {
    [
      ("weekdays", "byWeekday"), ("decades", "byDecade"), ("genres", "byGenre"), ("countries", "byCountry"),
      ("languages", "byLanguage"), ("directors", "directors"), ("actors", "actors"), ("ratings", "ratings"),
    ].map { ($0, groups($1)) }
  }

  private func groups(_ member: String) -> [Group] {
    result.list(member).map { group in
      (group["name"]?.string ?? group["rating"]?.jsonText ?? "", (group["viewings"] ?? group["films"])?.int ?? 0)
    }
  }

  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The name of a group in the user's language.
  private func name(of key: String, in list: String) -> String {
    let table: NameTable? = ["countries": .countries, "languages": .languages][list]
    if list == "decades" { return say("{year}s", ["year": .string(String(key.prefix(4)))]) }
    let weekday = Self.weekdays.first { $0.lowercased() == key }.map { say($0) }
    return table?.translation(of: key, in: say.language) ?? weekday ?? key
  }

  /// A picture in SVG of the months, or of the last years.
  var picture: String {
    let periods = periods(maximumMonths: Self.maximumBars).groups.suffix(Self.maximumYears)
    let (column, height) = (56, 240)
    let width = max(periods.count, 10) * column + 40
    let most = max(periods.map(\.count).max() ?? 1, 1)
    var bars = ""
    for (index, (name, count)) in periods.enumerated() {
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
      <text x="\(width / 2)" y="30" font-size="18">\(summary)</text>
      \(bars)</svg>

      """
  }
}
