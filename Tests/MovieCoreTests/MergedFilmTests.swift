import MovieCore
import TestSupport
import Testing

/// What is kept of a film under several keys, without a store.
struct MergedFilmTests {
  private let film = FilmKey("tt0364569")
  private let tmdb = FilmKey("tmdb:670")

  private func record(
    _ key: FilmKey, _ field: EntryField, _ value: String?, _ clock: Int, _ device: String = "a"
  ) -> FieldRecord {
    FieldRecord(
      film: key, field: field.description, register: FieldRegister(value: value, clock: clock, device: device))
  }

  @Test func `the greater clock wins, and of equal ones the greater device`() {
    let records = [
      record(film, .rating, "70", 5), record(tmdb, .rating, "80", 6), record(film, .note, "a", 7),
      record(tmdb, .note, "b", 7, "b"),
    ]
    let merged = MergedFilm(records)
    #expect(merged.mark.ratingTenths == 80)
    #expect(merged.note == "b")
  }

  @Test func `of two stars the earlier time counts, and its movie is shown`() {
    let merged = MergedFilm([record(film, .starred, "200", 9), record(tmdb, .starred, "100", 3)])
    #expect(merged.mark.starredAt == 100)
    #expect(merged.keys == [tmdb, film])
  }

  @Test func `a star that was removed under one key stays under another, which is told`() {
    let merged = MergedFilm([record(tmdb, .starred, "100", 3), record(film, .starred, nil, 9)])
    #expect(merged.mark.starredAt == 100)
    #expect(merged.holders == [.starred: [tmdb]])
    #expect(merged.fields == [.starred])
  }

  @Test func `fields of a newer version and values without a valid form are ignored`() {
    let merged = MergedFilm([
      record(film, .rating, "77", 1), record(film, .starred, "soon", 1), record(film, .viewing("v"), "{", 1),
      FieldRecord(film: film, field: "mood", register: FieldRegister(value: "x", clock: 1, device: "a")),
    ])
    #expect(merged.mark.ratingTenths == nil && merged.mark.starredAt == nil)
    #expect(merged.viewings.map(\.viewing) == [Viewing(id: "v")])
  }

  @Test(arguments: ["film", "starred", "watchlist", "rating", "note", "tag:rainy day", "tag:a:b", "viewing:7f3c"])
  func `names of fields are read as they are written`(name: String) throws {
    #expect(try #require(EntryField(name)).description == name)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `the order of merging is of no account`(seed: UInt64) {
    var random = TestSupport.SeededGenerator(seed: seed)
    let fields: [EntryField] = [.starred, .watchlist, .rating, .note, .tag("a"), .tag("b"), .viewing("v")]
    let records = (0..<30).map { _ in
      record(
        [film, tmdb, FilmKey("mine:1")].randomElement(using: &random)!, fields.randomElement(using: &random)!,
        [nil, "50", "100", "95"].randomElement(using: &random)!, Int.random(in: 1...6, using: &random),
        ["a", "b", "c"].randomElement(using: &random)!)
    }
    /// Keeps of each field of a key the newest register.
    func joined(_ records: [FieldRecord]) -> [FieldRecord] {
      var newest: [String: FieldRecord] = [:]
      for record in records where record.register.isNewer(than: newest["\(record.film) \(record.field)"]?.register) {
        newest["\(record.film) \(record.field)"] = record
      }
      return newest.values.sorted { "\($0)" < "\($1)" }
    }
    let expected = joined(records)
    let parts = [records.shuffled(using: &random), records.reversed(), records + records]
    for part in parts {
      #expect(joined(part) == expected)
      let split = Int.random(in: 0...part.count, using: &random)
      #expect(joined(joined(Array(part[split...])) + joined(Array(part[..<split]))) == expected)
    }
    let merged = MergedFilm(expected)
    let other = MergedFilm(expected.shuffled(using: &random))
    #expect(merged.mark == other.mark && merged.note == other.note && merged.keys == other.keys)
  }

  @Test func `a clock never goes back, and one that is an hour ahead is refused`() {
    var clock = HybridClock()
    let first = clock.next(1_000)
    let second = clock.next(500)
    #expect(first == 1_000 << 16 && second == first + 1)
    let inTime = HybridClock.time(1_000 + HybridClock.tolerance)
    let seen = [clock.see(inTime, 1_000), clock.see(inTime + 65_536, 1_000), clock.see(-1, 1_000)]
    #expect(seen == [true, false, false])
    let last = clock.next(1_000)
    #expect(last == inTime + 1)
  }
}
