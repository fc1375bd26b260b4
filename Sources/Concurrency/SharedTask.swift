/// One piece of work whose result any number of callers wait for: the first one that is set, by the work or from
/// outside. When the last caller that keeps it alive has been cancelled, so is the work.
public final class SharedTask<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var work: Task<Void, Never>?

    /// - Returns: the waiters to resume and the work to cancel; nil if there was a result already.
    mutating func complete(_ newResult: Result<Value, any Error>) -> Completion? {
      guard result == nil else { return nil }
      result = newResult
      defer {
        waiters = [:]
        work = nil
      }
      // No key path: in a generic type, each use would look it up by its name.
      return (waiters.isEmpty ? [] : waiters.sorted { $0.key < $1.key }.map { $0.value }, work)
    }
  }

  private typealias Completion = (waiters: [Waiter], work: Task<Void, Never>?)

  private struct Waiter {
    var continuation: CheckedContinuation<Value, any Error>
    var keepsAlive: Bool
  }

  private let state = Mutex(State())

  /// A task without work, for `start`, or for a result that is set by `resolve`.
  public init() {}

  public init(resolved value: Value) { state.withLock { $0.result = .success(value) } }

  /// Starts the work on the caller's thread, where it runs until it first suspends.
  public func start(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task.immediate(executorPreference: ThreadPoolExecutor.shared) {
      do { self.resolve(.success(try await work())) } catch { self.resolve(.failure(error)) }
    }
    let isCompleted = state.withLock { state in
      if state.result == nil { state.work = task }
      return state.result != nil
    }
    // Resolved by another thread before the work first suspended.
    if isCompleted { task.cancel() }
  }

  /// Waits for the result, or for the cancellation of the caller's task. A caller that would not have asked for the
  /// work itself does not keep it alive.
  public func value(keepingAlive: Bool = true) async throws -> Value {
    if let result = state.withLock({ $0.result }) { return try result.get() }
    let ticket = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(Waiter(continuation: continuation, keepsAlive: keepingAlive), as: ticket)
        if Task.isCancelled { removeWaiter(ticket) }
      }
    } onCancel: {
      removeWaiter(ticket)
    }
  }

  /// Waits for the result even when the caller's task is cancelled, for work whose result must not be lost.
  public func uncancellableValue() async throws -> Value {
    if let result = state.withLock({ $0.result }) { return try result.get() }
    return try await withCheckedThrowingContinuation { continuation in
      register(Waiter(continuation: continuation, keepsAlive: true))
    }
  }

  public var isCompleted: Bool { state.withLock { $0.result != nil } }

  /// Changes the value that later callers get. Does nothing without a value.
  public func updateValue(_ change: (inout Value) -> Void) {
    state.withLock { state in
      guard case .success(var value) = state.result else { return }
      state.result = nil
      change(&value)
      state.result = .success(value)
    }
  }

  public func fail(_ error: any Error) { resolve(.failure(error)) }

  /// Completes with this result and cancels the work. Returns false if there is a result already.
  @discardableResult
  public func resolve(_ result: Result<Value, any Error>) -> Bool {
    guard let completion = state.withLock({ $0.complete(result) }) else { return false }
    Self.finish(completion, result)
    return true
  }

  private static func finish(_ completion: Completion, _ result: Result<Value, any Error>) {
    completion.work?.cancel()
    for waiter in completion.waiters { waiter.continuation.resume(with: result) }
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

  private func removeWaiter(_ ticket: Int) {
    let (waiter, completion): (Waiter?, Completion?) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: ticket)
      let isAbandoned = waiter?.keepsAlive == true && !state.waiters.values.contains { $0.keepsAlive }
      // Under one lock: a value that arrived between the two steps would reach no caller and count as delivered.
      return (waiter, isAbandoned ? state.complete(.failure(CancellationError())) : nil)
    }
    waiter?.continuation.resume(throwing: CancellationError())
    if let completion { Self.finish(completion, .failure(CancellationError())) }
  }
}
