import CSQLite
import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

/// A file that is overwritten in place while a store has it open: `sqlite3 favorites.db ".restore backup.db"`.
@Suite(.timeLimit(.minutes(20)))
struct RestoredFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file(LibraryStore.fileName) }

  @Test func `another file's contents are reported like a replaced file`() async throws {
    let backup = try await makeBackup(["B", "C"])
    let open = OpenStore(folder.path)
    for title in ["A", "B"] { try await open.star(movie(title)) }
    let epoch = try await open.state().epoch
    try restore(backup)
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect(change.state.epoch != epoch)
    #expect((change.previousRevision, change.state.revision, change.state.total) == (0, 2, 2))
    #expect(change.added.map(\.movie) == [movie("C")])
    #expect(change.removed == [movie("A").id])
    #expect(change.origin == .other)
    #expect(open.store.contains(movie("C").id))
    #expect(!open.store.contains(movie("A").id))
    let difference = try await open.difference(since: 2)
    #expect(difference.state == change.state)
    #expect(try await open.star(movie("D")).revision == 3)
    #expect(try await open.titles() == ["B", "C", "D"])
  }

  @Test func `an operation right after the replacement applies to the new contents`() async throws {
    let backup = try await makeBackup(["B"])
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try restore(backup)
    #expect(try await open.star(movie("C")).revision == 2)
    #expect(open.changes.value.map(\.previousRevision) == [0, 0, 1])
    #expect(try await open.titles() == ["B", "C"])
  }

  @Test func `an earlier state of the same file is reported too`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let backup = folder.file("backup.db")
    try Database(.file(path)).execute("VACUUM INTO '\(backup)'")
    for title in ["B", "C"] { try await open.star(movie(title)) }
    try restore(backup)
    let change = try #require(try await open.changes.wait { $0.count == 4 }.last)
    #expect((change.previousRevision, change.state.revision, change.state.total) == (0, 1, 1))
    #expect(change.removed == [movie("B").id, movie("C").id])
  }

  @Test func `contents of another program are not touched`() async throws {
    let backup = folder.file("backup.db")
    try Database(.file(backup)).execute("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('Ram-don')")
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    try restore(backup)
    #expect(await failure(open.store.star(movie("B")))?.message.contains("another program") == true)
    #expect(!open.store.contains(movie("A").id))
    try restore(try await makeBackup(["A", "B"]))
    try await open.changes.wait { $0.last?.added.map(\.movie) == [movie("B")] }
    #expect(open.store.contains(movie("A").id))
  }

  @Test func `a damaged file is used again after it is repaired`() async throws {
    try await damage(keeping: folder.file("whole.db"))
    let open = OpenStore(folder.path)
    #expect(await failure(open.store.list(newest))?.message.contains("is damaged") == true)
    let before = try contents(path)
    // It would succeed, because the damage is elsewhere; but nothing may be written.
    #expect(await failure(open.store.star(movie("A")))?.message.contains("is damaged") == true)
    #expect(await failure(open.store.unstar(movie("1").id))?.message.contains("is damaged") == true)
    #expect(!open.store.contains(movie("1").id))
    #expect(try contents(path) == before)
    #expect(!((try? contents(path + "-wal"))?.isEmpty == false))

    try restore(folder.file("whole.db"))
    try await open.changes.wait { !$0.isEmpty }
    #expect(open.store.contains(movie("1").id))
    #expect(try await open.star(movie("A")).changed)
    #expect(try await open.state().total == 401)
  }

  @Test func `a file that replaces a damaged one is used`() async throws {
    try await damage(keeping: folder.file("whole.db"))
    let open = OpenStore(folder.path)
    #expect(await failure(open.store.list(newest))?.message.contains("is damaged") == true)
    #expect(rename(folder.file("whole.db"), path) == 0)
    try await open.changes.wait { $0.last?.state.total == 400 }
    #expect(try await open.star(movie("A")).changed)
    open.close()
    #expect(try await OpenStore(folder.path).state().total == 401)
  }

  // MARK: Support

  private var newest: LibraryQuery { LibraryQuery(sort: .starredAt, order: .desc, text: nil, limit: 1, offset: 0) }

  private func makeBackup(_ titles: [String]) async throws -> String {
    let other = OpenStore(folder.file("other"))
    for title in titles { try await other.star(movie(title)) }
    other.close()
    return folder.file("other/\(LibraryStore.fileName)")
  }

  /// Makes a file in which the page with the newest favorite is damaged, and a copy from before the damage.
  private func damage(keeping whole: String) async throws {
    let maker = OpenStore(folder.path)
    for task in (0..<400).map({ maker.store.star(film($0)) }) { _ = try await task.uncancellableValue() }
    maker.close()
    var bytes = try contents(path)
    try bytes.write(to: URL(filePath: whole))
    let page = try #require(bytes.range(of: Data("\"test:399\"".utf8))).lowerBound / 4_096 * 4_096
    bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0xA5, count: 4_096))
    try bytes.write(to: URL(filePath: path))
  }

  private func film(_ number: Int) -> Movie {
    var film = movie("\(number)")
    film.overview = String(repeating: "It rains. ", count: 30)
    return film
  }

  /// Restores like another process: SQLite writes all pages of the backup into the file, in one transaction.
  private func restore(_ backup: String) throws {
    var source: OpaquePointer?
    var target: OpaquePointer?
    defer {
      sqlite3_close(source)
      sqlite3_close(target)
    }
    try #require(sqlite3_open(backup, &source) == SQLITE_OK)
    try #require(sqlite3_open(path, &target) == SQLITE_OK)
    let work = try #require(sqlite3_backup_init(target, "main", source, "main"))
    #expect(sqlite3_backup_step(work, -1) == SQLITE_DONE)
    #expect(sqlite3_backup_finish(work) == SQLITE_OK)
  }
}
