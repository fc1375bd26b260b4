/// Runs at most one piece of work for each key at a time: callers that ask for a key while its work runs share the
/// result (the pattern that Go calls singleflight). Results are not kept; the next call after one runs the work again.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  // The work's own error is part of the task's value. An error of the task itself then always means that every caller
  // has left it, even where the work throws `CancellationError` for a reason of its own.
  private typealias Flight = SharedTask<Result<Value, any Error>>

  private let flights = Mutex<[Key: Flight]>([:])

  public init() {}

  /// Waits for the result of the work for `key`, which starts now unless it is already running.
  ///
  /// The work starts on the caller's thread. It is cancelled when the last caller that keeps it alive is cancelled.
  ///
  /// - Parameter keepingAlive: false lets the work continue, once started, whoever leaves.
  /// - Throws: what the work throws; `CancellationError` as soon as the caller's task is cancelled.
  public func value(
    for key: Key, keepingAlive: Bool = true, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      let result: Result<Value, any Error>
      do {
        result = try await flight(for: key, work).value(keepingAlive: keepingAlive)
      } catch  where !Task.isCancelled {
        // The last of the other callers left just as this one joined: that work is being cancelled.
        continue
      }
      return try result.get()
    }
  }

  private func flight(for key: Key, _ work: @escaping @Sendable () async throws -> Value) -> Flight {
    let (flight, isNew) = flights.withLock { flights in
      // A deserted flight completes before it is removed here.
      if let flight = flights[key], !flight.isCompleted { return (flight, false) }
      let flight = Flight()
      flights[key] = flight
      return (flight, true)
    }
    if isNew {
      flight.start { [self] in
        defer {
          flights.withLock { flights in
            if flights[key] === flight { flights[key] = nil }
          }
        }
        do {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
    }
    return flight
  }
}
