import HTTP
import TestSupport

/// Replaces the network: a function responds, and the requests are kept.
final class ScriptedNetwork: HTTPTransport {
  private let respond: @Sendable (HTTPRequest) throws -> HTTPResponse
  private let received = Observed<[HTTPRequest]>([])

  init(_ respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) { self.respond = respond }

  var requests: [HTTPRequest] { received.value }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    received.change { $0.append(request) }
    return try respond(request)
  }
}

extension HTTPRequest {
  /// Whether it has a condition (RFC 9110, 13.1).
  var isConditional: Bool { headers.contains { $0.name.hasPrefix("If-") } }
}
