import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SingleFlightTests {
  private struct Failure: Error, Equatable { var number: Int }

  /// Work that ends when the test opens its gate, and that records its starts and its cancellation.
  private struct Work {
    let gate = SharedTask<Int>()
    let starts = Observed(0)
    let isCancelled = Observed(false)

    @Sendable func run() async throws -> Int {
      starts.change { $0 += 1 }
      return try await withTaskCancellationHandler {
        try await gate.value()
      } onCancel: {
        isCancelled.change { $0 = true }
      }
    }
  }

  @Test func `callers of one key share the result of one run`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let callers = (0..<20).map { _ in Task.immediate { try await group.value(for: "key", work.run) } }
    work.gate.resolve(.success(7))
    for caller in callers { #expect(try await caller.value == 7) }
    #expect(work.starts.value == 1)
  }

  @Test func `callers share an error too`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let callers = (0..<5).map { _ in Task.immediate { try await group.value(for: "key", work.run) } }
    work.gate.fail(Failure(number: 1))
    for caller in callers { await #expect(throws: Failure(number: 1)) { try await caller.value } }
    #expect(work.starts.value == 1)
  }

  @Test func `different keys do not wait for each other`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let caller = Task.immediate { try await group.value(for: "slow", work.run) }
    #expect(try await group.value(for: "fast") { 1 } == 1)
    work.gate.resolve(.success(2))
    #expect(try await caller.value == 2)
  }

  @Test func `a call after the result runs the work again`() async throws {
    let group = SingleFlight<String, Int>()
    let starts = Observed(0)
    for number in 1...3 {
      let value = try await group.value(for: "key") {
        starts.change {
          $0 += 1; return $0
        }
      }
      #expect(value == number)
    }
  }

  @Test func `a failure is not kept`() async throws {
    let group = SingleFlight<String, Int>()
    await #expect(throws: Failure(number: 1)) { try await group.value(for: "key") { throw Failure(number: 1) } }
    #expect(try await group.value(for: "key") { 2 } == 2)
  }

  @Test func `a cancelled caller leaves at once and the work continues for the others`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let cancelled = Task.immediate { try await group.value(for: "key", work.run) }
    let waiting = Task.immediate { try await group.value(for: "key", work.run) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(!work.isCancelled.value)
    work.gate.resolve(.success(3))
    #expect(try await waiting.value == 3)
    #expect(work.starts.value == 1)
  }

  @Test func `the work is cancelled when its last caller leaves, and the next call starts it again`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let callers = (0..<3).map { _ in Task.immediate { try await group.value(for: "key", work.run) } }
    for caller in callers { caller.cancel() }
    for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
    try await work.isCancelled.wait { $0 }
    #expect(try await group.value(for: "key") { 4 } == 4)
  }

  @Test func `work that nobody keeps alive continues after its callers have left`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let cancelled = Task.immediate { try await group.value(for: "key", keepingAlive: false, work.run) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let joined = Task.immediate { try await group.value(for: "key", keepingAlive: false, work.run) }
    work.gate.resolve(.success(5))
    #expect(try await joined.value == 5)
    #expect(work.starts.value == 1)
    #expect(!work.isCancelled.value)
  }

  @Test func `work that throws CancellationError itself gives that error to its callers`() async throws {
    let group = SingleFlight<String, Int>()
    let starts = Observed(0)
    await #expect(throws: CancellationError.self) {
      try await group.value(for: "key") {
        starts.change { $0 += 1 }
        throw CancellationError()
      }
    }
    #expect(starts.value == 1)
  }

  @Test func `a cancelled task does not start the work`() async throws {
    let group = SingleFlight<String, Int>()
    let work = Work()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await group.value(for: "key", work.run)
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(work.starts.value == 0)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every caller that stays gets a value while others come and leave`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let group = SingleFlight<Int, Int>()
    let running = Observed<[Int: Int]>([:])
    let calls = (0..<2_000).map { _ in
      (key: Int.random(in: 0..<4, using: &random), cancels: Bool.random(using: &random))
    }
    await withTaskGroup { tasks in
      for call in calls {
        tasks.addTask {
          let caller = Task {
            try await group.value(for: call.key) {
              running.change { $0[call.key, default: 0] += 1 }
              await Task.yield()
              running.change { $0[call.key, default: 0] -= 1 }
              return call.key
            }
          }
          if call.cancels { caller.cancel() }
          switch await caller.result {
          case .success(let value): #expect(value == call.key)
          case .failure(let error): #expect(call.cancels && error is CancellationError)
          }
        }
      }
    }
    #expect(running.value.values.allSatisfy { $0 == 0 })
  }
}
