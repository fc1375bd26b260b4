import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StorageFailureTests {
  private let folder = TemporaryFolder()

  @Test func `folders are created as deep as needed, accessible to their owner only`() async throws {
    let deep = folder.file("a/b/c")
    let open = OpenStore(deep)
    try await open.star(movie("A"))
    for path in [deep, folder.file("a")] {
      let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(permissions == 0o700)
    }
  }

  @Test func `if the folder cannot be created every operation says so, and nothing is starred`() async throws {
    try write("a file where the folder should be", to: folder.file("taken"))
    let open = OpenStore(folder.file("taken/data"))
    await open.store.opened()
    let error = await failure(open.store.star(movie("A")))
    #expect(error?.reason == .storageFailed)
    #expect(error?.message.contains(folder.file("taken/data")) == true)
    #expect(error?.detail?.isEmpty == false)
    #expect(await failure(open.store.state())?.reason == .storageFailed)
    #expect(!open.store.contains(movie("A").id))
  }

  @Test func `on a full disk a change fails without effect, and reading still works`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    // A trigger stands in for a full disk: it fails every insert with an SQLite error.
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    try database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    let error = await failure(open.store.star(movie("B")))
    #expect(error?.reason == .storageFailed)
    #expect(error?.detail?.contains("disk is full") == true)
    #expect(try await open.titles() == ["A"])
    #expect(!open.store.contains(movie("B").id))
    #expect(open.changes.value.count == 1)

    try database.execute("DROP TRIGGER full")
    #expect(try await open.star(movie("B")).revision == 2)
    #expect(open.changes.value.map(\.previousRevision) == [0, 1])
  }

  @Test func `if one change of a transaction fails, none of them is made or reported`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    try database.execute(
      """
      CREATE TRIGGER bad BEFORE INSERT ON entry WHEN NEW.title_key = 'bad'
      BEGIN SELECT RAISE(ABORT, 'bad'); END; BEGIN IMMEDIATE
      """)
    // While the file is locked they queue up and share the transaction after the first.
    let first = open.store.star(movie("first"))
    let group = ["B", "bad", "C"].map { open.store.star(movie($0)) }
    try database.execute("COMMIT")
    _ = await failure(first)
    for task in group { _ = await failure(task) }
    let titles = try await open.titles()
    let told = open.changes.value.flatMap(\.added).map(\.movie.title)
    #expect(titles == told)
    #expect(!titles.contains("bad"))
    #expect(await failure(group[1])?.reason == .storageFailed)
    for (task, title) in zip(group, ["B", "bad", "C"]) {
      #expect((await failure(task) == nil) == titles.contains(title), "an answer and the file must agree on \(title)")
    }
  }

  @Test func `closing completes the queued operations`() async throws {
    let open = OpenStore(folder.path)
    let tasks = (0..<100).map { open.store.star(movie("\($0)")) }
    open.close()
    for task in tasks { #expect(try await task.uncancellableValue().changed) }
    #expect(try await OpenStore(folder.path).titles().count == 100)
  }

  @Test func `closing a store that was never used creates no file`() throws {
    let open = OpenStore(folder.file("unused"))
    open.close()
    #expect(!FileManager.default.fileExists(atPath: folder.file("unused")))
  }
}
