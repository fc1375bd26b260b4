import Foundation
import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// The stars in memory, while they are read in steps.
@Suite(.timeLimit(.minutes(20)))
struct StarLoadingTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  /// - Parameter perStep: all entries are read at once if it is nil.
  private func open(perStep: Int? = nil) throws -> LibraryFile {
    let context = LibraryContext(
      directory: folder.path, localIDs: { [MovieID(catalog: "local", native: "\($0)")] }, now: { 1 })
    return try LibraryFile(context, entriesPerStep: perStep ?? 1_024, loadsAll: perStep == nil)
  }

  private static let films = (1...12).map { IMDbID(number: $0)! }
  /// Ids that name a film themselves, and others, whose films are learned.
  private static let ids = films.flatMap { film in
    ["builtin:\(film)", "tmdb:\(film.number)", "mine:\(film.number)"].map { (id: MovieID($0)!, film: film) }
  }

  /// All stars in memory, with all their ids.
  private func stars(_ file: LibraryFile) -> Set<String> {
    var stars: Set<String> = []
    file.entries.snapshot.forEach { star in
      stars.insert("\(star.id) \(star.film?.description ?? "?") \(star.otherIDs)")
    }
    return stars
  }

  private static func change(_ file: LibraryFile, _ random: inout some RandomNumberGenerator) throws {
    let (id, film) = ids.randomElement(using: &random)!
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: _ = try file.star(Movie(id: id, title: "\(id)"))
    case 5..<7: _ = try file.unstar(id)
    default: if id.film == nil { try file.learn([KnownID(id: id, film: film)]) }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `whoever changes the file while it is read, what is asked about is right, and all is right in the end`(
    seed: UInt64
  ) throws {
    var random = TestSupport.SeededGenerator(seed: seed)
    let other = try open()
    for _ in 0..<40 { _ = try other.transaction { try Self.change(other, &random) } }
    let own = try open(perStep: Int.random(in: 1...3, using: &random))
    #expect(!own.entries.isComplete)
    while !own.entries.isComplete {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: _ = try other.transaction { try Self.change(other, &random) }
      case 1: _ = try own.transaction { try Self.change(own, &random) }
      default: _ = try own.snapshot { try own.continueLoading() }
      }
      let complete = try open()
      let asked = (0..<4).map { _ in Self.ids.randomElement(using: &random)! }
      _ = try own.snapshot { try own.loadEntries(of: asked.prefix(2).map(\.id), asked.suffix(2).map(\.film)) }
      for (id, _) in asked.prefix(2) {
        #expect(own.entries.entry(of: id)?.mark == complete.entries.entry(of: id)?.mark, "\(id)")
        #expect(own.entries.entry(of: id)?.id == complete.entries.entry(of: id)?.id, "\(id)")
        #expect(own.entries.entry(of: id)?.otherIDs == complete.entries.entry(of: id)?.otherIDs, "\(id)")
      }
      for (_, film) in asked.suffix(2) {
        #expect(own.entries.entry(of: film)?.id == complete.entries.entry(of: film)?.id, "\(film)")
      }
      #expect(own.state == complete.state)
      let query = LibraryQuery(sort: .title, order: .asc, text: nil, limit: 3, offset: 0)
      #expect(try own.snapshot { try own.favorites(query).items }.value == complete.favorites(query).items)
    }
    #expect(own.entries.starCount == own.state.total)
    #expect(try stars(own) == stars(open()))
  }

  @Test(arguments: [1, 2, 1_024])
  func `rows that another program has written do not stop the reading`(starsPerStep: Int) throws {
    do {
      let file = try open()
      _ = try file.transaction { for id in ["mine:a", "mine:é", "mine:z"] { _ = try file.star(movie(id)) } }
      func insert(_ id: String, film: String) throws {
        try file.database.execute(
          """
          INSERT INTO entry (id, key, film, starred_at, added, changed, updated, title_key, search_key, facets)
          VALUES (\(id), \(id), \(film), 1, (SELECT max(added) FROM entry) + 1, 1, 1, '', '', '')
          """)
      }
      // No UTF-8: read as text, the first is after `é` and the last before itself.
      for id in ["x'746573743A6D696E653A80'", "x'FF'"] { try insert("CAST(\(id) AS TEXT)", film: "NULL") }
      for film in [Int.min, -1, 0, 1, Int.max] { try insert("'mine:\(film)'", film: "\(film)") }
      try insert("'none'", film: "NULL")
      try insert("'also none'", film: "5")
    }
    let own = try open(perStep: starsPerStep)
    var steps = 1
    while !own.entries.isComplete {
      _ = try own.snapshot { try own.continueLoading() }
      steps += 1
      try #require(steps < 30)
    }
    let complete = try open()
    #expect(stars(own) == stars(complete))
    #expect(own.state.total == complete.state.total)
    for number in [Int.min, -1, 0, 1, Int.max] { #expect(own.entries.entry(of: MovieID("mine:\(number)")!) != nil) }
    for id in ["mine:a", "mine:é", "mine:z"] { #expect(own.entries.entry(of: movie(id).id) != nil) }
  }

  /// Adds favorites like another program, all with the same revision.
  private func add(_ numbers: ClosedRange<Int>, to folder: TemporaryFolder) throws {
    _ = try LibraryFile(folder.path)
    try Database(.file(folder.file(LibraryStore.fileName))).execute(
      """
      WITH RECURSIVE n(i) AS (SELECT \(numbers.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(numbers.upperBound))
      INSERT INTO entry (number, id, key, film, starred_at, added, changed, updated, title_key, search_key, facets)
      SELECT i, 'test:' || i, 'test:' || i, iif(i % 2, i, NULL), 1, i, 1, 1, 'n' || i, 'n' || i, '' FROM n;
      INSERT INTO film
      SELECT id, json_object('id', id, 'title', title_key), 1, '', number FROM entry;
      UPDATE state SET revision = \(numbers.upperBound);
      UPDATE library SET revision = 1, position = \(numbers.upperBound)
      """)
  }

  private func id(_ number: Int) -> MovieID { MovieID(catalog: "test", native: "\(number)") }

  @Test func `the favorites of a large file are known to whoever asks, before and after all are read`() async throws {
    try add(1...30_000, to: folder)
    let open = OpenStore(folder.path)
    await open.store.load([id(29_998), id(30_001)], [IMDbID(number: 29_999)!])
    #expect(open.store.contains(id(29_998)) && open.store.contains(IMDbID(number: 29_999)!))
    #expect(!open.store.contains(id(30_001)))
    #expect(try await open.list(limit: 2).state.total == 30_000)
    #expect(try await open.star(movie("A")).favoritesRevision == 30_001)
    await open.store.loaded()
    #expect((1...30_000).allSatisfy { open.store.contains(id($0)) })
    #expect(open.store.starsToLookUp(in: "tmdb").count == 15_000)
    #expect(try await open.store.values(on: .favorites, in: "test").uncancellableValue().count == 30_001)
    #expect(try await open.state().total == 30_001)
  }

  @Test func `a large file that replaces a small one is reported by what is different`() async throws {
    let open = OpenStore(folder.path)
    for number in [4_999, 5_000, 5_001] { try await open.star(movie("\(number)")) }
    let other = TemporaryFolder()
    try add(1...5_000, to: other)
    #expect(rename(other.file(LibraryStore.fileName), path) == 0)
    let change = try #require(try await open.changes.wait { $0.count == 4 }.last)
    #expect(change.removed == [id(5_001)])
    #expect(Set(change.added.map(\.movie.id)) == Set((1...4_998).map(id)))
    #expect(change.state.total == 5_000)
  }

  @Test func `of a large file that comes later all stars are known when it is reported`() async throws {
    try write("These are my favorites.\n", to: path)
    let open = OpenStore(folder.path)
    await open.store.loaded()
    #expect(open.store.starsToLookUp(in: "tmdb").isEmpty)
    let other = TemporaryFolder()
    try add(1...20_000, to: other)
    #expect(rename(other.file(LibraryStore.fileName), path) == 0)
    #expect(try await open.changes.wait { $0.count == 1 }.last?.state.total == 20_000)
    #expect(open.store.starsToLookUp(in: "tmdb").count == 10_000)
  }

  @Test func `what is different is not listed while not all stars before are known`() throws {
    try add(1...10, to: folder)
    let before = try open(perStep: 3)
    let complete = try open()
    func change() -> FavoritesChange? {
      complete.changeAfterReplacement(of: before.entries.snapshot).favorites
    }
    #expect(change()?.isComplete == false)
    while !before.entries.isComplete { _ = try before.snapshot { try before.continueLoading() } }
    #expect(change()?.isComplete == true)
  }
}
