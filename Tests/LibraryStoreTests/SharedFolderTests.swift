import Foundation
import LibraryStore
import MovieCore
import TestSupport
import Testing

/// Two stores on one folder, like those of two editors.
@Suite(.timeLimit(.minutes(20)))
struct SharedFolderTests {
  private let folder = TemporaryFolder()

  @Test func `a change by one store is reported by the other, with the origin other`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    try await left.star(movie("A"))
    try await right.changes.wait { $0.count == 1 }
    let star = try #require(right.changes.value.first)
    #expect(star.origin == .other)
    #expect(star.added.map(\.movie) == [movie("A")])
    #expect((star.previousRevision, star.state.revision, star.state.total) == (0, 1, 1))
    #expect(right.store.contains(movie("A").id))

    try await left.unstar(movie("A"))
    try await right.changes.wait { $0.count == 2 }
    #expect(right.changes.value[1].removed == [movie("A").id])
    #expect(!right.store.contains(movie("A").id))
    #expect(left.changes.value.allSatisfy { $0.origin == .own })
  }

  @Test func `new data is reported as an update`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    try await left.star(movie("A"))
    await right.store.opened()
    _ = try await left.store.update([movie("A", year: 2000)]).uncancellableValue()
    try await right.changes.wait { !$0.isEmpty }
    #expect(right.changes.value.first?.updated.map(\.movie) == [movie("A", year: 2000)])
    #expect(right.changes.value.first?.added.isEmpty == true)
  }

  @Test func `both stores have the same revisions, whichever makes a change`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    for number in 0..<10 {
      let open = number.isMultiple(of: 2) ? left : right
      #expect(try await open.star(movie("\(number)")).revision == number + 1)
    }
    #expect(try await left.titles() == (0..<10).map(String.init))
    #expect(try await right.state() == left.state())
  }

  @Test func `an operation sees the other store's earlier commits, which are reported first`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    try await left.star(movie("A"))
    let star = try await right.star(movie("A"))
    #expect((star.changed, star.revision) == (false, 1))
    #expect(right.changes.value.map(\.origin) == [.other])
  }

  /// Whatever the two do concurrently, the changes that each reports add up to the file's contents.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `changes have no gaps and add up, however the two stores interleave`(seed: UInt64) async throws {
    let stores = [OpenStore(folder.path), OpenStore(folder.path)]
    for open in stores { await open.store.opened() }
    try await withThrowingTaskGroup { group in
      for (index, open) in stores.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: seed * 10 + UInt64(index))
          for _ in 0..<60 {
            let movie = movie("\(Int.random(in: 0..<8, using: &random))")
            let task = Bool.random(using: &random) ? open.store.star(movie) : open.store.unstar(movie.id)
            if Bool.random(using: &random) { _ = try await task.uncancellableValue() }
          }
          _ = try await open.state()
        }
      }
      try await group.waitForAll()
    }
    let state = try await stores[0].state()
    let titles = Set(try await stores[0].titles())
    for open in stores {
      let changes = try await open.changes.wait { $0.last?.state.revision == state.revision }
      var revision = 0
      var picture: Set<MovieID> = []
      for change in changes {
        #expect(change.previousRevision == revision)
        #expect(change.state.revision > revision)
        revision = change.state.revision
        picture.subtract(change.removed)
        picture.formUnion(change.added.map(\.movie.id))
        #expect(picture.count == change.state.total)
      }
      #expect(picture == Set(titles.map { movie($0).id }))
    }
  }

  @Test func `a closed store reports nothing`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    right.close()
    try await left.star(movie("A"))
    #expect(right.changes.value.isEmpty)
  }

  @Test func `when the file is removed the store creates a new one and reports the removals`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let epoch = try await open.state().epoch
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    // Without waiting for the report: the store must not write into a file that no longer has a name.
    let star = try await open.star(movie("B"))
    #expect((star.changed, star.revision) == (true, 1))
    let changes = try await open.changes.wait { $0.count == 3 }
    #expect(changes[1].removed == [movie("A").id])
    #expect(changes[1].state.epoch != epoch)
    #expect(changes[2].added.map(\.movie) == [movie("B")])
    open.close()
    #expect(try await OpenStore(folder.path).titles() == ["B"])
  }

  /// Removes a folder in which a store may create a file at any moment, which makes one attempt fail.
  private func removeFolder(_ path: String) throws {
    for _ in 0..<100 where (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `when the folder is removed too, changes by others in the new folder are still reported`() async throws {
    let directory = folder.file("favorites")
    let one = OpenStore(directory)
    try await one.star(movie("A"))
    try removeFolder(directory)
    // It creates the folder again and reports the removals.
    try await one.star(movie("B"))
    try await one.changes.wait { $0.last?.added.map(\.movie.title) == ["B"] }
    let other = OpenStore(directory)
    try await other.star(movie("C"))
    try await one.changes.wait { $0.last?.added.map(\.movie.title) == ["C"] }
  }

  @Test func `another folder that immediately replaces the first is watched too`() async throws {
    let directory = folder.file("favorites")
    let one = OpenStore(directory)
    try await one.star(movie("A"))
    try removeFolder(directory)
    // File systems reuse the inode of the removed folder. The store itself may create the folder.
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let other = OpenStore(directory)
    for title in ["B", "C", "D"] {
      try await other.star(movie(title))
      try await one.changes.wait { $0.last?.added.map(\.movie.title) == [title] }
    }
  }

  @Test func `when the file is replaced the store uses the new one and does not damage it`() async throws {
    let maker = OpenStore(folder.file("elsewhere"))
    try await maker.star(movie("B"))
    let epoch = try await maker.state().epoch
    maker.close()

    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let (old, new) = (folder.file(LibraryStore.fileName), folder.file("elsewhere/\(LibraryStore.fileName)"))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: old + suffix) }
    // As tools that synchronize folders do.
    #expect(rename(new, old) == 0)
    try await open.changes.wait { $0.last?.state.epoch == epoch }
    #expect(try await open.titles() == ["B"])
    #expect(try await open.star(movie("C")).revision == 2)
    open.close()
    #expect(try await OpenStore(folder.path).titles() == ["B", "C"])
  }
}
