/// One piece of work that any number of callers wait for: single flight.
///
/// It has one outcome, the first that comes: what the work gives, or what `end` says. A caller whose own task is
/// cancelled leaves with `CancellationError`; when the last of those who asked for the work has left, the work itself
/// is cancelled.
public final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var work: Task<Void, Never>?

    /// - Returns: who has to be told; nil where there is an outcome already.
    mutating func settle(_ outcome: Result<Value, any Error>) -> Ended? {
      guard result == nil else { return nil }
      result = outcome
      defer {
        waiters = [:]
        work = nil
      }
      return (waiters.sorted { $0.key < $1.key }.map(\.value), work)
    }
  }

  private typealias Ended = (waiters: [Waiter], work: Task<Void, Never>?)

  private struct Waiter {
    var continuation: CheckedContinuation<Value, any Error>
    /// Whether the work goes on for this caller's sake.
    var keepsAlive: Bool
  }

  private let state = Mutex(State())

  /// A flight without work, until `start` gives it some; or its outcome comes from elsewhere.
  public init() {}

  /// A flight that is over before it begins.
  public init(resolved value: Value) { state.withLock { $0.result = .success(value) } }

  /// Starts the work on the caller's thread, where it stays until it first has to wait.
  public func start(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task.immediate {
      do {
        self.resolve(.success(try await work()))
      } catch {
        self.resolve(.failure(error))
      }
    }
    let isOver = state.withLock { state in
      if state.result == nil { state.work = task }
      return state.result != nil
    }
    // Ended from elsewhere while the work was still in its first stretch.
    if isOver { task.cancel() }
  }

  /// Waits for the result. Throws `CancellationError` as soon as the caller's task is cancelled.
  ///
  /// - Parameter keepingAlive: whether the work continues for this caller. A caller that would not have asked for the
  ///   work itself passes false.
  public func value(keepingAlive: Bool = true) async throws -> Value { try await wait(keepingAlive: keepingAlive) }

  /// Waits for the result even when the caller's task is cancelled, for work whose result must not be lost.
  public func uncancellableValue() async throws -> Value {
    if let result = state.withLock({ $0.result }) { return try result.get() }
    return try await withCheckedThrowingContinuation { continuation in
      register(Waiter(continuation: continuation, keepsAlive: true))
    }
  }

  /// Whether it has a result.
  public var isCompleted: Bool { state.withLock { $0.result != nil } }

  /// Gives every waiting caller this error and cancels the work; nothing where there is an outcome already.
  public func fail(_ error: any Error) { resolve(.failure(error)) }

  /// Gives every waiting caller this outcome; nothing where there is one already.
  ///
  /// - Returns: whether it is the outcome.
  @discardableResult
  public func resolve(_ result: Result<Value, any Error>) -> Bool {
    guard let ended = state.withLock({ $0.settle(result) }) else { return false }
    Self.tell(ended, result)
    return true
  }

  private static func tell(_ ended: Ended, _ result: Result<Value, any Error>) {
    ended.work?.cancel()
    for waiter in ended.waiters { waiter.continuation.resume(with: result) }
  }

  private func wait(keepingAlive: Bool) async throws -> Value {
    if let result = state.withLock({ $0.result }) { return try result.get() }
    let ticket = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(Waiter(continuation: continuation, keepsAlive: keepingAlive), as: ticket)
        if Task.isCancelled { leave(ticket) }
      }
    } onCancel: {
      leave(ticket)
    }
  }

  private func register(_ waiter: Waiter, as ticket: Int? = nil) {
    let result = state.withLock { state in
      if state.result == nil {
        state.nextWaiter += 1
        state.waiters[ticket ?? state.nextWaiter] = waiter
      }
      return state.result
    }
    if let result { waiter.continuation.resume(with: result) }
  }

  private func leave(_ ticket: Int) {
    let (leaver, ended): (Waiter?, Ended?) = state.withLock { state in
      let leaver = state.waiters.removeValue(forKey: ticket)
      let isDeserted = leaver?.keepsAlive == true && !state.waiters.values.contains { $0.keepsAlive }
      // In one step: a value that came between the two would be nobody's, and taken for delivered.
      return (leaver, isDeserted ? state.settle(.failure(CancellationError())) : nil)
    }
    leaver?.continuation.resume(throwing: CancellationError())
    if let ended { Self.tell(ended, .failure(CancellationError())) }
  }
}
