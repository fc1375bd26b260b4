import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct DifferenceTests {
  private let folder = TemporaryFolder()

  @Test func `the difference from a revision lists what was starred and unstarred since`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try await open.star(movie("B"))
    try await open.unstar(movie("A"))
    try await open.star(movie("C"))

    let cases: [(Int, [String], [Movie])] = [
      // A client that has seen nothing also gets removals, which does no harm.
      (0, ["B", "C"], [movie("A")]), (1, ["B", "C"], [movie("A")]), (2, ["C"], [movie("A")]), (3, ["C"], []),
      (4, [], []),
    ]
    for (revision, added, removed) in cases {
      let difference = try await open.difference(since: revision)
      #expect(difference.added.map(\.movie.title) == added, "since \(revision)")
      #expect(difference.removed == removed.map(\.id), "since \(revision)")
      #expect(!difference.isFresh)
      #expect((difference.state.revision, difference.state.total) == (4, 2))
    }
  }

  @Test func `a movie that was unstarred and starred again is added`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try await open.unstar(movie("A"))
    try await open.star(movie("A"))
    let difference = try await open.difference(since: 1)
    #expect(difference.added.map(\.movie.title) == ["A"])
    #expect(difference.removed.isEmpty)
  }

  @Test func `a revision from the future gets all favorites`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try await open.unstar(movie("A"))
    try await open.star(movie("B"))
    for revision in [4, Int.max] {
      let difference = try await open.difference(since: revision)
      #expect(difference.isFresh)
      #expect(difference.added.map(\.movie.title) == ["B"])
      #expect(difference.removed.isEmpty)
    }
  }

  @Test func `new data is part of the difference and keeps the star`() async throws {
    let open = OpenStore(folder.path, now: { 7 })
    try await open.star(movie("A", year: 1999))
    try await open.star(movie("B"))
    let state = try await open.store.update([movie("A", year: 2000), movie("not starred")]).uncancellableValue()
    #expect((state.revision, state.total) == (3, 2))
    let difference = try await open.difference(since: 2)
    var expected = ListedEntry(text: MovieText(movie("A", year: 2000)), shown: ShownMark(ids: [], mark: Mark()))
    expected.shown.mark.starredAt = 7
    #expect(difference.added == [expected])
    let change = try #require(open.changes.value.last)
    #expect((change.previousRevision, change.state.revision) == (2, 3))
    #expect(change.updated.map(\.movie) == [movie("A", year: 2000)])
    #expect(change.added.isEmpty && change.removed.isEmpty)
    // It is still the original star.
    #expect(try await open.titles() == ["A", "B"])
    #expect(!open.store.contains(movie("not starred").id))
  }

  @Test func `new data of movies that are not starred changes nothing`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    #expect(try await open.store.update([movie("B")]).uncancellableValue().revision == 1)
    #expect(try await open.store.update([]).uncancellableValue().revision == 1)
    #expect(open.changes.value.count == 1)
  }

  @Test func `new data changes how a favorite is sorted and found`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("B", year: 1990))
    try await open.star(movie("A", year: 1980))
    var newer = movie("B", year: 1970)
    newer.title = "기생충"
    _ = try await open.store.update([newer]).uncancellableValue()
    #expect(try await open.list(.year).items.map(\.movie.title) == ["기생충", "A"])
    #expect(try await open.list(text: "기생").items.count == 1)
    #expect(try await open.list(text: "b").items.isEmpty)
  }

  /// Removals are remembered for 100,000 revisions. Instead of making so many, the test sets the revision in the file.
  @Test(arguments: [false, true])
  func `removals are remembered for a long time but not forever`(lastIsStar: Bool) async throws {
    let first = OpenStore(folder.path)
    try await first.star(movie("old"))
    try await first.unstar(movie("old"))
    first.close()
    let target = 200_000
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    try database.run("UPDATE state SET revision = ?", .integer(target - 2))

    let second = OpenStore(folder.path)
    #expect(try await second.difference(since: 1).isFresh == false)
    #expect(try await second.difference(since: 1).removed == [movie("old").id])
    if !lastIsStar {
      try await second.star(movie("new"))
      try await second.unstar(movie("new"))
    } else {
      try await second.star(movie("new"))
      try await second.star(movie("newer"))
    }
    #expect(try await second.state().revision == target)
    #expect(try await second.difference(since: 1).isFresh)
    #expect(try await second.difference(since: target - 100_001).isFresh)
    #expect(try await second.difference(since: target - 100_000).isFresh == false)
    #expect(try database.all("SELECT id FROM removal WHERE revision < 9") { $0.text(0) } == [])
  }
}
