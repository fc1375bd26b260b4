import HTTP
import JSON

/// Responds to every request with the same JSON.
struct CannedTransport: HTTPTransport {
  var json: JSON
  var status = 200

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(status: status, body: Array(json.jsonText.utf8))
  }
}
