import JSON

/// Identifies a piece of work to the caller that asked for it. The session never looks inside: it only copies the value
/// into the events about that work.
public struct Activity: Sendable {
  /// The caller's identifier for the work; nil if it has none.
  public let id: JSON?

  /// - Parameter id: nil for work that the caller does not need to identify.
  public init(id: JSON? = nil) { self.id = id }
}
