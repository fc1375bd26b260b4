import Threads

/// Something that must not be seen, fetched when it is first needed: fetching may run a command that asks a person for
/// a passphrase, which must not hold up the start, nor happen where nobody asks the service anything.
///
/// A value is fetched once. A failure goes to all who wait, and is not kept: whoever asks later has it tried again.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
  private let fetch: @Sendable () async throws -> Value
  /// The fetching that is under way, or has succeeded.
  private let flight: Locked<Flight<Value>?>

  /// - Parameter fetch: never called twice at a time, and not again once it has given a value. It must not block.
  public init(_ fetch: @escaping @Sendable () async throws -> Value) {
    self.fetch = fetch
    flight = Locked(nil)
  }

  public init(_ value: Value) {
    fetch = { value }
    flight = Locked(Flight(finished: value))
  }

  /// The value. A caller whose task is cancelled leaves with `CancellationError`, and the fetching goes on: a search
  /// that gives way to the next letter's must not close the passphrase's window.
  ///
  /// - Throws: what `fetch` throws.
  public func value() async throws -> Value {
    let (current, isNew) = flight.withLock { flight in
      if let flight { return (flight, false) }
      let new = Flight<Value>()
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
    return try await current.valueIfFinished()
  }

  public var description: String { "a secret" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
