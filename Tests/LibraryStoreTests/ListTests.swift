import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ListTests {
  private let folder = TemporaryFolder()

  /// Starred in this order.
  private static let movies = [
    movie("The Host", year: 2006, rating: 7.1), movie("Amélie", year: 2001, rating: 8.3), movie("zodiac", year: 2007),
    movie("Unknown"), movie("Übermut", rating: 8.3), movie("Éden", year: 2001, rating: 6),
  ]

  private func filled() async throws -> OpenStore {
    let open = OpenStore(folder.path)
    for movie in Self.movies { try await open.star(movie) }
    return open
  }

  @Test(
    arguments: [
      (.starredAt, .asc, ["The Host", "Amélie", "zodiac", "Unknown", "Übermut", "Éden"]),
      (.starredAt, .desc, ["Éden", "Übermut", "Unknown", "zodiac", "Amélie", "The Host"]),
      // By the folded title, so that case and accents do not matter.
      (.title, .asc, ["Amélie", "Éden", "The Host", "Übermut", "Unknown", "zodiac"]),
      (.title, .desc, ["zodiac", "Unknown", "Übermut", "The Host", "Éden", "Amélie"]),
      // Movies without a year or rating come last in either order; ties are ordered by the star.
      (.year, .asc, ["Amélie", "Éden", "The Host", "zodiac", "Unknown", "Übermut"]),
      (.year, .desc, ["zodiac", "The Host", "Éden", "Amélie", "Übermut", "Unknown"]),
      (.rating, .asc, ["Éden", "The Host", "Amélie", "Übermut", "zodiac", "Unknown"]),
      (.rating, .desc, ["Übermut", "Amélie", "The Host", "Éden", "Unknown", "zodiac"]),
    ] as [(LibraryQuery.Sort, LibraryQuery.Order, [String])])
  func `favorites are sorted`(sort: LibraryQuery.Sort, order: LibraryQuery.Order, titles: [String]) async throws {
    let open = try await filled()
    #expect(try await open.list(sort, order).items.map(\.movie.title) == titles)
    // Pages have the same order.
    var paged: [String] = []
    for offset in stride(from: 0, to: 8, by: 2) {
      paged += try await open.list(sort, order, limit: 2, offset: offset).items.map(\.movie.title)
    }
    #expect(paged == titles)
  }

  @Test(arguments: [1, 150, 300, 500])
  func `a page ends at its size, wherever it begins`(maximumBytes: Int) async throws {
    let open = try await filled()
    let all = try await open.list().items
    for offset in all.indices {
      for limit in 1...all.count {
        var query = LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: limit, offset: offset)
        query.maximumBytes = maximumBytes
        var bytes = 0
        let fitting = all[offset...].prefix(limit).prefix { entry in
          defer { bytes += entry.text.json.utf8.count }
          return bytes == 0 || bytes + entry.text.json.utf8.count <= maximumBytes
        }
        #expect(try await open.store.list(query).uncancellableValue().items == Array(fitting), "\(limit) at \(offset)")
      }
    }
  }

  @Test func `an offset beyond the end returns no favorites but the same total`() async throws {
    let open = try await filled()
    for offset in [6, 7, Int.max] {
      let page = try await open.list(offset: offset)
      #expect(page.items.isEmpty)
      #expect(page.state.total == 6)
    }
    #expect(try await open.list(limit: .max).items.count == 6)
  }

  @Test func `a filter searches titles and names, and its total counts the matches`() async throws {
    let open = OpenStore(folder.path)
    var parasite = movie("Parasite")
    parasite.originalTitle = "기생충"
    parasite.directors = ["Bong Joon Ho"]
    parasite.cast = ["Song Kang-ho"]
    try await open.star(parasite)
    try await open.star(movie("100% Wolf"))
    try await open.star(movie("Song of the Sea"))
    let cases: [(String, [String])] = [
      ("parasite", ["Parasite"]), ("기생", ["Parasite"]), ("joon ho", ["Parasite"]),
      ("song", ["Parasite", "Song of the Sea"]), ("kang ho", ["Parasite"]), ("nothing", []),
      // Neither a pattern nor a match across two names.
      ("%", []), ("_", []), ("ho song", []), ("100", ["100% Wolf"]),
    ]
    for (text, titles) in cases {
      let page = try await open.list(text: text)
      #expect(page.items.map(\.movie.title) == titles, "\(text)")
      #expect(page.state.total == titles.count, "\(text)")
      #expect(page.state.revision == 3)
    }
    let page = try await open.list(text: "song", limit: 1, offset: 1)
    #expect(page.items.map(\.movie.title) == ["Song of the Sea"])
    #expect(page.state.total == 2)
  }

  @Test func `a filter finds what has changed since the last one, also by another process`() async throws {
    let (open, other) = (OpenStore(folder.path), OpenStore(folder.path))
    try await open.star(movie("The Host"))
    #expect(try await open.list(text: "host").items.map(\.movie.title) == ["The Host"])
    try await other.star(movie("Ghost"))
    #expect(try await open.list(text: "host").state.total == 2)
    try await open.unstar(movie("The Host"))
    #expect(try await open.list(text: "host").items.map(\.movie.title) == ["Ghost"])
    #expect(try await other.list(text: "host").items.map(\.movie.title) == ["Ghost"])
  }

  @Test func `filters and pages of many favorites are those of a scan in memory`() async throws {
    let open = OpenStore(folder.path)
    var generator = SeededGenerator(seed: 7)
    let words = ["on", "one", "never", "the", "sea", "on the", "e"]
    var starred: [Movie] = []
    for index in 0..<900 {
      let title = (0..<3).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ") + " \(index)"
      let year = Int.random(in: 1990...1999, using: &generator)
      let new = movie(title, year: Bool.random(using: &generator) ? year : nil)
      starred.append(new)
      _ = open.store.star(new)
    }
    for text in [nil, "e", "on the", "never never", "1", "zzz", "on\none"] {
      let found = starred.filter { text.map($0.title.contains) ?? true }
      let sorted = found.enumerated().sorted {
        ($0.element.year ?? .max, $0.offset) < ($1.element.year ?? .max, $1.offset)
      }
      .map(\.element.id)
      for offset in [0, 3, 250, 890] {
        let page = try await open.list(.year, text: text, limit: 100, offset: offset)
        #expect(page.state.total == found.count)
        #expect(page.items.map(\.movie.id) == Array(sorted.dropFirst(offset).prefix(100)), "\(text ?? "") \(offset)")
      }
    }
  }

  @Test func `favorites are in the order of their times, those of one time as they were starred`() async throws {
    // The clock is set back between two stars, and stands for the last two.
    let times = Observed([8_000, 9_000, 7_000, 7_000])
    let open = OpenStore(folder.path, now: { times.change { $0.count > 1 ? $0.removeFirst() : $0[0] } })
    for title in ["A", "B", "C", "D"] { try await open.star(movie(title)) }
    #expect(try await open.list().items.map(\.movie.title) == ["C", "D", "A", "B"])
    let items = try await open.list(limit: 2, offset: 1).items
    #expect(items.map(\.shown.mark.starredAt) == [7_000, 8_000])
  }
}
