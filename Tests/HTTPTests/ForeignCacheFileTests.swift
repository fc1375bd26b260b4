import Foundation
import SQLite
import TestSupport
import Testing

@testable import HTTP

/// Files at the cache's path that this program has not written, or not like this.
@Suite(.timeLimit(.minutes(20)))
struct ForeignCacheFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("cache.db") }
  private let now = 784_111_777

  private func store(limit: Int = 1 << 20) -> CacheStore {
    CacheStore(path: path, maximumBytes: limit, date: { [now] in now })
  }

  private func cached(_ text: String) -> CachedResponse {
    CachedResponse(response: HTTPResponse(status: 200, body: Array(text.utf8)), confirmedAt: now, freshUntil: now + 60)
  }

  private func works(_ store: CacheStore) async -> Bool {
    await store.add(cached("one"), for: "key")
    return await store.response(for: "key")?.response.text == "one"
  }

  @Test func `an empty file becomes the cache`() async throws {
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(await works(store()))
  }

  @Test(arguments: ["no database at all", String(repeating: "garbage", count: 10_000)])
  func `a file that is not a database is moved aside, and never replaces another`(contents: String) async throws {
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
    #expect(await works(store()))
    #expect(try String(contentsOfFile: path + ".aside", encoding: .utf8) == contents)
    // A second one stays where it is, and there is no cache.
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    try Data("another".utf8).write(to: URL(fileURLWithPath: path))
    #expect(await works(store()) == false)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
    #expect(try String(contentsOfFile: path + ".aside", encoding: .utf8) == contents)
  }

  @Test func `another program's database is not changed`() async throws {
    let database = try Database(.file(path))
    try database.execute("CREATE TABLE answer (key TEXT); INSERT INTO answer VALUES ('theirs')")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(await works(store()) == false)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cache.db"])
  }

  @Test func `a damaged database of another program is moved aside`() async throws {
    do { try Database(.file(path)).execute("PRAGMA application_id = 7; CREATE TABLE answer (key TEXT)") }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in 100..<4_096 { data[offset] = 0xFF }
    try data.write(to: URL(fileURLWithPath: path))
    #expect(await works(store()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".aside")) == data)
  }

  @Test func `a cache of which only the header is left is replaced`() async throws {
    // Closed at the end, so that everything is in one file.
    do { try CacheFile(path: path, maximumBytes: 1 << 20, now: now).add(cached("one"), for: "key") }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in 100..<data.count { data[offset] = 0xFF }
    try data.write(to: URL(fileURLWithPath: path))
    #expect(await works(store()))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("aside") })
  }

  @Test(arguments: [
    "ALTER TABLE answer RENAME COLUMN body TO other; PRAGMA user_version = 9", "PRAGMA user_version = 0",
    "ALTER TABLE answer RENAME COLUMN body TO other", "DROP TABLE answer", "DROP INDEX answer_used",
    "CREATE TRIGGER t BEFORE INSERT ON answer BEGIN SELECT RAISE(FAIL, 'no'); END",
    "CREATE TABLE more (x); CREATE VIEW v AS SELECT 1",
    "ALTER TABLE answer RENAME TO old; CREATE VIEW answer AS SELECT * FROM old",
  ])
  func `a cache with another schema is replaced, before and while it is open`(change: String) async throws {
    let open = store()
    #expect(await works(open))
    try Database(.file(path)).execute(change)
    #expect(await works(store()))
    #expect(await works(open))
    try Database(.file(path)).execute(change)
    #expect(await works(open))
  }

  private static let extremes = ["-9223372036854775808", "-1", "0", "1", "9223372036854775807"]

  @Test(arguments: ["used", "size", "confirmed_at", "fresh_until", "status"], extremes)
  func `rows with extreme numbers make no address unusable, before and while the file is open`(
    column: String, number: String
  ) async throws {
    let open = store(limit: 100_000)
    for key in ["key", "a", "b"] { await open.add(cached("old"), for: key) }
    let change = "UPDATE answer SET \(column) = \(number)"
    try Database(.file(path)).execute(change)
    for store in [open, store(limit: 100_000)] {
      for key in ["key", "a"] {
        if let found = await store.response(for: key) {
          #expect(found.response.status == 200 && ["old", "one"].contains(found.response.text))
          #expect(found.freshUntil <= now + CachePolicy.maximumLifetime)
        }
      }
      #expect(await works(store))
      try Database(.file(path)).execute(change)
    }
  }

  @Test(arguments: [
    "headers = ''", "headers = '{}'", "headers = '[[1,2],[\"etag\"],null]'", "headers = '[[\"etag\",\"\"\"\"]'",
    "body = x''", "body = zeroblob(50000000)", "headers = cast(x'FF00FE' AS TEXT)", "key = key || x'00'",
  ])
  func `rows with other contents make no address unusable`(change: String) async throws {
    await store().add(cached("old"), for: "key")
    try Database(.file(path)).execute("UPDATE answer SET \(change)")
    let date = Observed(now + 3_600)
    var configuration = HTTPClient.Configuration(userAgent: "test")
    configuration.cacheFile = path
    configuration.cacheBytes = 1 << 20
    configuration.network = ScriptedNetwork { _ in HTTPResponse(status: 200, body: Array("new".utf8)) }
    configuration.clock = HTTPClock(SkippingClock(), date: { date.value })
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    #expect(try await HTTPClient(configuration).response(to: request).text == "new")
    #expect(await works(store()))
  }

  @Test func `only the owner can read the files, also those of an earlier version`() async throws {
    func modes() -> [Int] {
      ["", "-wal", "-shm"].map { suffix in
        var status = stat()
        return stat(path + suffix, &status) == 0 ? Int(status.st_mode & 0o777) : -1
      }
    }
    let old = umask(0o022)
    defer { umask(old) }
    let first = store()
    #expect(await works(first))
    #expect(modes() == [0o600, 0o600, 0o600])
    for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o644) }
    let second = store()
    #expect(await works(second))
    #expect(modes() == [0o600, 0o600, 0o600])
  }

  @Test func `a pipe, a device or a folder at the path means no cache, without a wait`() async throws {
    mkfifo(path, 0o600)
    #expect(await works(store()) == false)
    unlink(path)
    mkdir(path, 0o700)
    #expect(await works(store()) == false)
    rmdir(path)
    symlink("/dev/full", path)
    _ = await works(store())
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }
}
