/// Runs at most one piece of work for each key at a time: callers that ask for a key while its work runs share the
/// result (the pattern that Go calls singleflight). Results are not kept; the next call after one runs the work again.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  // The task's value contains the error that the work throws. An error of the task itself then always means that every
  // caller has left, even if the work throws `CancellationError` for a reason of its own.
  private typealias Run = SharedTask<Result<Value, any Error>>

  private let runs = Mutex<[Key: Run]>([:])

  /// Creates an instance whose keys are independent of those of other instances.
  public init() {}

  /// Waits for the result of the work for `key`, which starts now unless it is already running.
  ///
  /// The work starts on the caller's thread. It is cancelled when the last caller that keeps it alive is cancelled.
  ///
  /// - Parameter keepingAlive: false lets the work continue, once started, when every caller has left.
  /// - Throws: what the work throws; `CancellationError` as soon as the caller's task is cancelled.
  public func value(
    for key: Key, keepingAlive: Bool = true, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      let result: Result<Value, any Error>
      do {
        result = try await run(for: key, work).value(keepingAlive: keepingAlive)
      } catch  where !Task.isCancelled {
        // The last of the other callers left just as this one joined, so that run is being cancelled.
        continue
      }
      return try result.get()
    }
  }

  private func run(for key: Key, _ work: @escaping @Sendable () async throws -> Value) -> Run {
    let (run, isNew) = runs.withLock { runs in
      // A run whose callers have all left is completed before it is removed here.
      if let run = runs[key], !run.isCompleted { return (run, false) }
      let run = Run()
      runs[key] = run
      return (run, true)
    }
    if isNew {
      run.start { [self] in
        defer {
          runs.withLock { runs in
            if runs[key] === run { runs[key] = nil }
          }
        }
        do {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
    }
    return run
  }
}
