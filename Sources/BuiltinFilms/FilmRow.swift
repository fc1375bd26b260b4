import Platform

/// One row of the readable table of films, when the program is built.
struct FilmRow {
  enum Column: Int, CaseIterable {
    case id, title, originalTitle, koreanTitle, language, countries, year, runtime, genres, directors, cast, overview
  }

  private let texts: [String]

  init?(_ line: some StringProtocol) {
    texts = Self.columns(line)
    guard texts.count == Column.allCases.count else { return nil }
  }

  /// Parses a table with one film in each line. Ignores other lines.
  static func all(in table: String) -> [FilmRow] { table.split(separator: "\n").compactMap { FilmRow($0) } }

  /// The parts of a line, which bars separate, without the spaces around them.
  static func columns(_ line: some StringProtocol) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmingASCIIWhitespace() }
  }

  static func pairs(in table: String) -> [String: String] {
    let pairs = table.split(separator: "\n").map { columns($0) }.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
    return Dictionary(pairs) { first, _ in first }
  }

  subscript(column: Column) -> String { texts[column.rawValue] }

  func values(_ column: Column) -> [String] {
    self[column].split(separator: ",").map { String($0).trimmingASCIIWhitespace() }
  }
}
