import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SharedTaskTests {
  private struct Failure: Error, Equatable { var number: Int }

  /// Work that ends when the test opens its gate, and that records its cancellation.
  private struct Work {
    let gate = SharedTask<Int>()
    let isCancelled = Observed(false)

    func run() async throws -> Int {
      try await withTaskCancellationHandler {
        try await gate.value()
      } onCancel: {
        isCancelled.change { $0 = true }
      }
    }
  }

  @Test func `all callers get the result of work that runs once`() async throws {
    let task = SharedTask<Int>()
    let runs = Observed(0)
    let gate = SharedTask<Int>()
    task.start {
      runs.change { $0 += 1 }
      return try await gate.value()
    }
    let waiters = (0..<20).map { _ in Task.immediate { try await task.value() } }
    #expect(!task.isCompleted)
    gate.resolve(.success(7))
    for waiter in waiters { #expect(try await waiter.value == 7) }
    #expect(try await task.value() == 7)
    #expect(task.isCompleted)
    #expect(runs.value == 1)
  }

  @Test func `work that does not suspend is complete before start returns`() {
    let task = SharedTask<Int>()
    task.start { 1 }
    #expect(task.isCompleted)
  }

  @Test func `a resolved task has its value`() async throws {
    #expect(try await SharedTask(resolved: 3).value() == 3)
    #expect(try await SharedTask(resolved: 3).value(keepingAlive: false) == 3)
    #expect(try await SharedTask(resolved: 3).uncancellableValue() == 3)
  }

  @Test func `the first result counts`() async throws {
    let task = SharedTask<Int>()
    task.fail(Failure(number: 1))
    task.resolve(.success(2))
    task.fail(Failure(number: 3))
    await #expect(throws: Failure(number: 1)) { try await task.value() }

    let finished = SharedTask(resolved: 1)
    finished.fail(Failure(number: 2))
    #expect(try await finished.value() == 1)
  }

  @Test func `a failure reaches every caller`() async {
    let task = SharedTask<Int>()
    let waiters = (0..<5).map { _ in Task.immediate { try await task.value() } }
    task.start { throw Failure(number: 4) }
    for waiter in waiters { await #expect(throws: Failure(number: 4)) { try await waiter.value } }
  }

  @Test func `a cancelled caller leaves while the others continue`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start(work.run)
    let cancelled = Task.immediate { try await task.value() }
    let waiting = Task.immediate { try await task.value() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(!work.isCancelled.value)
    work.gate.resolve(.success(5))
    #expect(try await waiting.value == 5)
  }

  @Test func `the last caller to leave cancels the work`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start(work.run)
    let callers = (0..<3).map { _ in Task.immediate { try await task.value() } }
    for caller in callers { caller.cancel() }
    try await work.isCancelled.wait { $0 }
    await #expect(throws: CancellationError.self) { try await task.value() }
  }

  @Test func `a caller that does not keep the work alive does not prevent its cancellation`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start(work.run)
    let caller = Task.immediate { try await task.value() }
    let observer = Task.immediate { try await task.value(keepingAlive: false) }
    caller.cancel()
    try await work.isCancelled.wait { $0 }
    await #expect(throws: CancellationError.self) { try await observer.value }
  }

  @Test func `a caller that does not keep the work alive leaves without cancelling it`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start(work.run)
    let observer = Task.immediate { try await task.value(keepingAlive: false) }
    observer.cancel()
    await #expect(throws: CancellationError.self) { try await observer.value }
    #expect(!task.isCompleted)
    work.gate.resolve(.success(6))
    #expect(try await task.value() == 6)
  }

  @Test func `failing a task gives its callers the error and cancels its work`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start(work.run)
    let callers = (0..<3).map { _ in Task.immediate { try await task.value() } }
    task.fail(Failure(number: 9))
    for caller in callers { await #expect(throws: Failure(number: 9)) { try await caller.value } }
    try await work.isCancelled.wait { $0 }
  }

  @Test func `work that fails its own task before it first suspends is cancelled`() async throws {
    let work = Work()
    let task = SharedTask<Int>()
    task.start {
      task.fail(Failure(number: 2))
      return try await work.run()
    }
    try await work.isCancelled.wait { $0 }
    await #expect(throws: Failure(number: 2)) { try await task.value() }
  }

  @Test func `a cancelled task still gets an uncancellable value`() async throws {
    let task = SharedTask<Int>()
    let caller = Task.immediate { try await task.uncancellableValue() }
    caller.cancel()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await task.uncancellableValue()
    }
    task.resolve(.success(8))
    #expect(try await caller.value == 8)
    #expect(try await late.value == 8)
  }

  @Test func `a cancelled caller leaves at once, but gets a result that is already there`() async throws {
    let task = SharedTask<Int>()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await task.value()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }

    let finished = SharedTask(resolved: 1)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await finished.value()
    }
    #expect(try await late.value == 1)
  }

  /// Every caller must return, with the value or with its own cancellation, in every interleaving.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `no caller is lost when cancellations, calls and the result coincide`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let task = SharedTask<Int>()
      let gate = SharedTask<Int>()
      task.start { try await gate.value() }
      let choices = (0..<40).map { _ in Int.random(in: 0..<4, using: &random) }
      await withTaskGroup { group in
        for choice in choices {
          group.addTask {
            let caller = Task { try await choice == 3 ? task.uncancellableValue() : task.value() }
            if choice == 1 { caller.cancel() }
            switch await caller.result {
            case .success(let value): #expect(value == 1)
            case .failure(let error): #expect(error is CancellationError)
            }
          }
        }
        group.addTask { gate.resolve(.success(1)) }
      }
      #expect(task.isCompleted)
    }
  }

  /// When the work ends just as its last caller leaves, `resolve` must report whether the caller got the value; if not,
  /// the value is used again.
  @Test func `a value reaches the leaving caller or nobody, and resolve returns which`() async {
    for round in 0..<20_000 {
      let task = SharedTask<Int>()
      let caller = Task.immediate { try await task.value() }
      let resolver = Task { task.resolve(.success(round)) }
      caller.cancel()
      let isDelivered = await resolver.value
      let value = try? await caller.value
      #expect((value != nil) == isDelivered)
    }
  }
}
