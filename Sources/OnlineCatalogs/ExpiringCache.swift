/// Caches values that a service seldom changes. A value is fetched when it is first needed, once for all callers, and
/// also if they have left: the next one needs it too.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var result: Result<Value, any Error>
    var expiry: Duration
  }

  /// The lifetime of a failure, which is cached so that not every page waits for a value that cannot be fetched.
  static var failureLifetime: Duration { .seconds(30) }

  /// The maximum number of entries. There are fewer languages, but a client can make up any number of them.
  private static var maximumCount: Int { 100 }

  private let lifetime: Duration
  private let now: @Sendable () -> Duration
  private let entries = Mutex<[Key: Entry]>([:])
  private let fetches = SingleFlight<Key, Value>()

  init(lifetime: Duration, clock: any Clock<Duration>) {
    self.lifetime = lifetime
    now = Self.elapsedTime(of: clock)
  }

  func value(for key: Key, _ fetch: @escaping @Sendable () async throws -> Value) async throws -> Value {
    if let result = cached(key) { return try result.get() }
    return try await fetches.value(for: key, keepingAlive: false) { [self] in
      // The previous fetch may have ended since the first check.
      if let result = cached(key) { return try result.get() }
      do {
        let value = try await fetch()
        store(.success(value), for: key, lifetime: lifetime)
        return value
      } catch {
        store(.failure(error), for: key, lifetime: Self.failureLifetime)
        throw error
      }
    }
  }

  private func cached(_ key: Key) -> Result<Value, any Error>? {
    let now = now()
    return entries.withLock { entries in entries[key].flatMap { now < $0.expiry ? $0.result : nil } }
  }

  private func store(_ result: Result<Value, any Error>, for key: Key, lifetime: Duration) {
    let entry = Entry(result: result, expiry: now() + lifetime)
    entries.withLock { entries in
      if entries.count >= Self.maximumCount { entries = [:] }
      entries[key] = entry
    }
  }

  /// An existential clock has no instants to store and compare.
  private static func elapsedTime<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
