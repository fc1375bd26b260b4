import Concurrency
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite("What only adds to an answer")
struct AdditionTests {
  private struct Failure: Error {}

  @Test("Is there where it works, and missing where it fails")
  func outcomes() async {
    let addition = Addition(clock: ManualClock())
    #expect(await addition { 1 } == 1)
    #expect(await addition { () async throws -> Int in throw Failure() } == nil)
  }

  @Test("Is given up, and cancelled, when it takes too long")
  func patience() async throws {
    let clock = ManualClock()
    let work = SharedTask<Int>()
    async let answer = Addition(clock: clock).callAsFunction { try await work.value() }
    try await clock.sleepers(1)
    clock.advance(by: Addition.patience)
    #expect(await answer == nil)
    await #expect(throws: CancellationError.self) { try await work.uncancellableValue() }
  }
}
