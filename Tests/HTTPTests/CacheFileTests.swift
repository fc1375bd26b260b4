import Foundation
import SQLite
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct CacheFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("cache.db") }
  private let now = 784_111_777

  private func store(limit: Int = 1 << 20) -> CacheStore {
    CacheStore(path: path, maximumBytes: limit, date: { [now] in now })
  }

  private func cached(_ text: String) -> CachedResponse {
    CachedResponse(
      response: HTTPResponse(status: 200, headers: [.init("etag", "\"a\"")], body: Array(text.utf8)), confirmedAt: now,
      freshUntil: now + 60)
  }

  @Test func `a stored response is found by another process`() async throws {
    await store().add(cached("one"), for: "key")
    let found = try #require(await store().response(for: "key"))
    #expect(found.response.text == "one")
    #expect(found.response.headers == [.init("etag", "\"a\"")])
    #expect(found.response.status == 200)
    #expect(found.confirmedAt == now)
    #expect(found.freshUntil == now + 60)
    await store().remove("key")
    #expect(await store().response(for: "key") == nil)
  }

  @Test func `the least recently used response is removed first, and the limit holds`() async throws {
    let store = store(limit: 100_000)
    let body = String(repeating: "x", count: 10_000)
    for number in 0..<9 { await store.add(cached(body), for: "key \(number)") }
    #expect(await store.response(for: "key 0") != nil)
    await store.add(cached(body), for: "key 9")
    // It displaced 1 and the ones after it; 0 had been used since.
    #expect(await store.response(for: "key 1") == nil)
    #expect(await store.response(for: "key 0") != nil)
    #expect(await store.response(for: "key 9") != nil)
    for number in 10..<200 { await store.add(cached(body), for: "key \(number)") }
    let database = try Database(.file(path))
    let size = try database.first("SELECT sum(size), count(*) FROM answer") { ($0.int(0), $0.int(1)) }
    #expect(try #require(size).0 <= 100_000)
    #expect(try #require(size).1 >= 8)
    #expect(await store.response(for: "key 199") != nil)
  }

  @Test func `a response larger than the limit is not stored, and displaces nothing`() async throws {
    let store = store(limit: 1_000)
    await store.add(cached("small"), for: "small")
    await store.add(cached(String(repeating: "x", count: 2_000)), for: "large")
    #expect(await store.response(for: "large") == nil)
    #expect(await store.response(for: "small") != nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `a damaged file is replaced`(seed: UInt64) async throws {
    do {
      // Closed at the end, so that everything is in one file.
      let file = try CacheFile(path: path, maximumBytes: 1 << 24, now: now)
      for number in 0..<200 { try file.add(cached(String(repeating: "\(number) ", count: 500)), for: "key \(number)") }
    }
    var random = SeededGenerator(seed: seed)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // Destroys the header of every page but the first, which identifies the file as a cache.
    for page in stride(from: 4_096, to: data.count, by: 4_096) {
      for offset in page..<page + 100 { data[offset] = UInt8.random(in: 0...255, using: &random) }
    }
    try data.write(to: URL(fileURLWithPath: path))
    let store = store()
    for number in 0..<200 {
      if let found = await store.response(for: "key \(number)") {
        #expect(found.response.text == String(repeating: "\(number) ", count: 500))
      }
    }
    await store.add(cached("one"), for: "key")
    #expect(await store.response(for: "key")?.response.text == "one")
    #expect(try CacheFile(path: path, maximumBytes: 1 << 24, now: now).passesCheck())
  }

  @Test func `a truncated file is replaced`() async throws {
    do {
      let file = try CacheFile(path: path, maximumBytes: 1 << 24, now: now)
      for number in 0..<200 { try file.add(cached(String(repeating: "\(number) ", count: 500)), for: "key \(number)") }
    }
    truncate(path, 20_000)
    let store = store()
    for number in 0..<200 { _ = await store.response(for: "key \(number)") }
    await store.add(cached("one"), for: "key")
    #expect(await store.response(for: "key")?.response.text == "one")
  }

  @Test(arguments: ["/proc/movie-server/cache.db", "/dev/null/cache.db"])
  func `without a file nothing is stored and nothing fails`(path: String) async throws {
    let store = CacheStore(path: path, maximumBytes: 1 << 20, date: { 0 })
    await store.add(cached("one"), for: "key")
    #expect(await store.response(for: "key") == nil)
  }

  @Test func `a missing folder is created`() async throws {
    let store = CacheStore(path: folder.file("a/b/cache.db"), maximumBytes: 1 << 20, date: { [now] in now })
    await store.add(cached("one"), for: "key")
    #expect(await store.response(for: "key") != nil)
  }

  @Test func `expired responses are removed when the file is opened`() async throws {
    await store().add(cached("one"), for: "key")
    let later = now + CachePolicy.maximumAge + 1
    #expect(await CacheStore(path: path, maximumBytes: 1 << 20, date: { later }).response(for: "key") == nil)
    let count = try Database(.file(path)).first("SELECT count(*) FROM answer") { $0.int(0) }
    #expect(count == 0)
  }

  @Test func `a stopped process that holds the folder's lock blocks nobody`() async throws {
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let store = store()
    await store.add(cached("one"), for: "key")
    #expect(await store.response(for: "key")?.response.text == "one")
  }

  @Test func `several stores use one file at the same time`() async throws {
    let stores = (0..<4).map { _ in store(limit: 200_000) }
    await withTaskGroup { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<100 {
            let key = "key \((number * 7 + index) % 50)"
            if let found = await store.response(for: key) { #expect(found.response.text.hasPrefix(key)) }
            await store.add(cached(key + String(repeating: "x", count: 5_000)), for: key)
          }
        }
      }
    }
    let file = try CacheFile(path: path, maximumBytes: 200_000, now: now)
    #expect(try file.passesCheck())
    #expect(try Database(.file(path)).first("SELECT sum(size) FROM answer") { $0.int(0) } ?? 0 > 100_000)
  }
}
