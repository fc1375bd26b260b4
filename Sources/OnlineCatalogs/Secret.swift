/// A value that must not be shown, fetched once, when it is first needed: that may ask for a passphrase. A failure goes
/// to every waiting caller and is not kept.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
  /// Distinguishes secrets without revealing or fetching them: 32 bits of a hash of their source.
  let fingerprint: String
  private let fetch: @Sendable () async throws -> Value
  private let current: Mutex<SharedTask<Value>?>

  /// - Parameter source: the value itself, or the command or file that provides it; another text means another secret.
  public init(source: [String], _ fetch: @escaping @Sendable () async throws -> Value) {
    self.init(fingerprint: String(StableHash.hexadecimal(source.joined(separator: "\n")).prefix(8)), fetch)
  }

  public init(_ value: Value, source: [String]) {
    self.init(source: source) { value }
    current.withLock { $0 = SharedTask(resolved: value) }
  }

  public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Secret<Other> {
    Secret<Other>(fingerprint: fingerprint) { transform(try await value()) }
  }

  private init(fingerprint: String, _ fetch: @escaping @Sendable () async throws -> Value) {
    (self.fingerprint, self.fetch) = (fingerprint, fetch)
    current = Mutex(nil)
  }

  /// A cancelled caller leaves, but the fetch continues: a superseded search must not close the passphrase dialog.
  public func value() async throws -> Value {
    let (task, isNew) = current.withLock { current in
      if let current { return (current, false) }
      let new = SharedTask<Value>()
      current = new
      return (new, true)
    }
    if isNew {
      task.start { [fetch, current] in
        do {
          return try await fetch()
        } catch {
          current.withLock { $0 = nil }
          throw error
        }
      }
    }
    return try await task.value(keepingAlive: false)
  }

  public var description: String { "a secret" }
  /// Has no children, so that `dump` does not show the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret<String> {
  /// A text that is known already; a hash of it is the fingerprint.
  public init(_ text: String) { self.init(text, source: [text]) }
}
