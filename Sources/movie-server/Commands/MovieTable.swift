import JSON

/// Prints movies as an aligned table for people, or as tab-separated or JSON lines for programs.
struct MovieTable {
  let output: CommandOutput
  /// The name of the home section, which programs need; nil for another list.
  var section: String?
  private(set) var count = 0
  private var rows: [Row] = []

  static let star = "★"
  /// The columns of `--tsv`, for the help.
  static let columns = "id, star, year, title, directors"

  /// A narrower terminal has no room for the directors.
  private static let columnsForDirectors = 50

  /// Rows are aligned in blocks of this size, so that a long list needs little memory.
  private static let blockRows = 1_000

  init(_ output: CommandOutput, section: String? = nil) {
    self.output = output
    self.section = section
  }

  private struct Row {
    var star, year, title, directors, id: String

    init(_ movie: JSON) {
      star = movie["isFavorite"]?.bool == true ? MovieTable.star : ""
      year = movie["year"]?.int.map(String.init) ?? ""
      title = oneLine(movie["title"]?.string ?? "")
      directors = oneLine(MovieTable.list(movie["directors"]))
      id = oneLine(movie["id"]?.string ?? "")
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

  /// Prints the rows that wait for their alignment.
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
