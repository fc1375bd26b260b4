/// Makes one transfer out of identical GETs at the same time, which is cancelled with its last caller.
struct Coalescing: HTTPTransport {
  /// Includes the limits: a caller with low limits must not get a response that only another caller's limits allow.
  private struct Key: Hashable {
    var url: String
    var headers: [HTTPRequest.Field]
    var secrets: HTTPRequest.Secrets
    var deadline: Duration?
    var maximumBytes: Int
    var isCacheable: Bool
    var mustRevalidate: Bool
  }

  let next: any HTTPTransport
  private let transfers = SingleFlight<Key, HTTPResponse>()

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get, !request.isPrivate, request.body.isEmpty else {
      request.trace?.leaveCoalescing()
      return try await next.response(to: request)
    }
    let key = Key(
      url: request.url, headers: request.headers, secrets: request.secrets, deadline: request.deadline,
      maximumBytes: request.maximumBytes, isCacheable: request.isCacheable, mustRevalidate: request.mustRevalidate)
    return try await transfers.value(for: key) { [next] in
      request.trace?.leaveCoalescing()
      return try await next.response(to: request)
    }
  }
}
