/// Prints movies as an aligned table for people, or as tab-separated or JSON lines for programs.
struct MovieTable {
  let output: CommandOutput
  /// The name of the home section, which programs need; nil for another list.
  var section: String?
  private(set) var count = 0
  private var rows: [Row] = []

  static let star = "★"
  static let columns = "id, star, year, title, directors"

  /// A narrower terminal has no room for the directors.
  private static let columnsForDirectors = 50

  /// Rows are aligned in blocks of this size, so that a long list needs little memory.
  private static let blockRows = 1_000

  init(_ output: CommandOutput, section: String? = nil) {
    (self.output, self.section) = (output, section)
  }

  private struct Row {
    var star, year, title, directors, id: String

    init(_ movie: JSON) {
      star = movie["isFavorite"]?.bool == true ? MovieTable.star : ""
      year = movie["year"]?.int.map(String.init) ?? ""
      title = oneLine(movie.text("title"))
      directors = oneLine(MovieTable.list(movie["directors"]))
      id = oneLine(movie.text("id"))
    }
  }

  static func list(_ texts: JSON?) -> String {
    let texts = (texts?.array ?? []).compactMap(\.string)
    return texts.dropFirst().reduce(texts.first ?? "") { $0 + ", " + $1 }
  }

  mutating func add(_ movie: JSON) {
    count += 1
    switch output.form {
    case .json:
      guard let section, case .object(let members) = movie else { return output.json(movie) }
      output.json(.object(members + [JSON.Member("section", .string(section))]))
    case .tsv:
      let row = Row(movie)
      output.tsv([row.id, row.star, row.year, row.title, row.directors] + (section.map { [$0] } ?? []))
    case .text:
      rows.append(Row(movie))
      if rows.count == Self.blockRows { finish() }
    }
  }

  mutating func finish() {
    guard !rows.isEmpty else { return }
    var title = rows.map(\.title.displayWidth).max() ?? 0
    var directors = rows.map(\.directors.displayWidth).max() ?? 0
    let isNarrow = output.columns.map { $0 < Self.columnsForDirectors } ?? false
    if let columns = output.columns {
      let id = rows.map(\.id.displayWidth).max() ?? 0
      let room = max(columns - "★ 2019 ".count - id - (isNarrow ? 2 : 4), 4)
      directors = isNarrow ? 0 : min(directors, max(room - title, room / 3))
      title = min(title, room - directors)
    }
    for row in rows {
      let names = isNarrow ? "" : fitted(row.directors, to: directors) + "  "
      output.line(
        "\(fitted(row.star, to: 1)) \(fitted(row.year, to: 4)) \(fitted(row.title, to: title))  \(names)\(row.id)")
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
    Option(flag: "--limit", placeholder: "N", help: "print at most N movies (20)"),
    Option(flag: "--all", help: "print the movies of all pages"),
  ]

  func limit() throws(UsageError) -> Int? {
    guard arguments["--all"] != nil else { return try arguments.number("--limit", 1...1_000_000) ?? 20 }
    guard arguments["--limit"] == nil else { throw UsageError("--limit and --all cannot be used together") }
    return nil
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
      for movie in current.list("items") where seen.insert(movie.text("id")).inserted {
        table.add(movie)
        if table.count == limit { break }
      }
      page = table.count == limit ? nil : try next(current)
    }
    table.finish()
    return table.count
  }

  func showList(_ first: JSON, section: String? = nil, limit: Int?) throws -> ExitStatus {
    if let query = first["correctedQuery"] { report(output.say("Results for “{query}”", ["query": query])) }
    let count = try show(first, section: section, limit: limit) { page in
      guard page["hasMore"]?.bool == true else { return nil }
      return try client.call("nextPage", [("list", page["list"])])
    }
    return count == 0 ? nothingFound() : .success
  }

  /// Prints what the command's method returns from its params `limit` and `offset`, as of one revision.
  func showStored(_ own: [(String, JSON?)] = [], empty: String) throws -> ExitStatus {
    let limit = try limit()
    var offset = 0
    var revision: Int?
    func page() throws -> JSON {
      let page = try call([pageSize(limit), ("offset", .integer(offset))] + own)
      // A change moves the movies after it: start again, or one of them would be missed.
      offset = revision == nil || page["revision"]?.int == revision ? offset + (page["items"]?.array?.count ?? 0) : 0
      revision = page["revision"]?.int
      return page
    }
    let count = try show(try page(), limit: limit) { last in
      offset < last["total"]?.int ?? 0 && last["items"]?.array?.isEmpty == false ? try page() : nil
    }
    guard count == 0 else { return .success }
    let isFiltered = input.options(besides: ownOptions).contains { parameter in
      !["sort", "order", "seed"].contains(parameter.member) && arguments[parameter.option.flag] != nil
    }
    if isFiltered {
      report("nothing found")
      return .negative
    }
    report(output.say(empty))
    return .success
  }
}
