import Platform

/// The time as the layers know it: how much has passed, how to wait, and what the calendar says.
public struct HTTPTime: Sendable {
  /// Since some moment that never changes.
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void
  /// Seconds since 1970.
  let date: @Sendable () -> Int

  /// - Parameters:
  ///   - clock: what deadlines and waits are measured by.
  ///   - date: seconds since 1970; what the ages of kept answers are measured by.
  public init<Time: Clock>(
    _ clock: Time = ContinuousClock(), date: @escaping @Sendable () -> Int = { Int(time(nil)) }
  ) where Time.Duration == Duration, Time.Instant: Sendable {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    self.date = date
  }

  private init(withoutWaiting time: HTTPTime) {
    elapsed = time.elapsed
    sleep = { _ in try Task.checkCancellation() }
    date = time.date
  }

  /// The same time, except that nobody waits: what is replayed has been waited for already.
  var withoutWaiting: HTTPTime { HTTPTime(withoutWaiting: self) }
}
