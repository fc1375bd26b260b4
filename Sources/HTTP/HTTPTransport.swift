/// The network, a recording in its place, or a layer upon another transport.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, whatever its status, or throws `HTTPError`. Cancelling the
  /// caller's task ends the transfer.
  func response(to request: HTTPRequest) async throws -> HTTPResponse
}
