import Concurrency
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite struct ExpiringCacheTests {
  private struct Failure: Error {}

  private let clock = ManualClock()
  private let fetches = Mutex(0)
  private let cache: ExpiringCache<String, Int>

  init() { cache = ExpiringCache(lifetime: .seconds(60), clock: clock) }

  private func value(for key: String = "a") async throws -> Int {
    try await cache.value(for: key) { [fetches] in
      fetches.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func `a value is fetched once, and again after its lifetime`() async throws {
    #expect(try await value() == 1)
    clock.advance(by: .seconds(59))
    #expect(try await value() == 1)
    clock.advance(by: .seconds(1))
    #expect(try await value() == 2)
    #expect(try await value(for: "b") == 3)
  }

  @Test func `a failure is kept for 30 seconds`() async throws {
    let fail: @Sendable () async throws -> Int = { throw Failure() }
    await #expect(throws: Failure.self) { try await cache.value(for: "a", fail) }
    await #expect(throws: Failure.self) { try await value() }
    clock.advance(by: .seconds(30))
    #expect(try await value() == 1)
  }

  @Test func `concurrent callers share a fetch, which continues after one of them leaves`() async throws {
    let gate = SharedTask<Int>()
    let hasBegun = SharedTask<Void>()
    let fetch: @Sendable () async throws -> Int = {
      hasBegun.resolve(.success(()))
      return try await gate.value(keepingAlive: false)
    }
    let first = Task { try await cache.value(for: "a", fetch) }
    try await hasBegun.value()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task { try await value() }
    gate.resolve(.success(7))
    #expect(try await second.value == 7)
    #expect(fetches.withLock { $0 } == 0)
  }
}
