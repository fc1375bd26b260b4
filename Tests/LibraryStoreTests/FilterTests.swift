import Foundation
import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// Filters by a text.
@Suite(.timeLimit(.minutes(20)))
struct FilterTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  private static let words = [
    "The", "sea", "on", "one", "Ñandú", "기생충", "살인의", "추억", "100%", "_", "O'Brien", "\"Ho\"", "映画", "ﬁlm",
  ]

  private static func title(_ generator: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in words.randomElement(using: &generator)! }
      .joined(separator: " ")
  }

  private static func contains(_ key: some Sequence<UInt8>, _ text: some Sequence<UInt8>) -> Bool {
    let text = Data(text)
    return text.isEmpty || Data(key).range(of: text) != nil
  }

  @Test(arguments: [1, 2, 3])
  func `filters of two processes that star, refresh and unstar are those of a scan`(seed: Int) throws {
    var generator = TestSupport.SeededGenerator(seed: UInt64(seed))
    let files = [try LibraryFile(folder.path), try LibraryFile(folder.path)]
    // In the order of the stars.
    var starred: [Movie] = []
    func perform(_ file: LibraryFile) throws {
      let place = starred.indices.randomElement(using: &generator)
      switch (Int.random(in: 0..<10, using: &generator), place) {
      case (0, let place?):
        _ = try file.unstar(starred.remove(at: place).id)
      case (1, let place?):
        starred[place].title = Self.title(&generator)
        starred[place].year = Int.random(in: 1990...1999, using: &generator)
        try file.update([starred[place]])
      default:
        let id = MovieID(catalog: "test", native: "\(Int.random(in: 0..<100_000, using: &generator))")
        guard !starred.contains(where: { $0.id == id }) else { return }
        var movie = Movie(id: id, title: Self.title(&generator))
        movie.cast = [Self.title(&generator)]
        _ = try file.star(movie)
        starred.append(movie)
      }
    }
    for round in 0..<30 {
      let file = files.randomElement(using: &generator)!
      _ = try file.transaction { for _ in 0..<40 { try perform(file) } }
      for other in files {
        _ = try other.readOthersChanges()
        for text in [Self.words.randomElement(using: &generator)!, Self.title(&generator), "e", "살"] {
          let folded = TextFolding.fold(text)
          let found = starred.filter {
            !folded.isEmpty && Self.contains(LibraryFile.searchKey(of: $0).utf8, folded.utf8)
          }
          let sort = [LibraryQuery.Sort.starredAt, .title, .year, .rating].randomElement(using: &generator)!
          let order = LibraryQuery.Order.allCases.randomElement(using: &generator)!
          let sorted = Self.sorted(found, sort, order).map(\.id)
          let offset = Int.random(in: 0...found.count, using: &generator)
          let query = LibraryQuery(sort: sort, order: order, text: folded, limit: 20, offset: offset)
          let page = try other.snapshot { try other.favorites(query) }.value
          #expect(page.state.total == found.count, "round \(round), “\(text)”")
          #expect(page.items.map(\.movie.id) == Array(sorted.dropFirst(offset).prefix(20)), "round \(round), “\(text)”")
        }
      }
    }
  }

  /// - Parameter movies: in the order of their stars.
  private static func sorted(
    _ movies: [Movie], _ sort: LibraryQuery.Sort, _ order: LibraryQuery.Order
  ) -> [Movie] {
    let sign = order == .asc ? 1 : -1
    // SQLite compares bytes.
    func hexadecimal(_ title: String) -> String {
      TextFolding.fold(title).utf8.map { String(256 + Int($0), radix: 16) }.joined()
    }
    func isBefore<Key: Comparable>(_ first: Key?, _ second: Key?, _ places: (Int, Int)) -> Bool {
      guard first != second else { return places.0 * sign < places.1 * sign }
      guard let first, let second else { return second == nil }
      return order == .asc ? first < second : first > second
    }
    return movies.enumerated().sorted { one, other in
      let places = (one.offset, other.offset)
      return switch sort {
      case .starredAt: isBefore(0, 0, places)
      case .title: isBefore(hexadecimal(one.element.title), hexadecimal(other.element.title), places)
      case .year: isBefore(one.element.year, other.element.year, places)
      case .rating: isBefore(one.element.rating, other.element.rating, places)
      default: fatalError("Favorites are not sorted so.")
      }
    }.map(\.element)
  }

  @Test(arguments: [true, false])
  func `of two stars that become one film only the earlier is found`(isStarredAgain: Bool) throws {
    let file = try LibraryFile(folder.path)
    var later = Movie(id: MovieID(catalog: "other", native: "later"), title: "Movie later")
    _ = try file.transaction {
      for number in 0..<192 { _ = try file.star(number == 100 ? later : movie("Movie \(number)")) }
    }
    let film = IMDbID(number: 5)!
    later.imdbId = film.description
    _ = try file.transaction {
      try file.learn([KnownID(id: movie("Movie 7").id, film: film)])
      if isStarredAgain { _ = try file.star(later) } else { try file.learn([KnownID(id: later.id, film: film)]) }
    }
    func titles(_ text: String) throws -> [String] {
      let query = LibraryQuery(sort: .starredAt, order: .asc, text: text, limit: 1_000, offset: 0)
      let page = try file.snapshot { try file.favorites(query) }.value
      #expect(page.state.total == page.items.count)
      return page.items.map(\.movie.title)
    }
    #expect(try titles("later") == [])
    #expect(try titles("movie 7") == ["Movie 7"] + (70...79).map { "Movie \($0)" })
    #expect(try titles("movie").count == 191)
  }

  @Test func `a filter finds what another program has written since the last one`() throws {
    let file = try LibraryFile(folder.path)
    _ = try file.transaction { _ = try file.star(movie("Movie")) }
    func total(_ text: String) throws -> Int {
      let query = LibraryQuery(sort: .starredAt, order: .asc, text: text, limit: 1, offset: 0)
      return try file.snapshot { try file.favorites(query) }.value.state.total
    }
    #expect(try (total("movie"), total("film")) == (1, 0))
    try Database(.file(path)).execute("UPDATE entry SET search_key = 'film'")
    #expect(try (total("movie"), total("film")) == (0, 1))
  }

  @Test(arguments: 1...4)
  func `a filter finds the favorites of a file of an earlier version`(version: Int) async throws {
    do {
      let old = try OldFavoritesFile(path, version: version)
      try old.database.execute("BEGIN")
      for number in 0..<200 { try old.star(movie("Movie \(number)")) }
      try old.database.execute("COMMIT")
    }
    let open = OpenStore(folder.path)
    #expect(try await open.list(text: "movie 19").state.total == 11)
  }
}
