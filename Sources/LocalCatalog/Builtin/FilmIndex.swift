import MovieCore
import SQLite

/// Full-text search over the built-in films: SQLite FTS5 in memory, whose rowid is the film's rank, so that matches
/// come out in the order of how much they are looked for.
///
/// Text is folded before it goes in, so FTS5's `ascii` tokenizer, which only cuts at ASCII punctuation and spaces, is
/// all that is needed. The table keeps no text of its own (`content=''`) and no positions (`detail=column`).
struct FilmIndex {
  private let database: Database
  /// The ranks of the films that have a whole title, without its spaces.
  private var wholeTitles: [[UInt8]: [Int]] = [:]
  /// The same for titles in translation: whoever types 괴물 means the film of that name rather than The Thing, which
  /// was shown under it.
  private var translatedTitles: [[UInt8]: [Int]] = [:]

  init(_ films: [Film]) throws {
    database = try Database(.memory)
    try database.execute(
      """
      PRAGMA journal_mode = OFF;
      CREATE VIRTUAL TABLE film USING fts5(
        title, people, year, inner, content = '', columnsize = 0, detail = column, tokenize = 'ascii');
      BEGIN
      """)
    wholeTitles.reserveCapacity(films.count * 4)
    let insert = try database.statement("INSERT INTO film (rowid, title, people, year, inner) VALUES (?, ?, ?, ?, ?)")
    for (rank, film) in films.enumerated() {
      var (titleText, innerText) = ([UInt8](), [UInt8]())
      for column in [Film.Column.title, .originalTitle, .koreanTitle] where !film.utf8(column).isEmpty {
        let words = TitleWords(TextFolding.fold(film.utf8(column)))
        words.appendIndexed(to: &titleText)
        words.appendInner(to: &innerText)
        for key in words.keys {
          if column == .koreanTitle {
            translatedTitles[key, default: []].append(rank)
          } else {
            wholeTitles[key, default: []].append(rank)
          }
        }
      }
      let people = TextFolding.fold(film.utf8(.directors)) + [0x20] + TextFolding.fold(film.utf8(.cast))
      try insert.run([
        .integer(rank), .utf8(titleText), .utf8(people), .utf8(Array(film.utf8(.year))), .utf8(innerText),
      ])
    }
    try database.execute("COMMIT")
  }

  /// More words than this do not narrow a search any further.
  private static let maximumWords = 32

  /// The ranks of the films that match, best first: first those whose whole title it is (in translation last), then those with the words in
  /// a title, then in a title, a name or the year together, then inside words. In each of these the most looked-for
  /// comes first.
  func matches(_ query: String) throws -> [Int] {
    let folded = Array(TextFolding.fold(query).utf8)
    let words = folded.split(separator: 0x20).prefix(Self.maximumWords)
    guard !words.isEmpty else { return [] }

    var found: [Int] = []
    var seen: Set<Int> = []
    func add(_ ranks: [Int]) { for rank in ranks where seen.insert(rank).inserted { found.append(rank) } }

    let keys = [words, TitleWords.withoutArticle(words)].map { Array($0.joined()) }
    for titles in [wholeTitles, translatedTitles] {
      for key in keys { add(titles[key] ?? []) }
    }
    let prefixes = words.map { "\"\(String(decoding: $0, as: UTF8.self))\"*" }
    let all = prefixes.joined(separator: " AND ")
    let either = words.count > 1 ? "(\(all)) OR \"\(String(decoding: Array(words.joined()), as: UTF8.self))\"*" : all
    for match in ["{title} : (\(either))", "{title people year} : (\(all))", either] {
      add(try database.all("SELECT rowid FROM film WHERE film MATCH ? ORDER BY rowid", .text(match)) { $0.int(0) })
    }
    return found
  }
}
