import Foundation
import TestSupport
import Testing

@testable import Concurrency

@Suite(.timeLimit(.minutes(5)))
struct SystemClockTests {
  private let clock = SystemClock()

  @Test func `sleepers wake at their deadlines, and not before`() async throws {
    let deadlines = (0..<300).map { clock.now + .milliseconds($0 * 7 % 300) }
    let tasks = deadlines.map { deadline in
      Task {
        try await clock.sleep(until: deadline)
        return clock.now
      }
    }
    for (deadline, task) in zip(deadlines, tasks) { #expect(try await task.value >= deadline) }
  }

  @Test func `a deadline that has passed is not waited for, and the most distant one is no error`() async throws {
    try await clock.sleep(until: clock.now)
    try await clock.sleep(for: .seconds(-1))
    let distant = Task { try await clock.sleep(for: .seconds(Int64.max / 4)) }
    try await clock.sleep(for: .milliseconds(1))
    distant.cancel()
    await #expect(throws: CancellationError.self) { try await distant.value }
  }

  @Test func `a cancelled sleeper leaves, and the others wake`() async throws {
    let tasks = (0..<200).map { number in
      Task { try await clock.sleep(for: number.isMultiple(of: 2) ? .seconds(10_000) : .milliseconds(number)) }
    }
    for (number, task) in tasks.enumerated() where number.isMultiple(of: 2) { task.cancel() }
    for (number, task) in tasks.enumerated() {
      let result = await task.result
      if number.isMultiple(of: 2) {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        try result.get()
      }
    }
  }

  @Test func `a sleeper with an earlier deadline wakes before one that slept first`() async throws {
    let late = Task { try await clock.sleep(for: .seconds(10_000)) }
    for _ in 0..<100 { try await clock.sleep(for: .milliseconds(1)) }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
