import Concurrency
import Foundation
import LibraryStore
import MovieCore
import OperatingSystem
import SQLite
import TestSupport
import Testing

/// The write-ahead log is emptied into the file some seconds after the last change.
@Suite(.timeLimit(.minutes(20)))
struct CheckpointTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  /// Waits until the log is empty. Looks every few milliseconds, because other tests use up the instances of inotify.
  private func waitForEmptyLog() async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while FileStamp(path: path + "-wal")?.isEmpty != true {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a copy of the file alone has all favorites, though the store stays open`() async throws {
    let (open, neighbour) = (OpenStore(folder.path), OpenStore(folder.path))
    _ = try await neighbour.state()
    for title in ["A", "B"] { try await open.star(movie(title)) }
    try await waitForEmptyLog()
    let copy = folder.file("copy/\(LibraryStore.fileName)")
    try FileManager.default.createDirectory(atPath: folder.file("copy"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try await OpenStore(folder.file("copy")).titles() == ["A", "B"])
    #expect(try await neighbour.star(movie("C")).revision == 3)
    #expect(try await open.titles() == ["A", "B", "C"])
    #expect(open.changes.value.map(\.previousRevision) == [0, 1, 2])
  }

  @Test func `a process that reads at that moment only delays it`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let reader = try Database(.file(path))
    try reader.execute("BEGIN; SELECT * FROM state")
    try await open.star(movie("B"))
    try reader.execute("COMMIT")
    try await waitForEmptyLog()
  }

  @Test func `the log is emptied also after ids that no change of this process has written`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try await waitForEmptyLog()
    let film = Movie(id: MovieID(catalog: "builtin", native: "tt0364569"), title: "Oldboy")
    let known = KnownID(id: MovieID(catalog: "tmdb", native: "670"), film: try #require(film.film))
    open.store.learn([known])
    // It ends before the log would be its own to empty.
    try await OpenStore(folder.path).star(film)
    try await open.changes.wait { $0.contains { $0.changed.contains { $0.shown.ids.contains(known.id) } } }
    try await waitForEmptyLog()
  }

  @Test func `only the owner can access the files, also those of an earlier version`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    func permissions() throws -> [Int] {
      try ["", "-wal", "-shm"].map {
        try FileManager.default.attributesOfItem(atPath: path + $0)[.posixPermissions] as? Int ?? 0
      }
    }
    #expect(try permissions() == [0o600, 0o600, 0o600])
    for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o644) }
    let other = OpenStore(folder.path)
    #expect(try await other.titles() == ["A"])
    #expect(try permissions() == [0o600, 0o600, 0o600])
  }

  @Test func `a log and an index from a time when the file was write-protected become writable with it`() async throws {
    let killed = OpenStore(folder.path)
    try await killed.star(movie("A"))
    for suffix in ["-wal", "-shm"] { chmod(path + suffix, 0o400) }
    let other = OpenStore(folder.path)
    #expect(try await other.titles() == ["A"])
    for suffix in ["-wal", "-shm"] {
      #expect(
        try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(.disabled(if: geteuid() == 0, "Root writes to every file."))
  func `a file that was write-protected when it was opened takes stars as soon as it can be written`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    chmod(path, 0o400)
    let open = OpenStore(folder.path)
    #expect(try await open.titles() == ["A"])
    #expect(await failure(open.store.star(movie("B")))?.reason == .storageFailed)
    chmod(path, 0o600)
    #expect(try await open.star(movie("B")).revision == 2)
  }

  @Test func `a folder that is renamed and replaced is noticed without a request`() async throws {
    let data = folder.file("data")
    let maker = OpenStore(folder.file("other"))
    try await maker.star(movie("B"))
    maker.close()
    let open = OpenStore(data)
    try await open.star(movie("A"))
    #expect(rename(data, folder.file("former")) == 0)
    #expect(rename(folder.file("other"), data) == 0)
    let change = try #require(try await open.changes.wait { $0.last?.added.map(\.movie) == [movie("B")] }.last)
    #expect(change.removed == [movie("A").id])
  }
}
