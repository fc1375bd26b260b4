import JSON

struct Exchange: Sendable {
  /// The identity of a request in a recording, without its base URL and its secrets.
  struct Request: Hashable, Sendable {
    var service: String
    var method: String
    /// Without the service's base URL.
    var url: String
    var body: RecordedBody
  }

  enum Outcome: Sendable {
    case response(status: Int, headers: [HTTPRequest.Field], body: RecordedBody)
    case failure(HTTPError)
    case cancelled
  }

  var request: Request
  var outcome: Outcome

  /// The header fields that the layers and the catalogs use. Others may contain secrets: TMDB sends the URL of a login.
  private static let fields: Set<String> = [
    "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "retry-after",
    "vary",
  ]

  /// - Parameter result: nil if the caller cancelled the request.
  init(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>?, _ redactor: ExchangeRedactor) {
    let json = (try? result?.get()).flatMap { try? RecordedBody.json($0.body) }
    redactor.addSecrets(in: request, [try? JSON.parse(request.body), json])
    self.request = Request(request, redactor)
    switch result {
    case .success(let response):
      let headers = response.headers.filter { Self.fields.contains($0.name) }.map {
        HTTPRequest.Field($0.name, redactor.redact($0.value))
      }
      outcome = .response(status: response.status, headers: headers, body: RecordedBody(response.body, redactor))
    case .failure(let error): outcome = .failure(HTTPError(error.reason, redactor.redact(error.message)))
    case nil: outcome = .cancelled
    }
  }

  var json: JSON {
    var members = [JSON.Member("method", .string(request.method)), JSON.Member("url", .string(request.url))]
    if let body = request.body.member { members.append(body) }
    members = [JSON.Member("service", .string(request.service)), JSON.Member("request", .object(members))]
    switch outcome {
    case .response(let status, let headers, let body):
      let fields = headers.map { JSON.Member($0.name, .string($0.value)) }
      var response = [JSON.Member("status", .integer(status)), JSON.Member("headers", .object(fields))]
      if let body = body.member { response.append(body) }
      members.append(JSON.Member("response", .object(response)))
    case .failure(let error):
      members.append(
        JSON.Member("error", ["reason": .string(error.reason.rawValue), "message": .string(error.message)]))
    case .cancelled: members.append(JSON.Member("cancelled", true))
    }
    return .object(members)
  }

  /// The file is not an exchange. The message completes a sentence that names the file.
  struct FormatError: Error, CustomStringConvertible { var description: String }

  init(_ json: JSON) throws(FormatError) {
    guard let service = json["service"]?.string, let request = json["request"],
      let method = request["method"]?.string, let url = request["url"]?.string, let body = RecordedBody(request)
    else { throw FormatError(description: "its \"service\" or \"request\" is missing or invalid") }
    self.request = Request(service: service, method: method, url: url, body: body)
    if json["cancelled"] == true {
      outcome = .cancelled
    } else if let error = json["error"] {
      guard let reason = error["reason"]?.string.flatMap(HTTPError.Reason.init), let message = error["message"]?.string
      else { throw FormatError(description: "its \"error\" is invalid") }
      outcome = .failure(HTTPError(reason, message))
    } else {
      guard let response = json["response"], let status = response["status"]?.int, (100...999).contains(status),
        case .object(let fields)? = response["headers"], let body = RecordedBody(response)
      else { throw FormatError(description: "its \"response\" is missing or invalid") }
      let headers = fields.map { HTTPRequest.Field($0.name, $0.value.string ?? "") }
      outcome = .response(status: status, headers: headers, body: body)
    }
  }
}

extension Exchange.Request {
  init(_ request: HTTPRequest, _ redactor: ExchangeRedactor) {
    service = request.service
    method = request.method.rawValue
    let hasBase = !request.base.isEmpty && request.url.hasPrefix(request.base)
    url = redactor.redact(hasBase ? String(request.url.dropFirst(request.base.count)) : request.url)
    body = RecordedBody(request.body, redactor)
  }
}
