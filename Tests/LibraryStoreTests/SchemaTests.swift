import Foundation
import JSON
import MovieCore
import Platform
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// Files of other versions or other programs, and damaged files.
@Suite(.timeLimit(.minutes(20)))
struct SchemaTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file(LibraryStore.fileName) }

  private func file(_ migrations: [String] = Schema.migrations) throws -> LibraryFile {
    try LibraryFile(folder.path, migrations: migrations)
  }

  private func number(_ pragma: String) throws -> Int? {
    try Database(.file(path)).first("PRAGMA \(pragma)") { $0.int(0) }
  }

  @Test func `a new file has our application id, the newest version and a write-ahead log`() throws {
    _ = try file()
    #expect(try number("user_version") == Schema.migrations.count)
    #expect(try number("application_id") == Schema.applicationID)
    #expect(try Database(.file(path)).first("PRAGMA journal_mode") { $0.text(0) } == "wal")
  }

  @Test func `every order of a whole list is that of an index`() throws {
    let database = try file().database
    func isSorted(_ condition: EntryCondition, _ order: EntryOrder) throws -> Bool {
      let plan = try database.all(
        "EXPLAIN QUERY PLAN SELECT number FROM entry \(condition.sql) \(order.sql(isReversed: false))"
      ) { $0.text(3) }
      return !plan.contains { $0.contains("TEMP B-TREE") }
    }
    for sort in LibraryQuery.Sort.allCases where sort != .random {
      let query = LibraryQuery(sort: sort)
      #expect(try isSorted(EntryCondition(query, of: LibraryList.self), EntryOrder(query)), "\(sort)")
      #expect(try isSorted(EntryCondition(query, of: FavoritesList.self), EntryOrder(query)), "\(sort)")
    }
  }

  @Test func `the fingerprint of the schema is that of the migrations`() throws {
    let model = try Database(.memory)
    for step in Schema.migrations { try model.execute(step) }
    #expect(StableHash.word(try Schema.objects(of: model).utf8) == Schema.fingerprint)
  }

  @Test func `a file of an older version is migrated with its data`() throws {
    do {
      let old = try file()
      _ = try old.transaction { _ = try old.star(movie("A", year: 1999)) }
    }
    let newer =
      Schema.migrations + [
        "ALTER TABLE entry ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",
        "CREATE TABLE extra (x INT); DROP TABLE extra; UPDATE entry SET note = 'kept'",
      ]
    let state = try file(newer).state
    #expect((state.revision, state.total) == (1, 1))
    #expect(try number("user_version") == newer.count)
    let database = try Database(.file(path))
    #expect(try database.first("SELECT note FROM entry") { $0.text(0) } == "kept")
    #expect(try database.first("SELECT movie FROM film") { $0.text(0) } == movie("A", year: 1999).jsonText)
    // Opening it again changes nothing.
    #expect(try file(newer).state == state)
  }

  @Test func `a migration that fails leaves the file at its version`() throws {
    _ = try file()
    let broken = Schema.migrations + ["CREATE TABLE added (x INT)", "INSERT INTO nowhere VALUES (1)"]
    #expect(throws: SQLiteError.self) { try file(broken) }
    #expect(try number("user_version") == Schema.migrations.count)
    #expect(try Database(.file(path)).first("SELECT 1 FROM sqlite_schema WHERE name = 'added'") { $0.int(0) } == nil)
    #expect(try file().state.revision == 0)
  }

  @Test func `several processes that create the file concurrently get the same one`() async throws {
    let path = folder.path
    let epochs = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try LibraryFile(path).state.epoch } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(epochs.count == 1)
  }

  @Test func `a newer version is rejected and not changed`() async throws {
    try Database(.file(path)).execute(
      """
      CREATE TABLE favorite (something TEXT); INSERT INTO favorite VALUES ('new');
      PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.migrations.count + 1)
      """)
    try await expectRefusal(saying: "newer version")
  }

  @Test func `another program's database is rejected and not changed`() async throws {
    try Database(.file(path)).execute("CREATE TABLE favorite (x); INSERT INTO favorite VALUES (1)")
    try await expectRefusal(saying: "another program")
  }

  @Test(arguments: [2, 100, 1_024, 100_000])
  func `a file that is not a database is rejected and not changed`(size: Int) async throws {
    try write(String(repeating: "x", count: size), to: path)
    try await expectRefusal(saying: "damaged")
  }

  @Test func `a damaged file is rejected and not changed`() async throws {
    do {
      let whole = try file()
      _ = try whole.transaction { for number in 0..<500 { _ = try whole.star(movie("Movie \(number)")) } }
    }
    // Everything after the first pages is overwritten, as by a faulty disk.
    var data = try contents(path)
    #expect(data.count > 100_000)
    data.replaceSubrange(8_192..., with: Data(repeating: 0xA5, count: data.count - 8_192))
    try data.write(to: URL(filePath: path))
    try await expectRefusal(saying: "damaged")
  }

  @Test func `a truncated file is rejected and not changed`() async throws {
    do {
      let whole = try file()
      _ = try whole.transaction { for number in 0..<500 { _ = try whole.star(movie("Movie \(number)")) } }
    }
    try contents(path).prefix(20_000).write(to: URL(filePath: path))
    try await expectRefusal(saying: "damaged")
  }

  @Test func `an empty file is treated like a missing one`() async throws {
    try write("", to: path)
    let open = OpenStore(folder.path)
    #expect(try await open.star(movie("A")).revision == 1)
  }

  @Test func `a rejected file can be replaced while the store is running`() async throws {
    try write(String(repeating: "x", count: 1_000), to: path)
    let open = OpenStore(folder.path)
    #expect(await failure(open.store.state())?.reason == .storageFailed)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await open.star(movie("A")).revision == 1)
  }

  /// Checks that every operation fails with `storageFailed` and says why, and that the file does not change.
  private func expectRefusal(saying words: String) async throws {
    let before = try contents(path)
    let open = OpenStore(folder.path)
    await open.store.opened()
    let failures = [
      await failure(open.store.state()), await failure(open.store.star(movie("A"))),
      await failure(open.store.unstar(movie("A").id)), await failure(open.store.kept(movie("A").id)),
      await failure(open.store.update([movie("A")])), await failure(open.store.changes(since: 0)),
      await failure(open.store.list(LibraryQuery(sort: .title, order: .asc, text: nil, limit: 1, offset: 0))),
    ]
    for failure in failures {
      #expect(failure?.reason == .storageFailed)
      #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "no failure")")
    }
    #expect(!open.store.contains(movie("A").id))
    #expect(open.changes.value.isEmpty)
    open.close()
    #expect(try contents(path) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [LibraryStore.fileName])
  }
}
