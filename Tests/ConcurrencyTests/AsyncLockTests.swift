import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AsyncLockTests {
  @Test func `callers get the lock one at a time, in the order of their calls`() async throws {
    let lock = AsyncLock()
    let order = Observed<[Int]>([])
    try await lock.lock()
    let callers = (0..<50).map { number in
      Task.immediate {
        try await lock.lock()
        order.change { $0.append(number) }
        lock.unlock()
      }
    }
    #expect(order.value.isEmpty)
    lock.unlock()
    for caller in callers { try await caller.value }
    #expect(order.value == Array(0..<50))
  }

  @Test func `as many callers have the lock as there are permits`() async throws {
    let lock = AsyncLock(permits: 3)
    let order = Observed<[Int]>([])
    let callers = (0..<5).map { number in
      Task.immediate {
        try await lock.lock()
        order.change { $0.append(number) }
      }
    }
    #expect(order.value == [0, 1, 2])
    for _ in 0..<5 { lock.unlock() }
    for caller in callers { try await caller.value }
    #expect(order.value == Array(0..<5))
  }

  @Test func `a free lock is taken at once, even by a cancelled task`() async throws {
    let lock = AsyncLock()
    try await lock.lock()
    lock.unlock()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await lock.lock()
      lock.unlock()
    }
    try await cancelled.value
    try await lock.lock()
    lock.unlock()
  }

  @Test func `a caller that is cancelled while it waits does not get the lock, and those after it move up`()
    async throws
  {
    let lock = AsyncLock()
    try await lock.lock()
    let cancelled = Task.immediate { try await lock.lock() }
    let waiting = Task.immediate {
      try await lock.lock()
      lock.unlock()
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    lock.unlock()
    try await waiting.value
    // The lock is free again.
    try await lock.lock()
    lock.unlock()
  }

  @Test func `a cancelled caller of a held lock leaves at once`() async throws {
    let lock = AsyncLock()
    try await lock.lock()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await lock.lock()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    lock.unlock()
    try await lock.lock()
    lock.unlock()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the lock is never held twice and never lost while callers are cancelled`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let lock = AsyncLock()
    let holders = Observed(0)
    let successes = Observed(0)
    let isCancelled = (0..<2_000).map { _ in Bool.random(using: &random) }
    await withTaskGroup { group in
      for cancels in isCancelled {
        group.addTask {
          let caller = Task {
            try await lock.lock()
            #expect(
              holders.change {
                $0 += 1; return $0
              } == 1)
            await Task.yield()
            holders.change { $0 -= 1 }
            successes.change { $0 += 1 }
            lock.unlock()
          }
          if cancels { caller.cancel() }
          _ = await caller.result
        }
      }
    }
    #expect(successes.value >= isCancelled.count { !$0 })
    try await lock.lock()
    lock.unlock()
  }
}
