import JSON

/// One request and what came of it, as a file of a recording has it.
struct Exchange: Sendable {
  /// What makes two requests the same for a recording: not the host, nor any secret.
  struct Question: Hashable, Sendable {
    var service: String
    var method: String
    /// From the service's base on.
    var url: String
    var body: Payload

    init(service: String, method: String, url: String, body: Payload) {
      self.service = service
      self.method = method
      self.url = url
      self.body = body
    }

    /// - Parameter redaction: must have learnt the request's secrets.
    init(_ request: HTTPRequest, _ redaction: Redaction) {
      service = request.service
      method = request.method.rawValue
      let isOfBase = !request.base.isEmpty && request.url.hasPrefix(request.base)
      url = redaction.redact(isOfBase ? String(request.url.dropFirst(request.base.count)) : request.url)
      body = Payload(request.body, redaction)
    }
  }

  enum Outcome: Sendable {
    case answer(status: Int, headers: [HTTPRequest.Field], body: Payload)
    case failure(HTTPError)
    /// Nobody waited for the answer any more.
    case cancelled
  }

  var question: Question
  var outcome: Outcome

  /// Of a header, what the layers and the catalogs look at. Others may hold secrets: TMDB sends a login's address.
  private static let fields: Set<String> = [
    "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "retry-after",
    "vary",
  ]

  init(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>, _ redaction: Redaction) {
    let answer = try? result.get()
    redaction.learn(from: request, [try? JSON.parse(request.body), answer.flatMap { try? JSON.parse($0.body) }])
    question = Question(request, redaction)
    switch result {
    case .success(let response):
      let headers = response.headers.filter { Self.fields.contains($0.name) }.map {
        HTTPRequest.Field($0.name, redaction.redact($0.value))
      }
      outcome = .answer(status: response.status, headers: headers, body: Payload(response.body, redaction))
    case .failure(let error):
      outcome = .failure(HTTPError(error.reason, redaction.redact(error.message)))
    }
  }

  /// - Parameter redaction: learns the request's secrets.
  init(cancelled request: HTTPRequest, _ redaction: Redaction) {
    redaction.learn(from: request, [try? JSON.parse(request.body)])
    question = Question(request, redaction)
    outcome = .cancelled
  }

  // MARK: JSON

  var json: JSON {
    var request = [JSON.Member("method", .string(question.method)), JSON.Member("url", .string(question.url))]
    if let body = question.body.member { request.append(body) }
    var members = [JSON.Member("service", .string(question.service)), JSON.Member("request", .object(request))]
    switch outcome {
    case .answer(let status, let headers, let body):
      let fields = headers.map { JSON.Member($0.name, .string($0.value)) }
      var response = [JSON.Member("status", .integer(status)), JSON.Member("headers", .object(fields))]
      if let body = body.member { response.append(body) }
      members.append(JSON.Member("response", .object(response)))
    case .failure(let error):
      members.append(
        JSON.Member("error", ["reason": .string(error.reason.rawValue), "message": .string(error.message)]))
    case .cancelled:
      members.append(JSON.Member("cancelled", true))
    }
    return .object(members)
  }

  /// What is wrong with a file.
  struct Damage: Error {
    var what: String
  }

  init(_ json: JSON) throws(Damage) {
    guard let service = json["service"]?.string, let request = json["request"],
      let method = request["method"]?.string, let url = request["url"]?.string, let asked = Payload(request)
    else { throw Damage(what: "its \"service\" or \"request\" is missing or wrong") }
    question = Question(service: service, method: method, url: url, body: asked)
    if json["cancelled"] == true {
      outcome = .cancelled
    } else if let error = json["error"] {
      guard let reason = error["reason"]?.string.flatMap(HTTPError.Reason.init), let message = error["message"]?.string
      else { throw Damage(what: "its \"error\" is wrong") }
      outcome = .failure(HTTPError(reason, message))
    } else {
      guard let response = json["response"], let status = response["status"]?.int, (100...999).contains(status),
        case .object(let fields)? = response["headers"], let body = Payload(response)
      else { throw Damage(what: "its \"response\" is missing or wrong") }
      let headers = fields.map { HTTPRequest.Field($0.name, $0.value.string ?? "") }
      outcome = .answer(status: status, headers: headers, body: body)
    }
  }
}
