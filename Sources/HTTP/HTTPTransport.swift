/// Sends HTTP requests. A transport is the network, or a layer that adds retries, rate limits, a cache, or recording to
/// another transport, or a recording that replaces the network.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, whatever its status.
  ///
  /// Cancelling the caller's task ends the transfer.
  ///
  /// - Throws: `HTTPError` if there is no response, or `CancellationError`.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
