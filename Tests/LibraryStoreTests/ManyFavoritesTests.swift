import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

/// More favorites than fit into one message.
@Suite(.timeLimit(.minutes(20)))
struct ManyFavoritesTests {
  private let folder = TemporaryFolder()

  /// Adds favorites like another process, in one transaction.
  private func add(_ count: Int) throws {
    try Database(.file(folder.file(LibraryStore.fileName))).execute(
      """
      BEGIN IMMEDIATE;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO entry (number, id, key, starred_at, added, changed, updated, title_key, search_key, facets)
      SELECT i + 1, 'test:n' || i, 'test:n' || i, 1, i + 1, i + 1, 2, 'n' || i, 'n' || i, '' FROM n;
      INSERT INTO film
      SELECT id, json_object('id', id, 'title', title_key, 'imdbId', 'tt' || (number - 1), 'posterUrl',
        'https://x.test/' || (number - 1), 'backdropUrl', 'https://x.test/wide/' || (number - 1)), 1, '', number + 1
      FROM entry WHERE number > 1;
      UPDATE state SET revision = \(count + 1);
      UPDATE library SET revision = 2, position = \(count + 10);
      COMMIT
      """)
  }

  @Test func `a difference of more than 10,000 movies is bounded, and the rest is on the pages after it`() async throws
  {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try add(10_500)
    let change = try #require(try await open.changes.wait { $0.count == 2 }.last)
    #expect(!change.isComplete)
    #expect(change.added.isEmpty)
    #expect((change.previousRevision, change.state.revision, change.state.total) == (1, 10_501, 10_501))
    #expect(open.store.contains(MovieID(catalog: "test", native: "n10500")))

    for since in [0, 1] {
      let difference = try await open.difference(since: since)
      #expect(difference.isFresh && difference.hasMore)
      #expect(difference.added.count == 10_000)
      let rest = try await open.list(limit: 1_000, offset: 10_000)
      #expect(Set(difference.added.map(\.movie.id) + rest.items.map(\.movie.id)).count == 10_501)
    }
    let small = try await open.difference(since: 501)
    #expect(!small.isFresh && !small.hasMore)
    #expect(small.added.count == 10_000)

    #expect(try await open.star(movie("B")).favoritesRevision == 10_502)
    #expect(try await open.state().total == 10_502)
    let poster = open.store.kept(imageURL: "https://x.test/77")
    #expect(try await poster.uncancellableValue() == MovieID(catalog: "test", native: "n77"))
    let backdrop = open.store.kept(imageURL: "https://x.test/wide/79")
    #expect(try await backdrop.uncancellableValue() == MovieID(catalog: "test", native: "n79"))
    #expect(try await open.store.kept(imageURL: "https://x.test/\"").uncancellableValue() == nil)
  }

  @Test func `a filter of many favorites finds those of another process`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try add(20_500)
    _ = try await open.changes.wait { $0.count == 2 }
    let page = try await open.list(.title, .desc, text: "n2049", limit: 5, offset: 2)
    #expect(page.state.total == 11)
    #expect(page.items.map(\.movie.title) == ["n20497", "n20496", "n20495", "n20494", "n20493"])
  }

  @Test func `removals that are no longer remembered make a process read the file again`() async throws {
    let open = OpenStore(folder.path)
    for title in ["A", "B"] { try await open.star(movie(title)) }
    try Database(.file(folder.file(LibraryStore.fileName))).execute(
      """
      BEGIN; DELETE FROM entry WHERE id = 'test:A'; UPDATE state SET revision = 9, oldest = 9;
      UPDATE library SET revision = 9, oldest = 9; COMMIT
      """)
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect(change.removed == [movie("A").id])
    #expect((change.previousRevision, change.state.revision, change.state.total) == (0, 9, 1))
  }
}
