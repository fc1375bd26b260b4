import Concurrency
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite struct BestEffortTests {
  private struct Failure: Error {}

  @Test func `optional work returns its value, or nil when it fails`() async {
    let clock = ManualClock()
    #expect(await bestEffort(within: .seconds(3), clock: clock) { 1 } == 1)
    #expect(await bestEffort(within: .seconds(3), clock: clock) { () async throws -> Int in throw Failure() } == nil)
  }

  @Test func `optional work is cancelled when it exceeds the limit`() async throws {
    let clock = ManualClock()
    let work = SharedTask<Int>()
    async let value = bestEffort(within: .seconds(3), clock: clock) { try await work.value() }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    #expect(await value == nil)
    await #expect(throws: CancellationError.self) { try await work.uncancellableValue() }
  }
}
