import TestSupport
import Testing

@testable import MovieCore

@Suite(.timeLimit(.minutes(5)))
struct AsyncLockTests {
  @Test func `Callers are let through one at a time in the order in which they came`() async throws {
    let lane = AsyncLock()
    let order = Observed<[Int]>([])
    try await lane.enter()
    let callers = (0..<50).map { number in
      Task.immediate {
        try await lane.enter()
        order.change { $0.append(number) }
        lane.leave()
      }
    }
    #expect(order.value.isEmpty)
    lane.leave()
    for caller in callers { try await caller.value }
    #expect(order.value == Array(0..<50))
  }

  @Test func `A free lane is entered at once, even by a cancelled task`() async throws {
    let lane = AsyncLock()
    try await lane.enter()
    lane.leave()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await lane.enter()
      lane.leave()
    }
    try await cancelled.value
    try await lane.enter()
    lane.leave()
  }

  @Test func `A caller that is cancelled while it waits is not in, and those behind it move up`() async throws {
    let lane = AsyncLock()
    try await lane.enter()
    let leaver = Task.immediate { try await lane.enter() }
    let stayer = Task.immediate {
      try await lane.enter()
      lane.leave()
    }
    leaver.cancel()
    await #expect(throws: CancellationError.self) { try await leaver.value }
    lane.leave()
    try await stayer.value
    // Free again: nobody has kept the lane.
    try await lane.enter()
    lane.leave()
  }

  @Test func `A caller that comes cancelled to a busy lane leaves at once`() async throws {
    let lane = AsyncLock()
    try await lane.enter()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await lane.enter()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    lane.leave()
    try await lane.enter()
    lane.leave()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Two are never in at once, and the lane is never lost, under cancels`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let lane = AsyncLock()
    let inside = Observed(0)
    let entered = Observed(0)
    let isCancelled = (0..<2_000).map { _ in Bool.random(using: &random) }
    await withTaskGroup { group in
      for cancels in isCancelled {
        group.addTask {
          let caller = Task {
            try await lane.enter()
            #expect(
              inside.change {
                $0 += 1; return $0
              } == 1)
            await Task.yield()
            inside.change { $0 -= 1 }
            entered.change { $0 += 1 }
            lane.leave()
          }
          if cancels { caller.cancel() }
          _ = await caller.result
        }
      }
    }
    #expect(entered.value >= isCancelled.count { !$0 })
    try await lane.enter()
    lane.leave()
  }
}
