import FavoritesStore
import Foundation
import MovieCore
import TestSupport
import Testing

/// A file that gives way to one that cannot be used, and what comes after that.
@Suite(.timeLimit(.minutes(5)))
struct UnusableFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(FavoritesStore.fileName) }
  private var aside: String { folder.file("aside") }

  /// A store with the movies, whose file then gives way to one that is no database.
  private func makeUnusable(_ titles: [String]) async throws -> OpenStore {
    let open = OpenStore(folder.path)
    for title in titles { try await open.star(movie(title)) }
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try write("These are my favorites.\n", to: path)
    #expect(await failure(open.store.state())?.message.contains("is left as it is") == true)
    return open
  }

  @Test func `Nothing is starred meanwhile, and nothing is told`() async throws {
    let open = try await makeUnusable(["A"])
    #expect(!open.store.contains(movie("A").id))
    #expect(open.changes.value.count == 1)
    #expect(try contents(path) == Data("These are my favorites.\n".utf8))
  }

  @Test func `The same file put back is told of without being asked for, and has all that was starred`() async throws {
    let open = try await makeUnusable(["A", "B"])
    #expect(rename(aside, path) == 0)
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect((change.previousRevision, change.state.revision, change.state.total) == (0, 2, 2))
    #expect(change.added.isEmpty && change.removed.isEmpty)
    #expect(open.store.contains(movie("A").id))
    #expect(try await open.titles() == ["A", "B"])
    #expect(try await open.star(movie("C")).revision == 3)
    open.close()
    #expect(try await OpenStore(folder.path).titles() == ["A", "B", "C"])
  }

  @Test func `Another one is told of by its difference from what was starred before`() async throws {
    let maker = OpenStore(folder.file("elsewhere"))
    for title in ["B", "C"] { try await maker.star(movie(title)) }
    maker.close()
    let open = try await makeUnusable(["A", "B"])
    // Written into the one that is there, as `cp` does.
    let bytes = try contents(folder.file("elsewhere/\(FavoritesStore.fileName)"))
    try bytes.write(to: URL(filePath: path))
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect(change.added == [movie("C")])
    #expect(change.removed == [movie("A").id])
    #expect(change.state.total == 2)
  }

  @Test func `When the unusable one is removed the store begins a new one and tells of what is gone`() async throws {
    let open = try await makeUnusable(["A"])
    try FileManager.default.removeItem(atPath: path)
    let change = try #require(try await open.changes.wait { $0.count == 2 }.last)
    #expect(change.removed == [movie("A").id])
    #expect(try await open.star(movie("B")).revision == 1)
  }

  @Test func `A file that could not be used from the start is told of once it can`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try write("These are my favorites.\n", to: path)
    let open = OpenStore(folder.path)
    await open.store.opened()
    #expect(rename(aside, path) == 0)
    try await open.changes.wait { $0.last?.added == [movie("A")] }
    #expect(open.store.contains(movie("A").id))
  }
}
