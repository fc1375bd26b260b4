/// Prints movies or viewings as an aligned table for people, or as tab-separated or JSON lines for programs.
struct MovieTable {
  let output: CommandOutput
  /// The name of the home section, which programs need; nil for another list.
  var section: String?
  private(set) var count = 0
  private var rows: [Row] = []

  static let star = "★"
  static let columns = "id, star, year, title, directors"

  /// A narrower terminal has no room for the directors. One that is not twice as wide as an id has none for ids.
  private static let columnsForDirectors = 50

  /// Rows are aligned in blocks of this size, so that a long list needs little memory.
  private static let blockRows = 1_000

  init(_ output: CommandOutput, section: String? = nil) { (self.output, self.section) = (output, section) }

  private struct Row {
    let id, title, signs, directors: String
    /// The columns before the title: of a movie the star and the year, of a viewing the day and the rating.
    let head: [(text: String, width: Int)]

    init(_ item: JSON) {
      title = oneLine(item["movie"]?.text("title") ?? item.text("title"))
      id = oneLine(item["viewing"]?.string ?? item.text("id"))
      directors = oneLine(MovieTable.list(item["directors"]))
      let year = (item["movie"] ?? item)["year"]?.int.map(String.init) ?? ""
      if item["movie"] != nil {
        head = [(item.text("date"), 11), (item["rating"]?.jsonText ?? "", 4)]
        signs = year.isEmpty ? "" : " (\(year))"
      } else {
        head = [(item["isFavorite"]?.bool == true ? MovieTable.star : "", 1), (year, 4)]
        signs = oneLine(MovieTable.signs(item["mark"]))
      }
    }
  }

  /// The signs of the mark of a film, which all clients show after the title.
  private static func signs(_ mark: JSON?) -> String {
    let signs = [
      mark?["watchlistedAt"].map { _ in "+" }, mark?["viewings"]?.int.map { $0 == 1 ? "✓" : "✓\($0)" },
      mark?["rating"]?.jsonText, mark?["hasNote"].map { _ in "✎" },
    ]
    return signs.compactMap(\.self).reduce("") { $0 + " " + $1 }
  }

  static func list(_ texts: JSON?) -> String {
    let texts = (texts?.array ?? []).compactMap(\.string)
    return texts.dropFirst().reduce(texts.first ?? "") { $0 + ", " + $1 }
  }

  static func show(_ movies: [JSON], _ output: CommandOutput) {
    var table = MovieTable(output)
    var seen: Set<String> = []
    for movie in movies where seen.insert(movie.text("id")).inserted { table.add(movie) }
    table.finish()
  }

  mutating func add(_ item: JSON) {
    count += 1
    switch output.form {
    case .json:
      guard let section, case .object(let members) = item else { return output.json(item) }
      output.json(.object(members + [JSON.Member("section", .string(section))]))
    case .tsv:
      let row = Row(item)
      let last = item["movie"]?.text("id") ?? row.directors
      output.tsv([row.id] + row.head.map(\.text) + [row.title, last] + (section.map { [$0] } ?? []))
    case .text:
      rows.append(Row(item))
      if rows.count == Self.blockRows { finish() }
    }
  }

  mutating func finish() {
    guard !rows.isEmpty else { return }
    var title = rows.map { $0.title.displayWidth + $0.signs.displayWidth }.max() ?? 0
    var directors = rows.map(\.directors.displayWidth).max() ?? 0
    var id = rows.map(\.id.displayWidth).max() ?? 0
    if let columns = output.columns {
      if columns < Self.columnsForDirectors { directors = 0 }
      if columns < 2 * id { id = 0 }
      let head = rows[0].head.reduce(0) { $0 + $1.width + 1 }
      let room = max(columns - head - (id > 0 ? id + 2 : 0) - (directors > 0 ? 2 : 0), 4)
      directors = min(directors, max(room - title, room / 3))
      title = min(title, room - directors)
    }
    for row in rows {
      let room = title - row.signs.displayWidth
      let name = room < row.title.displayWidth ? fitted(row.title, to: max(room, 2)) : row.title
      let names = directors == 0 ? "" : "  " + fitted(row.directors, to: directors)
      let head = row.head.reduce("") { $0 + fitted($1.text, to: $1.width) + " " }
      output.line("\(head)\(fitted(name + row.signs, to: title))\(names)\(id == 0 ? "" : "  " + row.id)")
    }
    rows = []
  }
}

