import Foundation
import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// Filters, before and after the search keys are in blocks.
@Suite(.timeLimit(.minutes(20)))
struct SearchBlockTests {
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

  /// Makes all blocks that can be made.
  private func makeBlocks(in file: LibraryFile) throws {
    var areMoreMissing = true
    while areMoreMissing { _ = try file.transaction { areMoreMissing = try file.makeSearchBlocks() } }
  }

  private func blockCount() throws -> Int {
    try Database(.file(path)).first("SELECT count(*) FROM search_block") { $0.int(0) } ?? 0
  }

  @Test func `any bytes are found in the keys of a block as a scan finds them`() {
    var generator = TestSupport.SeededGenerator(seed: 5)
    func bytes(_ maximum: Int) -> [UInt8] {
      let length = Int.random(in: 0...maximum, using: &generator)
      return (0..<length).map { _ in [0, 0x0A, 0x61, 0x62, 0xEA, 0xB8].randomElement(using: &generator)! }
    }
    for number in 0..<300 {
      let first = number * SearchBlock.capacity
      var keys: [Int: [UInt8]] = [:]
      var block = SearchBlock(block: number)
      for added in first..<first + SearchBlock.capacity where Bool.random(using: &generator) {
        keys[added] = bytes(9)
        block.append(keys[added]!, of: added)
      }
      let searched = bytes(2) + [0x61]
      var found: [Int] = []
      let isValid = block.bytes.withUnsafeBytes {
        SearchBlock.search(searched, in: $0, SearchBlock.numbers(of: number)!, into: &found)
      }
      #expect(isValid)
      #expect(found == keys.filter { Self.contains($0.value, searched) }.map(\.key).sorted())
    }
  }

  @Test func `damaged blocks are noticed or searched, and never read beyond their end`() {
    var generator = TestSupport.SeededGenerator(seed: 6)
    var block = SearchBlock(block: 0)
    for added in 0..<SearchBlock.capacity { block.append("key \(added)".utf8, of: added) }
    let whole = block.bytes
    var rejected = 0
    for _ in 0..<10_000 {
      var mutant = whole
      for _ in 0...1 {
        mutant[Int.random(in: mutant.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { mutant.removeLast(Int.random(in: 0...mutant.count, using: &generator)) }
      var found: [Int] = []
      let isValid = mutant.withUnsafeBytes { SearchBlock.search(Array("y 1".utf8), in: $0, 0..<64, into: &found) }
      if !isValid { rejected += 1 }
      #expect(isValid || found.isEmpty)
      #expect(found.allSatisfy { (0..<64).contains($0) })
    }
    #expect(rejected > 5_000)
  }

  @Test(arguments: [1, 2, 3])
  func `filters of two processes that star, refresh and unstar are those of a scan`(seed: Int) throws {
    var generator = TestSupport.SeededGenerator(seed: UInt64(seed))
    let files = [try LibraryFile(path: path, now: { 1 }), try LibraryFile(path: path, now: { 1 })]
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
      if Int.random(in: 0..<3, using: &generator) == 0 { try makeBlocks(in: files.randomElement(using: &generator)!) }
      for other in files {
        _ = try other.readOthersChanges()
        for text in [Self.words.randomElement(using: &generator)!, Self.title(&generator), "e", "살"] {
          let folded = TextFolding.fold(text)
          let found = starred.filter { !folded.isEmpty && Self.contains(SearchBlock.key(of: $0).utf8, folded.utf8) }
          let sort = FavoritesQuery.Sort.allCases.randomElement(using: &generator)!
          let order = FavoritesQuery.Order.allCases.randomElement(using: &generator)!
          let sorted = Self.sorted(found, sort, order).map(\.id)
          let offset = Int.random(in: 0...found.count, using: &generator)
          let query = FavoritesQuery(sort: sort, order: order, text: folded, limit: 20, offset: offset)
          let page = try other.snapshot { try other.list(query) }.value
          #expect(page.state.total == found.count, "round \(round), “\(text)”")
          #expect(page.items.map(\.movie.id) == Array(sorted.dropFirst(offset).prefix(20)), "round \(round), “\(text)”")
        }
      }
    }
    #expect(try blockCount() > 1)
  }

  /// - Parameter movies: in the order of their stars.
  private static func sorted(
    _ movies: [Movie], _ sort: FavoritesQuery.Sort, _ order: FavoritesQuery.Order
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
      }
    }.map(\.element)
  }

