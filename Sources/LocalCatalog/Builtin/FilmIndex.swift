import MovieCore
import SQLite

/// Full-text search over the built-in films: SQLite FTS5 in memory, whose rowid is the film's rank, so that matches
/// come out in the order of how much they are looked for.
///
/// Text is folded before it goes in, so FTS5's `ascii` tokenizer, which only cuts at ASCII punctuation and spaces, is
/// all that is needed. The table keeps no text of its own (`content=''`) and no positions (`detail=column`).
struct FilmIndex {
  private let database: Database

  init(_ films: [Film]) throws {
    database = try Database(.memory)
    try database.execute(
      """
      PRAGMA journal_mode = OFF;
      CREATE VIRTUAL TABLE film USING fts5(
        title, people, year, inner, content = '', columnsize = 0, detail = column, tokenize = 'ascii');
      CREATE TABLE whole_title (key TEXT, film INTEGER, PRIMARY KEY (key, film)) WITHOUT ROWID;
      BEGIN
      """)
    let insertFilm = try database.statement(
      "INSERT INTO film (rowid, title, people, year, inner) VALUES (?, ?, ?, ?, ?)")
    let insertKey = try database.statement("INSERT OR IGNORE INTO whole_title VALUES (?, ?)")
    for (rank, film) in films.enumerated() {
      let titles = [Film.Column.title, .originalTitle, .koreanTitle].map { film[$0] }.filter { !$0.isEmpty }
      try insertFilm.run([
        .integer(rank),
        .text(titles.map(TitleWords.indexed).joined(separator: " ")),
        .text(TextFolding.fold(String(film[.directors] + ", " + film[.cast]))),
        .text(String(film[.year])),
        .text(titles.map(TitleWords.inner).joined(separator: " ")),
      ])
      for key in Set(titles.flatMap(TitleWords.keys)) {
        try insertKey.run([.text(key), .integer(rank)])
      }
    }
    try database.execute("COMMIT")
  }

  /// More words than this do not narrow a search any further.
  private static let maximumWords = 32

  /// The ranks of the films that match, best first: first those whose whole title it is, then those with the words in
  /// a title, then in a title, a name or the year together, then inside words. In each of these the most looked-for
  /// comes first.
  func matches(_ query: String) throws -> [Int] {
    let folded = TextFolding.fold(query)
    let words = folded.split(separator: " ").prefix(Self.maximumWords)
    guard !words.isEmpty else { return [] }

    var found: [Int] = []
    var seen: Set<Int> = []
    func add(_ ranks: [Int]) { for rank in ranks where seen.insert(rank).inserted { found.append(rank) } }

    for key in Set([folded, TitleWords.withoutArticle(folded)].map(TextFolding.joined)).sorted(by: >) {
      add(try database.all("SELECT film FROM whole_title WHERE key = ? ORDER BY film", .text(key)) { $0.int(0) })
    }
    let all = words.map { "\"\($0)\"*" }.joined(separator: " AND ")
    let either = words.count > 1 ? "(\(all)) OR \"\(words.joined())\"*" : all
    for match in ["{title} : (\(either))", "{title people year} : (\(all))", either] {
      add(try database.all("SELECT rowid FROM film WHERE film MATCH ? ORDER BY rowid", .text(match)) { $0.int(0) })
    }
    return found
  }
}
