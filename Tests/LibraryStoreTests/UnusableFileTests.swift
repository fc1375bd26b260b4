import Foundation
import LibraryStore
import MovieCore
import TestSupport
import Testing

/// A file that is replaced by one that cannot be used, and the time after that.
@Suite(.timeLimit(.minutes(20)))
struct UnusableFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }
  private var aside: String { folder.file("aside") }

  /// A store with the movies, whose file is then replaced by one that is not a database.
  private func makeUnusable(_ titles: [String]) async throws -> OpenStore {
    let open = OpenStore(folder.path)
    for title in titles { try await open.star(movie(title)) }
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try write("These are my favorites.\n", to: path)
    #expect(await failure(open.store.state())?.message.contains("It was not changed") == true)
    return open
  }

  @Test func `nothing is starred meanwhile, and nothing is reported`() async throws {
    let open = try await makeUnusable(["A"])
    #expect(!open.store.contains(movie("A").id))
    #expect(open.changes.value.count == 1)
    #expect(try contents(path) == Data("These are my favorites.\n".utf8))
  }

  @Test func `the same file is noticed when it is put back, and has all stars`() async throws {
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

  @Test func `another file is reported by its difference from the stars before`() async throws {
    let maker = OpenStore(folder.file("elsewhere"))
    for title in ["B", "C"] { try await maker.star(movie(title)) }
    maker.close()
    let open = try await makeUnusable(["A", "B"])
    // Written into the existing file, as `cp` does.
    let bytes = try contents(folder.file("elsewhere/\(LibraryStore.fileName)"))
    try bytes.write(to: URL(filePath: path))
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect(change.added.map(\.movie) == [movie("C")])
    #expect(change.removed == [movie("A").id])
    #expect(change.state.total == 2)
  }

  @Test func `when the unusable file is removed the store creates a new one and reports the removals`() async throws {
    let open = try await makeUnusable(["A"])
    try FileManager.default.removeItem(atPath: path)
    let change = try #require(try await open.changes.wait { $0.count == 2 }.last)
    #expect(change.removed == [movie("A").id])
    #expect(try await open.star(movie("B")).revision == 1)
  }

  @Test func `a file that could not be used from the start is reported when it can`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try write("These are my favorites.\n", to: path)
    let open = OpenStore(folder.path)
    await open.store.opened()
    #expect(rename(aside, path) == 0)
    try await open.changes.wait { $0.last?.added.map(\.movie) == [movie("A")] }
    #expect(open.store.contains(movie("A").id))
  }

  @Test func `a file that is put back at any moment of the opening is noticed`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    for round in 0..<100 {
      try FileManager.default.moveItem(atPath: path, toPath: aside)
      try write("These are my favorites.\n", to: path)
      let open = OpenStore(folder.path)
      open.store.prepare()
      for _ in 0..<round * 100 { sched_yield() }
      #expect(rename(aside, path) == 0)
      await open.store.opened()
      if !open.store.contains(movie("A").id) {
        try await open.changes.wait { $0.last?.added.map(\.movie) == [movie("A")] }
      }
      open.close()
    }
  }
}
