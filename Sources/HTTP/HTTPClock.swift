public struct HTTPClock: Sendable {
  let elapsed: @Sendable () -> Duration
  private(set) var sleep: @Sendable (Duration) async throws -> Void
  let date: @Sendable () -> Int

  public init<Base: Clock>(
    _ clock: Base = SystemClock(), date: @escaping @Sendable () -> Int = systemDate
  ) where Base.Duration == Duration, Base.Instant: Sendable {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    self.date = date
  }

  /// The same clock, except that sleeping takes no time: a recording already contains the waits.
  var withoutWaiting: HTTPClock {
    var clock = self
    clock.sleep = { _ in try Task.checkCancellation() }
    return clock
  }

  @Sendable public static func systemDate() -> Int { Int(time(nil)) }
}
