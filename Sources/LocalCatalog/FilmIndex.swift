import MovieCore
import Platform
import SQLite

/// The full-text index of the built-in films, an FTS5 table of SQLite in memory. Its rowid is the film's rank, so that
/// matches come in order of popularity.
///
/// Text is folded before it is indexed. FTS5's `ascii` tokenizer, which splits only at ASCII punctuation and spaces, is
/// therefore sufficient. The table stores no text (`content=''`) and no positions (`detail=column`).
struct FilmIndex {
  private let database: Database
  /// The ranks of the films with a whole title, which has no spaces here.
  private var wholeTitles: [[UInt8]: [Int]] = [:]
  /// The same for translated titles, which rank lower: a user who types 괴물 means the film with that original title
  /// rather than The Thing, whose Korean title it is.
  private var translatedTitles: [[UInt8]: [Int]] = [:]
  /// By rank.
  private let years: [UnsafeBufferPointer<UInt8>]

  init(_ films: [Film]) throws {
    years = films.map { $0.utf8(.year) }
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
    // Reads the schema again, which makes FTS5 create a new hash table of pending terms. The one that the inserts have
    // filled keeps its size, and each query would scan all its empty slots.
    try database.execute("PRAGMA writable_schema = RESET")
  }

  /// Further words of a query are ignored, because they do not narrow the search.
  private static let maximumWords = 32

  /// The ranks of the films that match, best first. The groups, each in order of popularity:
  /// 1. films whose whole title is the query, then those whose whole title and year are; of each, first the films with
  ///    that original or English title, then those with that translated title;
  /// 2. films that have the words in a title;
  /// 3. films that have them in a title, a name and the year together;
  /// 4. films that have them inside words.
  func matches(_ query: String) throws -> [Int] {
    let folded = Array(TextFolding.fold(query).utf8)
    let words = folded.split(separator: 0x20).prefix(Self.maximumWords)
    guard let last = words.last else { return [] }

    var found: [Int] = []
    var isFound = [Bool](repeating: false, count: years.count)
    func add(_ ranks: [Int]) {
      for rank in ranks where !isFound[rank] {
        isFound[rank] = true
        found.append(rank)
      }
    }

    add(whole(words))
    if Self.isYear(last) { add(whole(words.dropLast()).filter { years[$0].elementsEqual(last) }) }
    func terms(in columns: (ArraySlice<UInt8>) -> String) -> String {
      words.map { "{\(columns($0))} : \"\(String(decoding: $0, as: UTF8.self))\"*" }.joined(separator: " AND ")
    }
    let joined =
      words.count > 1 ? " OR {title inner} : \"\(String(decoding: Array(words.joined()), as: UTF8.self))\"*" : ""
    // The first step has found all titles with a single word, so that the others need not search them again.
    let title = words.count > 1 ? "title " : ""
    var matches = [
      "(\(terms { _ in "title" }))" + joined,
      // A year must be complete: the 2 of a sequel is not the beginning of 2021.
      terms { title + (Self.isYear($0) ? "people year" : "people") },
    ]
    // The column `inner` has only such words.
    if words.contains(where: TitleWords.isUnspaced) { matches.append(terms { _ in title + "people inner" }) }
    for match in matches {
      add(try database.all("SELECT rowid FROM film WHERE film MATCH ? ORDER BY rowid", .text(match)) { $0.int(0) })
    }
    return found
  }

  /// The films with this whole title, with or without its article.
  private func whole(_ words: ArraySlice<ArraySlice<UInt8>>) -> [Int] {
    let keys = [words, TitleWords.withoutArticle(words)].map { Array($0.joined()) }
    return [wholeTitles, translatedTitles].flatMap { titles in keys.flatMap { titles[$0] ?? [] } }
  }

  private static func isYear(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 4 && word.allSatisfy { $0.isASCIIDigit }
  }
}
