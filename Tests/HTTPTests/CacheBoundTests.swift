import Foundation
import SQLite
import TestSupport
import Testing

@testable import HTTP

/// What the cache takes at most: space on the disk, and time.
@Suite(.timeLimit(.minutes(20)))
struct CacheBoundTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("cache.db") }
  private let now = 784_111_777

  private func cached(bytes: Int) -> CachedResponse {
    CachedResponse(
      response: HTTPResponse(status: 200, body: Array(repeating: 120, count: bytes)), confirmedAt: now, freshUntil: now)
  }

  private func size(_ suffix: String = "") -> Int {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? Int(status.st_size) : 0
  }

  @Test func `tiny responses do not exceed twice the limit on the disk, and new ones are still stored`() async throws {
    let limit = 1 << 20
    let file = try CacheFile(path: path, maximumBytes: limit, now: now)
    for number in 0..<30_000 { try? file.add(cached(bytes: 1), for: "key \(number)") }
    try? file.add(cached(bytes: 1), for: "last")
    try? file.add(cached(bytes: 1), for: "last")
    #expect(try file.response(for: "last", now: now) != nil)
    try Database(.file(path)).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(size() <= 2 * limit)
  }

  @Test func `a reader that is stopped does not let the log grow without a limit, and nothing fails`() async throws {
    let store = CacheStore(path: path, maximumBytes: 8 << 20, date: { [now] in now })
    await store.add(cached(bytes: 10), for: "first")
    do {
      let reader = try Database(.file(path))
      try reader.execute("BEGIN; SELECT count(*) FROM answer")
      for number in 0..<40 { await store.add(cached(bytes: 1 << 20), for: "key \(number % 7)") }
      #expect(size("-wal") > 16 << 20)
      #expect(size("-wal") < 19 << 20)
      #expect(await store.response(for: "first") != nil)
    }
    // As soon as the reader has left, the log is copied and shortened.
    let next = CacheStore(path: path, maximumBytes: 8 << 20, date: { [now] in now })
    for _ in 0..<2 { await next.add(cached(bytes: 10), for: "last") }
    #expect(await next.response(for: "last") != nil)
    #expect(size("-wal") <= 8 << 20)
  }

  @Test func `a process that holds the file's lock delays a response once, not every one`() async throws {
    let store = CacheStore(path: path, maximumBytes: 1 << 20, date: { [now] in now })
    await store.add(cached(bytes: 10), for: "key")
    let other = try Database(.file(path))
    try other.execute("BEGIN IMMEDIATE")
    // Each would wait half a second for the lock.
    let clock = ContinuousClock()
    let time = await clock.measure {
      for number in 0..<1_200 { await store.add(cached(bytes: 10), for: "key \(number)") }
    }
    #expect(time < .seconds(400))
    #expect(await store.response(for: "key") != nil)
  }

  @Test func `a disk that does not answer delays a response once, and is used again when it does`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let isStuck = Observed(true)
    let store = CacheStore(
      path: path, maximumBytes: 1 << 20,
      date: { [now] in
        if isStuck.value { gate.wait() }
        return now
      })
    for _ in 0..<100 { #expect(await store.response(for: "key") == nil) }
    isStuck.change { $0 = false }
    gate.signal()
    var isStored = false
    for _ in 0..<1_000 where !isStored {
      await store.add(cached(bytes: 10), for: "key")
      isStored = await store.response(for: "key") != nil
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(isStored)
  }
}
