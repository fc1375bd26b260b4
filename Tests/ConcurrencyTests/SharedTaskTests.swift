import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SharedTaskTests {
  private struct Failure: Error, Equatable { var number: Int }

  /// Work that a test ends when it likes, and that tells whether it was cancelled.
  private struct Work {
    let gate = SharedTask<Int>()
    let cancelled = Observed(false)

    func run() async throws -> Int {
      try await withTaskCancellationHandler {
        try await gate.value()
      } onCancel: {
        cancelled.change { $0 = true }
      }
    }
  }

  @Test func `Whoever joins gets the same outcome of work that is done once`() async throws {
    let flight = SharedTask<Int>()
    let runs = Observed(0)
    let gate = SharedTask<Int>()
    flight.start {
      runs.change { $0 += 1 }
      return try await gate.value()
    }
    let waiters = (0..<20).map { _ in Task.immediate { try await flight.value() } }
    #expect(!flight.isCompleted)
    gate.resolve(.success(7))
    for waiter in waiters { #expect(try await waiter.value == 7) }
    #expect(try await flight.value() == 7)
    #expect(flight.isCompleted)
    #expect(runs.value == 1)
  }

  @Test func `Work that need not wait is done before start returns`() {
    let flight = SharedTask<Int>()
    flight.start { 1 }
    #expect(flight.isCompleted)
  }

  @Test func `A finished flight has its value`() async throws {
    #expect(try await SharedTask(resolved: 3).value() == 3)
    #expect(try await SharedTask(resolved: 3).value(keepingAlive: false) == 3)
    #expect(try await SharedTask(resolved: 3).uncancellableValue() == 3)
  }

  @Test func `The first outcome wins`() async throws {
    let flight = SharedTask<Int>()
    flight.fail(Failure(number: 1))
    flight.resolve(.success(2))
    flight.fail(Failure(number: 3))
    await #expect(throws: Failure(number: 1)) { try await flight.value() }

    let finished = SharedTask(resolved: 1)
    finished.fail(Failure(number: 2))
    #expect(try await finished.value() == 1)
  }

  @Test func `A failure reaches every caller`() async {
    let flight = SharedTask<Int>()
    let waiters = (0..<5).map { _ in Task.immediate { try await flight.value() } }
    flight.start { throw Failure(number: 4) }
    for waiter in waiters { await #expect(throws: Failure(number: 4)) { try await waiter.value } }
  }

  @Test func `A cancelled caller leaves while the others go on`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start(work.run)
    let leaver = Task.immediate { try await flight.value() }
    let stayer = Task.immediate { try await flight.value() }
    leaver.cancel()
    await #expect(throws: CancellationError.self) { try await leaver.value }
    #expect(!work.cancelled.value)
    work.gate.resolve(.success(5))
    #expect(try await stayer.value == 5)
  }

  @Test func `The last to leave cancels the work`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start(work.run)
    let callers = (0..<3).map { _ in Task.immediate { try await flight.value() } }
    for caller in callers { caller.cancel() }
    try await work.cancelled.wait { $0 }
    await #expect(throws: CancellationError.self) { try await flight.value() }
  }

  @Test func `Who only waits for the end does not keep the work going`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start(work.run)
    let asker = Task.immediate { try await flight.value() }
    let onlooker = Task.immediate { try await flight.value(keepingAlive: false) }
    asker.cancel()
    try await work.cancelled.wait { $0 }
    await #expect(throws: CancellationError.self) { try await onlooker.value }
  }

  @Test func `An onlooker that leaves ends nothing`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start(work.run)
    let onlooker = Task.immediate { try await flight.value(keepingAlive: false) }
    onlooker.cancel()
    await #expect(throws: CancellationError.self) { try await onlooker.value }
    #expect(!flight.isCompleted)
    work.gate.resolve(.success(6))
    #expect(try await flight.value() == 6)
  }

  @Test func `ShutdownCoordinator a flight gives its callers the error and cancels its work`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start(work.run)
    let callers = (0..<3).map { _ in Task.immediate { try await flight.value() } }
    flight.fail(Failure(number: 9))
    for caller in callers { await #expect(throws: Failure(number: 9)) { try await caller.value } }
    try await work.cancelled.wait { $0 }
  }

  @Test func `A flight that was ended in its work's first stretch cancels the work`() async throws {
    let work = Work()
    let flight = SharedTask<Int>()
    flight.start {
      flight.fail(Failure(number: 2))
      return try await work.run()
    }
    try await work.cancelled.wait { $0 }
    await #expect(throws: Failure(number: 2)) { try await flight.value() }
  }

  @Test func `The outcome is waited for however the caller's task fares`() async throws {
    let flight = SharedTask<Int>()
    let caller = Task.immediate { try await flight.uncancellableValue() }
    caller.cancel()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flight.uncancellableValue()
    }
    flight.resolve(.success(8))
    #expect(try await caller.value == 8)
    #expect(try await late.value == 8)
  }

  @Test func `A caller that comes cancelled leaves at once, but takes an outcome that is there`() async throws {
    let flight = SharedTask<Int>()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flight.value()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }

    let finished = SharedTask(resolved: 1)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await finished.value()
    }
    #expect(try await late.value == 1)
  }

  /// Every caller must come back, with the value or its own cancellation, whatever meets whatever.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `No caller is lost when cancels, joins and the end meet`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let flight = SharedTask<Int>()
      let gate = SharedTask<Int>()
      flight.start { try await gate.value() }
      let choices = (0..<40).map { _ in Int.random(in: 0..<4, using: &random) }
      await withTaskGroup { group in
        for choice in choices {
          group.addTask {
            let caller = Task { try await choice == 3 ? flight.uncancellableValue() : flight.value() }
            if choice == 1 { caller.cancel() }
            switch await caller.result {
            case .success(let value): #expect(value == 1)
            case .failure(let error): #expect(error is CancellationError)
            }
          }
        }
        group.addTask { gate.resolve(.success(1)) }
      }
      #expect(flight.isCompleted)
    }
  }

  /// Work that has its result at the moment at which the last caller leaves must learn who has it: it is given out again
  /// where nobody has.
  @Test func `A value is either the caller's who leaves or nobody's, and finish tells which`() async {
    for round in 0..<20_000 {
      let flight = SharedTask<Int>()
      let caller = Task.immediate { try await flight.value() }
      let finisher = Task { flight.resolve(.success(round)) }
      caller.cancel()
      let isDelivered = await finisher.value
      let value = try? await caller.value
      #expect((value != nil) == isDelivered)
    }
  }
}
