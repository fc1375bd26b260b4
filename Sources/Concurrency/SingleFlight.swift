/// Runs at most one piece of work for each key at a time, whose result all callers share. Results are not kept.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  // With the work's own error inside: an error of the task then always means that every caller has left.
  private typealias Run = SharedTask<Result<Value, any Error>>

  private let runs = Mutex<[Key: Run]>([:])

  public init() {}

  /// Waits for the result of the work for `key`, which starts now on the caller's thread unless it is running. It is
  /// cancelled when the last caller that keeps it alive is cancelled.
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
        do { return .success(try await work()) } catch { return .failure(error) }
      }
    }
    return run
  }
}