  @Test func `a block that another program has changed is not used, and neither is one of impossible numbers`() throws {
    let file = try LibraryFile(path: path, now: { 1 })
    _ = try file.transaction {
      for number in 0..<200 { _ = try file.star(movie("Movie \(number)")) }
      _ = try file.unstar(movie("Movie 70").id)
    }
    try makeBlocks(in: file)
    let database = try Database(.file(path))
    try database.execute(
      """
      UPDATE search_block SET keys = x'00' WHERE block = 1;
      INSERT INTO search_block VALUES (-1, x''), (\(Int.max), x'FF'), (\(Int.min), x'');
      INSERT INTO search_block SELECT 4611686018427387904, keys FROM search_block WHERE block = 2
      """)
    for (text, count) in [("movie", 199), ("movie 7", 10), ("ovie 199", 1)] {
      let query = FavoritesQuery(sort: .starredAt, order: .asc, text: text, limit: 1_000, offset: 0)
      let page = try file.snapshot { try file.list(query) }.value
      #expect(page.state.total == count)
      #expect(page.items.count == count)
    }
    // The filter has noticed them.
    #expect(file.mustMakeSearchBlocks)
    try makeBlocks(in: file)
    #expect(try blockCount() == 3)
    try expectBlocks(of: file, find: 199)
  }

  /// Only who reads the blocks finds keys that are not in the rows any more.
  private func expectBlocks(of file: LibraryFile, find count: Int) throws {
    try Database(.file(path)).execute(
      "UPDATE entry SET search_key = '' WHERE number < (SELECT count(*) * 64 FROM search_block)")
    #expect(try file.snapshot { try file.entries(containing: "movie") }.value.count == count)
    #expect(!file.mustMakeSearchBlocks)
  }

  @Test(arguments: [true, false])
  func `of two stars that become one film only the earlier is found`(isStarredAgain: Bool) throws {
    let file = try LibraryFile(path: path, now: { 1 })
    var later = Movie(id: MovieID(catalog: "other", native: "later"), title: "Movie later")
    _ = try file.transaction {
      for number in 0..<192 { _ = try file.star(number == 100 ? later : movie("Movie \(number)")) }
    }
    try makeBlocks(in: file)
    let film = IMDbID(number: 5)!
    later.imdbId = film.description
    _ = try file.transaction {
      try file.learn([KnownID(id: movie("Movie 7").id, film: film)])
      if isStarredAgain { _ = try file.star(later) } else { try file.learn([KnownID(id: later.id, film: film)]) }
    }
    func titles(_ text: String) throws -> [String] {
      let query = FavoritesQuery(sort: .starredAt, order: .asc, text: text, limit: 1_000, offset: 0)
      let page = try file.snapshot { try file.list(query) }.value
      #expect(page.state.total == page.items.count)
      return page.items.map(\.movie.title)
    }
    // Its block is gone, and the others are not.
    #expect(try blockCount() == 2)
    for _ in 0...1 {
      #expect(try titles("later") == [])
      #expect(try titles("movie 7") == ["Movie 7"] + (70...79).map { "Movie \($0)" })
      #expect(try titles("movie").count == 191)
      try makeBlocks(in: file)
    }
    #expect(try blockCount() == 3)
    try expectBlocks(of: file, find: 191)
  }

  @Test func `blocks are made and used some seconds after a star`() async throws {
    let open = OpenStore(folder.path)
    for number in 0..<200 { _ = open.store.star(movie("Movie \(number)")) }
    #expect(try await open.state().total == 200)
    try await expectBlocksAreUsed(3, in: open)
  }

  @Test(arguments: 1...3)
  func `blocks of a file of an earlier version are made after a filter`(version: Int) async throws {
    do {
      let old = try OldFavoritesFile(path, version: version)
      try old.database.execute("BEGIN")
      for number in 0..<200 { try old.star(movie("Movie \(number)")) }
      try old.database.execute("COMMIT")
    }
    let open = OpenStore(folder.path)
    #expect(try await open.list(text: "movie 19").state.total == 11)
    try await expectBlocksAreUsed(3, in: open)
  }

  private func expectBlocksAreUsed(_ count: Int, in open: OpenStore) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    // Requests that go on meanwhile do not put it off.
    while try blockCount() < count {
      try #require(ContinuousClock.now < deadline)
      _ = try await open.list(limit: 1)
      try await Task.sleep(for: .milliseconds(20))
    }
    // Only who reads the blocks finds keys that are not in the rows any more.
    try Database(.file(path)).execute("PRAGMA busy_timeout = 60000; UPDATE entry SET search_key = ''")
    let titles = try await open.list(text: "movie 18").items.map(\.movie.title)
    #expect(titles == ["Movie 18"] + (180...189).map { "Movie \($0)" })
  }

  @Test func `a transaction makes a limited number of blocks`() throws {
    let file = try LibraryFile(path: path, now: { 1 })
    _ = try file.transaction { for number in 0..<9_000 { _ = try file.star(movie("Movie \(number)")) } }
    var areMoreMissing = false
    _ = try file.transaction { areMoreMissing = try file.makeSearchBlocks() }
    #expect(areMoreMissing)
    #expect(try blockCount() == 128)
    _ = try file.transaction { areMoreMissing = try file.makeSearchBlocks() }
    #expect(!areMoreMissing)
    #expect(try blockCount() == 140)
  }
}
