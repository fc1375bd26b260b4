public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case libraryMissing
    /// There is no connection, or it has broken. A later attempt may succeed.
    case disconnected
    /// The server or libpq has refused what was asked, such as a login without its grants. A person must act.
    case refused
  }

  public var kind: Kind
  /// The reason, for people, on one line and without a period. Without secrets: libpq names hosts and users only.
  public var message: String
  /// The SQLSTATE code (appendix A of PostgreSQL's manual); nil unless the server has answered with one.
  public var state: String?

  public init(kind: Kind, message: String, state: String? = nil) {
    self.kind = kind
    self.message = message
    self.state = state
  }

  public var description: String { message }
}
