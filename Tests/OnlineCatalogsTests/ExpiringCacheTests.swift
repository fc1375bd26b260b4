import Concurrency
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite("What is kept in memory for a time")
struct ExpiringCacheTests {
  private struct Failure: Error {}

  private let clock = ManualClock()
  private let fetches = Mutex(0)
  private let remembered: ExpiringCache<String, Int>

  init() { remembered = ExpiringCache(for: .seconds(60), clock: clock) }

  private func value(of key: String = "a") async throws -> Int {
    try await remembered.value(of: key) { [fetches] in
      fetches.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test("Is fetched once, and anew when its time is over")
  func lifetime() async throws {
    #expect(try await value() == 1)
    clock.advance(by: .seconds(59))
    #expect(try await value() == 1)
    clock.advance(by: .seconds(1))
    #expect(try await value() == 2)
    #expect(try await value(of: "b") == 3)
  }

  @Test("A failure is an answer for half a minute")
  func failures() async throws {
    let fail: @Sendable () async throws -> Int = { throw Failure() }
    await #expect(throws: Failure.self) { try await remembered.value(of: "a", fail) }
    await #expect(throws: Failure.self) { try await value() }
    clock.advance(by: .seconds(30))
    #expect(try await value() == 1)
  }

  @Test("Those who ask at once share a fetch, which outlives who has left")
  func sharing() async throws {
    let gate = SharedTask<Int>()
    let hasBegun = SharedTask<Void>()
    let fetch: @Sendable () async throws -> Int = {
      hasBegun.resolve(.success(()))
      return try await gate.value(keepingAlive: false)
    }
    let first = Task { try await remembered.value(of: "a", fetch) }
    try await hasBegun.value()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task { try await value() }
    gate.resolve(.success(7))
    #expect(try await second.value == 7)
    #expect(fetches.withLock { $0 } == 0)
  }
}
