/// Something that answers HTTP requests: the network, or a layer around another transport that retries, paces,
/// caches, records or replays.
///
/// Cancelling the caller's task ends the transfer. Throws `HTTPError`, or `CancellationError`.
public protocol HTTPTransport: Sendable {
  /// The whole answer; one that tells of an error, by its status, is an answer too.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
