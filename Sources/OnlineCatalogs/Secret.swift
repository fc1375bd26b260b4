import Concurrency

/// Something that must not be seen, fetched when it is first needed: fetching may run a command that asks a person for
/// a passphrase, which must not hold up the start, nor happen where nobody asks the service anything.
///
/// A value is fetched once. A failure goes to all who wait, and is not kept: whoever asks later has it tried again.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
  /// Tells one secret from another without telling either, and without fetching it: 32 bits of a hash of what it is
  /// made from.
  public let fingerprint: String
  private let fetch: @Sendable () async throws -> Value
  /// The fetching that is under way, or has succeeded.
  private let flight: Mutex<SharedTask<Value>?>

  /// - Parameters:
  ///   - source: where the value comes from, or itself: other texts stand for another secret.
  ///   - fetch: never called twice at a time, and not again once it has given a value. It must not block.
  public init(source: [String], _ fetch: @escaping @Sendable () async throws -> Value) {
    fingerprint = String(StableHash.hexadecimal(source.joined(separator: "\n")).prefix(8))
    self.fetch = fetch
    flight = Mutex(nil)
  }

  /// One that is there already.
  public init(_ value: Value, source: [String]) {
    self.init(source: source) { value }
    flight.withLock { $0 = SharedTask(resolved: value) }
  }

  /// The same secret in another form.
  public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Secret<Other> {
    Secret<Other>(fingerprint: fingerprint) { transform(try await value()) }
  }

  private init(fingerprint: String, _ fetch: @escaping @Sendable () async throws -> Value) {
    self.fingerprint = fingerprint
    self.fetch = fetch
    flight = Mutex(nil)
  }

  /// The value. A caller whose task is cancelled leaves with `CancellationError`, and the fetching goes on: a search
  /// that gives way to the next letter's must not close the passphrase's window.
  ///
  /// - Throws: what `fetch` throws.
  public func value() async throws -> Value {
    let (current, isNew) = flight.withLock { flight in
      if let flight { return (flight, false) }
      let new = SharedTask<Value>()
      flight = new
      return (new, true)
    }
    if isNew {
      current.start { [fetch, flight] in
        do {
          return try await fetch()
        } catch {
          flight.withLock { $0 = nil }
          throw error
        }
      }
    }
    return try await current.value(keepingAlive: false)
  }

  public var description: String { "a secret" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret<String> {
  /// A text that is there already, told from others by a hash of itself.
  public init(_ text: String) { self.init(text, source: [text]) }
}
