import JSON
import TestSupport
import Testing

@testable import LibraryFormats
@testable import MovieCore

struct RoundTripTests {
  private static func entry(_ number: Int, _ generator: inout SeededGenerator) -> LibraryEntry {
    func text() -> String {
      let pieces = ["a", ",", "\"", "\n", "\r\n", " ", "기생충", "é", "\u{2028}", "=1", ";", "<b>", "'"]
      return (0..<Int.random(in: 1...8, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
        .joined().trimmingASCIIWhitespace() + "x"
    }
    // As the program keeps them: a file's texts are cleaned when they are read.
    func line() -> String { CleanText.line(text()) ?? "x" }
    func note() -> String { CleanText.note(text()) }
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
    func tenths() -> Int? { maybe(Int.random(in: 1...20, using: &generator) * 5) }
    let id = Bool.random(using: &generator) ? MovieID(catalog: "tmdb", native: "\(number)") : nil
    var movie = Movie(id: id ?? MovieID(catalog: "imdb", native: "tt\(1_000_000 + number)"), title: line())
    movie.imdbId = maybe("tt\(1_000_000 + number)")
    movie.year = maybe(1985)
    movie.overview = maybe(CleanText.lines(text()) ?? "x")
    var entry = LibraryEntry(movie: movie)
    entry.ids = [movie.id, MovieID(catalog: "mine", native: "\(number)")]
    entry.starredAt = maybe(1_700_000_000_123 + number)
    entry.watchlistedAt = maybe(1_600_000_000_000 + number)
    entry.ratingTenths = tenths()
    entry.note = maybe(note() + (maybe("\n ") ?? ""))
    entry.tags = (0..<Int.random(in: 0..<4, using: &generator)).map { "\($0)" + line() }
    entry.viewings = (0..<Int.random(in: 0..<4, using: &generator)).map { index in
      var viewing = Viewing(id: "\(number)-\(index)")
      viewing.date = maybe("2024-03-0\(index + 1)")
      viewing.ratingTenths = tenths()
      viewing.note = maybe(note())
      viewing.isRewatch = Bool.random(using: &generator)
      return viewing
    }
    return entry
  }

  private static func fields(_ entry: LibraryEntry) -> EntryFields {
    var fields = EntryFields()
    (fields.starredAt, fields.watchlistedAt) = (entry.starredAt, entry.watchlistedAt)
    (fields.ratingTenths, fields.note, fields.tags) = (entry.ratingTenths, entry.note, entry.tags)
    fields.viewings = entry.viewings
    return fields
  }

  /// The entries that the rows of a file are, by the first id of each film.
  private static func entries(_ file: LibraryFile) throws -> [MovieID: EntryFields] {
    var entries: [MovieID: EntryFields] = [:]
    for row in file.rows {
      let content = try row.content()
      entries[content.film.ids[0], default: .init()].merge(content.fields)
    }
    return entries
  }

  @Test func `exports of this program come back without a loss`() throws {
    var generator = SeededGenerator(seed: 11)
    let entries = (0..<300).map { Self.entry($0, &generator) }
    let expected = Dictionary(uniqueKeysWithValues: entries.map { ($0.movie.id, Self.fields($0)) })
    for bytes in [LibraryDocument.bytes(entries), LibraryTable.bytes(entries)] {
      let file = try LibraryFile(LibraryInput(files: [.init(name: "export", bytes: bytes)], path: "export"))
      let read = try Self.entries(file)
      for (id, fields) in expected where fields != .init() { #expect(read[id] == fields) }
      #expect(read.count >= expected.count { $0.value != .init() })
    }
    let json = try LibraryFile(
      LibraryInput(files: [.init(name: "export", bytes: LibraryDocument.bytes(entries))], path: "export"))
    #expect(json.format == .json)
    #expect(Set(json.rows.compactMap(\.movie)) == Set(entries.map(\.movie)))
    #expect(json.rowCount == entries.count)
  }

  @Test func `the export for Letterboxd is split below a megabyte, and is read again`() throws {
    var generator = SeededGenerator(seed: 12)
    var entries = (0..<3_000).map { Self.entry($0, &generator) }
    for index in entries.indices { entries[index].note = String(repeating: "long ", count: 200) }
    let (files, count, viewings) = LetterboxdTable.files(entries)
    let kept = entries.filter { $0.ratingTenths != nil || !$0.viewings.isEmpty }
    #expect(files.count > 1)
    #expect(files.allSatisfy { $0.count <= 1_000_000 })
    #expect(count == kept.count)
    #expect(viewings == kept.reduce(0) { $0 + $1.viewings.count })
    let input = files.enumerated().map { LibraryInput.File(name: "\($0).csv", bytes: $1) }
    let file = try LibraryFile(LibraryInput(files: input, path: "export"))
    #expect(file.format == .letterboxd)
    let dates = kept.flatMap { $0.viewings.compactMap(\.date) }
    #expect(file.rows.map { $0[.date] }.filter { !$0.isEmpty } == dates)
    for row in file.rows { _ = try row.content() }
  }

  @Test func `unmatched rows can be completed and imported`() throws {
    var row = LibraryRow(file: "diary.csv", line: 7)
    row[.title] = "Rán, \"the\" film"
    row[.viewing] = LibraryRow.newViewing
    row[.date] = "2024-03-01"
    let candidate = Movie(id: MovieID(catalog: "imdb", native: "tt0089881"), title: "Ran")
    let bytes = LibraryTable.bytes(unmatched: [UnmatchedRow(row: row, reason: .noFilm, candidates: [candidate])])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("noFilm,diary.csv,7,imdb:tt0089881 Ran"))
    let completed = text.replacing("\r\n,,", with: "\r\ntt0089881,,")
    let file = try read(["movie-library-unmatched.csv": completed])
    #expect(file.format == .csv)
    #expect(described(file) == ["Rán, \"the\" film : imdbId=tt0089881 viewing=new date=2024-03-01"])
  }

  @Test func `mutated exports never crash, and take time in proportion to their length`() throws {
    var generator = SeededGenerator(seed: 13)
    let entries = (0..<5).map { Self.entry($0, &generator) }
    let texts = [
      LibraryTable.bytes(entries), LibraryDocument.bytes(entries), LetterboxdTable.files(entries).files[0],
      Array("Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n1,\"<i>a\",1985,u,4,,b,c,d\n".utf8),
      Array("Letterboxd list export v7\nDate,Name\n1,\"a\n\nPosition,Name,Year,URL,Description\n1,b,c,d,e\n".utf8),
      Array("Const,Your Rating,Created,Title\ntt0089881,9,Wed Oct 24 10:33:43 2012,Ran\n".utf8),
    ]
    for _ in 0..<5_000 {
      var bytes = texts.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[position] = Array("\",\n\r;{}[]\u{0}9é".utf8).randomElement(using: &generator)!
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      guard let file = try? LibraryFile(LibraryInput(files: [.init(name: "watched.csv", bytes: bytes)], path: "x"))
      else { continue }
      for row in file.rows { _ = try? row.content() }
    }
    for piece in ["\"", "\"\",", "\"a\n", ",", "<", "&", "\r"] {
      func time(_ count: Int) -> Duration {
        let bytes = Array(("title,viewing\n" + String(repeating: piece, count: count)).utf8)
        return processorTime { _ = Table(bytes).records.map(\.fields.count) }
      }
      _ = time(1_000)
      #expect(time(400_000) < max(time(50_000) * 40, .milliseconds(200)), "of \(piece.debugDescription)")
    }
  }
}
