import MovieCore
import TestSupport
import Testing

@testable import LibraryStore

/// What is read together belongs to one revision, although another process writes meanwhile.
struct SnapshotTests {
  private let folder = TemporaryFolder()

  private let everything = LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: 10, offset: 0)

  private func open() throws -> LibraryFile { try LibraryFile(folder.path) }

  @Test func `a listing has the rows of the revision and the total that it gives`() throws {
    let (own, other) = (try open(), try open())
    _ = try other.transaction { _ = try other.star(movie("A")) }
    let (changes, page) = try own.snapshot { try own.favorites(everything) }
    #expect(changes.map(\.favorites?.state.revision) == [1])
    #expect((page.state.revision, page.state.total, page.items.count) == (1, 1, 1))
  }

  @Test func `another process may write while a snapshot is read`() throws {
    let (own, other) = (try open(), try open())
    let page = try own.snapshot {
      let before = try own.favorites(everything)
      _ = try other.transaction { _ = try other.star(movie("A")) }
      let after = try own.favorites(everything)
      #expect(before.state.revision == after.state.revision)
      return after
    }.value
    #expect((page.state.revision, page.state.total, page.items.count) == (0, 0, 0))
    #expect(try own.readOthersChanges().map(\.favorites?.state.revision) == [1])
  }
}
