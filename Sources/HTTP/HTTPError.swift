/// The reason why there is no response, whatever its status. Cancelled requests throw `CancellationError` instead.
public struct HTTPError: Error, Hashable, Sendable {
  public enum Reason: String, Sendable {
    /// The host does not exist, the connection failed, or it was cut.
    case unreachable
    /// The deadline passed, or the connection was silent for too long.
    case timeout
    case tooLarge
    /// The response redirects to another host, from https to http, or in a loop.
    case redirectRefused
    /// The response is not HTTP or cannot be decompressed, or the URL leads to a private network.
    case malformed
    /// The request is not valid HTTP, and was not sent.
    case invalidRequest
    /// Only a change to this machine helps: libcurl is missing, a proxy wants a password, a certificate is not trusted.
    case unavailable
    /// The recording that is replayed does not contain this exchange, or cannot be read.
    case notRecorded
  }

  public var reason: Reason
  /// A description for people, without a period. It never contains the URL, which may be long, nor a secret.
  public var message: String

  public init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}
