import CSQLite
import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

/// Locks that another process holds, which may be stopped. Here the test holds them.
@Suite(.timeLimit(.minutes(20)))
struct LockTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  /// A lock of the data folder that is held until this object is gone.
  private final class HeldFolderLock {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    }

    deinit { close(descriptor) }
  }

  @Test func `a file is opened without the lock of the folder when nobody releases it`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    let lock = try HeldFolderLock(folder.path)
    let open = OpenStore(folder.path)
    #expect(try await open.titles() == ["A"])
    #expect(try await open.star(movie("B")).revision == 2)
    withExtendedLifetime(lock) {}
  }

  @Test func `an empty file that is opened late is not reported, because nobody was told anything else`() async throws {
    let lock = try HeldFolderLock(folder.path)
    let open = OpenStore(folder.path)
    await open.store.opened()
    try await open.star(movie("A"))
    #expect(try await open.changes.wait { !$0.isEmpty }.first?.added.map(\.movie) == [movie("A")])
    withExtendedLifetime(lock) {}
  }

  @Test func `a page does not wait for long, and the favorites are reported when they are open`() async throws {
    let maker = OpenStore(folder.path)
    try await maker.star(movie("A"))
    maker.close()
    var database: Database? = try Database(.file(path))
    try database?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE state SET oldest = 0; COMMIT")
    let open = OpenStore(folder.path)
    await open.store.opened()
    #expect(!open.store.contains(movie("A").id))
    let error = await failure(open.store.state())
    #expect(error?.reason == .storageFailed)
    #expect(error?.isRetryable == true)
    // Nobody asks: the store notices the end of the lock.
    database = nil
    let change = try #require(try await open.changes.wait { !$0.isEmpty }.last)
    #expect(change.added.map(\.movie) == [movie("A")])
    #expect(open.store.contains(movie("A").id))
  }

  @Test func `while another process holds the write lock stars fail soon, all together, and reading works`()
    async throws
  {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let database = try Database(.file(path))
    try database.execute("BEGIN IMMEDIATE")
    let clock = ContinuousClock()
    let start = clock.now
    let first = open.store.star(movie("first"))
    let query = LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: 10, offset: 0)
    // A read after each change: thirty transactions, each of which would wait by itself.
    let others = (0..<30).map { (open.store.star(movie("\($0)")), open.store.list(query)) }
    for task in [first] + others.map(\.0) {
      let error = await failure(task)
      #expect(error?.reason == .storageFailed)
      #expect(error?.isRetryable == true)
    }
    for (_, list) in others { #expect(try await list.uncancellableValue().items.map(\.movie.title) == ["A"]) }
    // Each wait of two seconds would make it sixty.
    #expect(clock.now - start < .seconds(50))
    try database.execute("ROLLBACK")
    #expect(try await open.star(movie("B")).revision == 2)
    #expect(open.changes.value.map(\.previousRevision) == [0, 1])
  }

  @Test func `all waits of a connection end at its deadline, also those that ignore SQLite's own timeout`() throws {
    let holder = try Database(.file(path))
    try holder.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x); BEGIN IMMEDIATE")
    let other = try Database(.file(path), busyMilliseconds: 60_000)
    other.lockDeadline = 0
    let error = #expect(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
    #expect(error?.isLockTimeout == true)
    try holder.execute("COMMIT")
    try other.execute("BEGIN IMMEDIATE; COMMIT")
  }
}
