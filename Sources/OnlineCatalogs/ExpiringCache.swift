import Concurrency

/// What a service seldom changes, kept in memory for a time: asked for when it is first needed, by one fetch for all
/// who need it at once.
///
/// A fetch goes on when those who wait for it have left: the next one needs it too.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var flight: SharedTask<Value>
    /// Nil while the fetch is on its way.
    var end: Duration?
  }

  /// How long a failure is an answer, so that not every page waits for what cannot be had.
  static var failureLifetime: Duration { .seconds(30) }

  /// More than there are languages, fewer than a client could make up.
  private static var maximumCount: Int { 100 }

  private let lifetime: Duration
  private let now: @Sendable () -> Duration
  private let entries = Mutex<[Key: Entry]>([:])

  init(for lifetime: Duration, clock: any Clock<Duration>) {
    self.lifetime = lifetime
    now = Self.time(of: clock)
  }

  func value(of key: Key, _ fetch: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let now = now()
    let (flight, isNew) = entries.withLock { entries in
      if let entry = entries[key], entry.end.map({ now < $0 }) ?? true { return (entry.flight, false) }
      if entries.count >= Self.maximumCount { entries = [:] }
      let flight = SharedTask<Value>()
      entries[key] = Entry(flight: flight)
      return (flight, true)
    }
    if isNew {
      flight.start { [self] in
        do {
          let value = try await fetch()
          keep(flight, of: key, for: lifetime)
          return value
        } catch {
          keep(flight, of: key, for: Self.failureLifetime)
          throw error
        }
      }
    }
    return try await flight.value(keepingAlive: false)
  }

  private func keep(_ flight: SharedTask<Value>, of key: Key, for lifetime: Duration) {
    let end = now() + lifetime
    entries.withLock { if $0[key]?.flight === flight { $0[key]?.end = end } }
  }

  /// An existential clock gives no instants that could be kept and compared; the time since now it can tell.
  private static func time<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