extension Subcommand {
  static func list(_ name: String, _ summary: String, _ input: CommandInput) -> Subcommand {
    command(name, summary, input, options: Command.listOptions) { command in
      let limit = try command.limit()
      return try command.showList(try command.call([command.pageSize(limit)]), limit: limit)
    }
  }
}

extension Command {
  static let listOptions = [
    Option(flag: "--limit", placeholder: "N", help: "print at most N of them (20)"),
    Option(flag: "--all", help: "print all of them"),
  ]

  func limit() throws(UsageError) -> Int? {
    try arguments.forbid("--limit", with: "--all")
    return arguments["--all"] == nil ? try arguments.number("--limit", 1...1_000_000) ?? 20 : nil
  }

  /// The member `limit` of params for as many movies as are printed, as far as one page has them.
  func pageSize(_ limit: Int?) -> (String, JSON?) {
    ("limit", input.largestPage.map { .integer(min(limit ?? $0, $0)) })
  }

  /// Prints the movies of a page and of those after it, and returns their number.
  func show(_ first: JSON, section: String? = nil, limit: Int?, next: (JSON) throws -> JSON?) throws -> Int {
    var table = MovieTable(output, section: section)
    // A list that changes while it is paged may repeat movies.
    var seen: Set<String> = []
    var page: JSON? = first
    while let current = page {
      for movie in current.list("items") where seen.insert(movie["viewing"]?.string ?? movie.text("id")).inserted {
        table.add(movie)
        if table.count == limit { break }
      }
      page = table.count == limit ? nil : try next(current)
    }
    table.finish()
    return table.count
  }

  /// Tells a person that there is more than the default limit lets through.
  func reportCut(_ count: Int, of total: Int?, _ sentence: String = "{shown} of {total} are shown; --all shows all") {
    guard let total, total > count, arguments["--limit"] == nil else { return }
    guard output.columns != nil, output.form == .text else { return }
    report(output.say(sentence, ["shown": .integer(count), "total": .integer(total)]))
  }

  func showList(_ first: JSON, section: String? = nil, limit: Int?) throws -> ExitStatus {
    let count = try show(reportingCorrection(first), section: section, limit: limit) { page in
      guard page["hasMore"]?.bool == true else { return nil }
      return try client.call("nextPage", [("list", page["list"])])
    }
    if section == nil { reportCut(count, of: first["total"]?.int) }
    return count == 0 ? nothingFound() : .success
  }

  /// Prints what the command's method returns from its params `limit` and `offset`, as of one revision.
  func showStored(_ own: [(String, JSON?)] = [], empty: String, noMatch: String = "nothing found") throws -> ExitStatus
  {
    let limit = try limit()
    var offset = 0
    var (revision, total): (Int?, Int?)
    func page() throws -> JSON {
      let page = try call([pageSize(limit), ("offset", .integer(offset))] + own)
      // A change moves the movies after it: start again, or one of them would be missed.
      offset = revision == nil || page["revision"]?.int == revision ? offset + (page["items"]?.array?.count ?? 0) : 0
      (revision, total) = (page["revision"]?.int, page["total"]?.int)
      return page
    }
    let count = try show(try page(), limit: limit) { last in
      offset < last["total"]?.int ?? 0 && last["items"]?.array?.isEmpty == false ? try page() : nil
    }
    reportCut(count, of: total)
    guard count == 0 else { return .success }
    let isFiltered = input.options(besides: ownOptions).contains { parameter in
      !["sort", "order", "seed"].contains(parameter.member) && arguments[parameter.option.flag] != nil
    }
    if isFiltered {
      report(output.say(noMatch))
      return .negative
    }
    report(output.say(empty))
    return .success
  }
}
