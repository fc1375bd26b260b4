/// The reason why a database could not be used.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, by what is to be done about them.
  public enum Kind: Hashable, Sendable {
    /// libpq is not installed.
    case libraryMissing
    /// There is no connection, or it has broken. A later attempt may succeed.
    case disconnected
    /// The server or libpq has refused what was asked, such as a login without its grants. A person must act.
    case refused
  }

  /// The kind of the failure.
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

  /// The reason, for people.
  public var description: String { message }
}
