import Foundation
import SQLite
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct CacheFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("cache.db") }
  private let now = 784_111_777

  private func store(limit: Int = 1 << 20) -> CacheStore {
    CacheStore(path: path, limit: limit, date: { [now] in now })
  }

  private func answer(_ text: String) -> CachedResponse {
    CachedResponse(
      response: HTTPResponse(status: 200, headers: [.init("etag", "\"a\"")], body: Array(text.utf8)), confirmedAt: now,
      freshUntil: now + 60)
  }

  @Test func `What is kept is there in another process`() async throws {
    await store().keep(answer("one"), "key")
    let found = try #require(await store().answer("key"))
    #expect(found.response.text == "one")
    #expect(found.response.headers == [.init("etag", "\"a\"")])
    #expect(found.response.status == 200)
    #expect(found.confirmedAt == now)
    #expect(found.freshUntil == now + 60)
    await store().remove("key")
    #expect(await store().answer("key") == nil)
  }

  @Test func `What was used longest ago goes first, and the limit holds`() async throws {
    let store = store(limit: 100_000)
    let body = String(repeating: "x", count: 10_000)
    for number in 0..<9 { await store.keep(answer(body), "key \(number)") }
    #expect(await store.answer("key 0") != nil)
    await store.keep(answer(body), "key 9")
    // Room was made for it: 1 and those after it went, 0 had been used since.
    #expect(await store.answer("key 1") == nil)
    #expect(await store.answer("key 0") != nil)
    #expect(await store.answer("key 9") != nil)
    for number in 10..<200 { await store.keep(answer(body), "key \(number)") }
    let database = try Database(.file(path))
    let size = try database.first("SELECT sum(size), count(*) FROM answer") { ($0.int(0), $0.int(1)) }
    #expect(try #require(size).0 <= 100_000)
    #expect(try #require(size).1 >= 8)
    #expect(await store.answer("key 199") != nil)
  }

  @Test func `What is larger than all the room is not kept, and displaces nothing`() async throws {
    let store = store(limit: 1_000)
    await store.keep(answer("small"), "small")
    await store.keep(answer(String(repeating: "x", count: 2_000)), "large")
    #expect(await store.answer("large") == nil)
    #expect(await store.answer("small") != nil)
  }

  @Test(arguments: ["", "no database at all", String(repeating: "garbage", count: 10_000)])
  func `A file that is none is thrown away`(contents: String) async throws {
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
    let store = store()
    #expect(await store.answer("key") == nil)
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key")?.response.text == "one")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `A damaged file is thrown away`(seed: UInt64) async throws {
    do {
      // Closed, so that all of it is in the one file.
      let file = try CacheFile(path: path, limit: 1 << 24, now: now)
      for number in 0..<200 { try file.keep(answer(String(repeating: "\(number) ", count: 500)), "key \(number)") }
    }
    var random = SeededGenerator(seed: seed)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // Every page but the first has its head destroyed; the first only says that it is ours.
    for page in stride(from: 4_096, to: data.count, by: 4_096) {
      for offset in page..<page + 100 { data[offset] = UInt8.random(in: 0...255, using: &random) }
    }
    try data.write(to: URL(fileURLWithPath: path))
    let store = store()
    for number in 0..<200 {
      if let found = await store.answer("key \(number)") {
        #expect(found.response.text == String(repeating: "\(number) ", count: 500))
      }
    }
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key")?.response.text == "one")
    #expect(try CacheFile(path: path, limit: 1 << 24, now: now).check())
  }

  @Test func `A cut file is thrown away`() async throws {
    do {
      let file = try CacheFile(path: path, limit: 1 << 24, now: now)
      for number in 0..<200 { try file.keep(answer(String(repeating: "\(number) ", count: 500)), "key \(number)") }
    }
    truncate(path, 20_000)
    let store = store()
    for number in 0..<200 { _ = await store.answer("key \(number)") }
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key")?.response.text == "one")
  }

  @Test func `Somebody else's database is not touched`() async throws {
    let database = try Database(.file(path))
    try database.execute("CREATE TABLE answer (key TEXT); INSERT INTO answer VALUES ('theirs')")
    let store = store()
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key") == nil)
    #expect(try database.all("SELECT key FROM answer") { $0.text(0) } == ["theirs"])
  }

  @Test func `A file of another form is emptied`() async throws {
    await store().keep(answer("one"), "key")
    try Database(.file(path)).execute("ALTER TABLE answer RENAME COLUMN body TO other; PRAGMA user_version = 9")
    #expect(await store().answer("key") == nil)
    let again = store()
    await again.keep(answer("two"), "key")
    #expect(await again.answer("key")?.response.text == "two")
  }

  @Test(arguments: ["/proc/movie-server/cache.db", "/dev/null/cache.db"])
  func `Where there can be no file nothing is kept, and nothing fails`(path: String) async throws {
    let store = CacheStore(path: path, limit: 1 << 20, date: { 0 })
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key") == nil)
  }

  @Test func `A folder is made where it is missing`() async throws {
    let store = CacheStore(path: folder.file("a/b/cache.db"), limit: 1 << 20, date: { [now] in now })
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key") != nil)
  }

  @Test func `What is too old is removed when the file is opened`() async throws {
    await store().keep(answer("one"), "key")
    let later = now + CacheFile.longestAge + 1
    #expect(await CacheStore(path: path, limit: 1 << 20, date: { later }).answer("key") == nil)
    let count = try Database(.file(path)).first("SELECT count(*) FROM answer") { $0.int(0) }
    #expect(count == 0)
  }

  @Test func `A process that was stopped while it had the folder holds nobody up`() async throws {
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let store = store()
    await store.keep(answer("one"), "key")
    #expect(await store.answer("key")?.response.text == "one")
  }

  @Test func `Several use one file at the same time`() async throws {
    let stores = (0..<4).map { _ in store(limit: 200_000) }
    await withTaskGroup { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<100 {
            let key = "key \((number * 7 + index) % 50)"
            if let found = await store.answer(key) { #expect(found.response.text.hasPrefix(key)) }
            await store.keep(answer(key + String(repeating: "x", count: 5_000)), key)
          }
        }
      }
    }
    let file = try CacheFile(path: path, limit: 200_000, now: now)
    #expect(try file.check())
    #expect(try Database(.file(path)).first("SELECT sum(size) FROM answer") { $0.int(0) } ?? 0 > 100_000)
  }
}
