/// Something that answers HTTP requests: the network, or a layer around another transport that retries, limits the rate,
/// caches, records or replays.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, whatever its status.
  ///
  /// Cancelling the caller's task ends the transfer.
  ///
  /// - Throws: `HTTPError` if there is no response, or `CancellationError`.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
