/// Why there is no answer at all. An answer of whatever status is no error here.
///
/// A cancelled request ends with `CancellationError` instead.
public struct HTTPError: Error, Hashable, Sendable {
  /// By what callers tell failures apart. The raw values stand in recordings.
  public enum Reason: String, Sendable {
    /// No such host, no connection, or the connection was cut.
    case unreachable
    /// The total deadline, or nothing came for too long.
    case timeout
    /// The answer is longer than is taken.
    case tooLarge
    /// The answer sends elsewhere: to another host, from https to http, or in circles.
    case redirectRefused
    /// What came is not HTTP, or cannot be inflated; or what should be sent is no HTTP, and was not.
    case malformed
    /// It is up to whoever has set this machine up: there is no libcurl, or it cannot be loaded; a proxy wants a user
    /// and a password; a certificate cannot be checked; or an exchange could not be recorded.
    case unavailable
    /// A recording is being replayed and does not have this exchange, or cannot be read.
    case notRecorded
  }

  public var reason: Reason
  /// For a person; never the URL, which may be long, and never a secret.
  public var message: String

  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
