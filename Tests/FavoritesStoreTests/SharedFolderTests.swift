import FavoritesStore
import Foundation
import MovieCore
import TestSupport
import Testing

/// Two stores on one folder, as two editors have them.
@Suite(.timeLimit(.minutes(5)))
struct SharedFolderTests {
  private let folder = TemporaryFolder()

  @Test func `What one does the other is told of, as another's`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    try await left.star(movie("A"))
    try await right.changes.wait { $0.count == 1 }
    let star = try #require(right.changes.value.first)
    #expect(star.origin == .other)
    #expect(star.added == [movie("A")])
    #expect((star.previousRevision, star.state.revision, star.state.total) == (0, 1, 1))
    #expect(right.store.contains(movie("A").id))

    try await left.unstar(movie("A"))
    try await right.changes.wait { $0.count == 2 }
    #expect(right.changes.value[1].removed == [movie("A").id])
    #expect(!right.store.contains(movie("A").id))
    #expect(left.changes.value.allSatisfy { $0.origin == .own })
  }

  @Test func `Newer data is told of as such`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    try await left.star(movie("A"))
    await right.store.opened()
    _ = try await left.store.update([movie("A", year: 2000)]).uncancellableValue()
    try await right.changes.wait { !$0.isEmpty }
    #expect(right.changes.value.first?.updated == [movie("A", year: 2000)])
    #expect(right.changes.value.first?.added.isEmpty == true)
  }

  @Test func `Both have the same revisions, whoever changes`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    for number in 0..<10 {
      let open = number.isMultiple(of: 2) ? left : right
      #expect(try await open.star(movie("\(number)")).revision == number + 1)
    }
    #expect(try await left.titles() == (0..<10).map(String.init))
    #expect(try await right.state() == left.state())
  }

  @Test func `An operation sees what another committed before it, told of first`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    try await left.star(movie("A"))
    let star = try await right.star(movie("A"))
    #expect((star.changed, star.revision) == (false, 1))
    #expect(right.changes.value.map(\.origin) == [.other])
  }

  /// Whatever the two do at once, each is told of a chain of changes that makes its picture the file's.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Changes have no gap and add up, however the two meet`(seed: UInt64) async throws {
    let stores = [OpenStore(folder.path), OpenStore(folder.path)]
    for open in stores { await open.store.opened() }
    try await withThrowingTaskGroup { group in
      for (index, open) in stores.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: seed * 10 + UInt64(index))
          for _ in 0..<60 {
            let movie = movie("\(Int.random(in: 0..<8, using: &random))")
            let flight = Bool.random(using: &random) ? open.store.star(movie) : open.store.unstar(movie.id)
            if Bool.random(using: &random) { _ = try await flight.uncancellableValue() }
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
        picture.formUnion(change.added.map(\.id))
        #expect(picture.count == change.state.total)
      }
      #expect(picture == Set(titles.map { movie($0).id }))
    }
  }

  @Test func `A store that is closed is told of nothing more`() async throws {
    let (left, right) = (OpenStore(folder.path), OpenStore(folder.path))
    await right.store.opened()
    right.close()
    try await left.star(movie("A"))
    #expect(right.changes.value.isEmpty)
  }

  @Test func `When the file is removed the store begins a new one and tells of what is gone`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let epoch = try await open.state().epoch
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    // Not waited for: the store must not write into a file that has no name any more.
    let star = try await open.star(movie("B"))
    #expect((star.changed, star.revision) == (true, 1))
    let changes = try await open.changes.wait { $0.count == 3 }
    #expect(changes[1].removed == [movie("A").id])
    #expect(changes[1].state.epoch != epoch)
    #expect(changes[2].added == [movie("B")])
    open.close()
    #expect(try await OpenStore(folder.path).titles() == ["B"])
  }

  @Test func `When the folder is removed too, what others do in the new one is still told of`() async throws {
    let directory = folder.file("favorites")
    let one = OpenStore(directory)
    try await one.star(movie("A"))
    try FileManager.default.removeItem(atPath: directory)
    // Makes the folder anew, and is told of what is gone.
    try await one.star(movie("B"))
    try await one.changes.wait { $0.last?.added.map(\.title) == ["B"] }
    let other = OpenStore(directory)
    try await other.star(movie("C"))
    try await one.changes.wait { $0.last?.added.map(\.title) == ["C"] }
  }

  @Test func `Another folder that takes the place of the first at once is watched as well`() async throws {
    let directory = folder.file("favorites")
    let one = OpenStore(directory)
    try await one.star(movie("A"))
    try FileManager.default.removeItem(atPath: directory)
    // File systems give it the number of the one that has just gone. The store may be the one that makes it.
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let other = OpenStore(directory)
    for title in ["B", "C", "D"] {
      try await other.star(movie(title))
      try await one.changes.wait { $0.last?.added.map(\.title) == [title] }
    }
  }

  @Test func `When the file is replaced the store goes over to the new one and leaves it whole`() async throws {
    let maker = OpenStore(folder.file("elsewhere"))
    try await maker.star(movie("B"))
    let epoch = try await maker.state().epoch
    maker.close()

    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let (old, new) = (folder.file(FavoritesStore.fileName), folder.file("elsewhere/\(FavoritesStore.fileName)"))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: old + suffix) }
    // What tools that synchronise folders do.
    #expect(rename(new, old) == 0)
    try await open.changes.wait { $0.last?.state.epoch == epoch }
    #expect(try await open.titles() == ["B"])
    #expect(try await open.star(movie("C")).revision == 2)
    open.close()
    #expect(try await OpenStore(folder.path).titles() == ["B", "C"])
  }
}
