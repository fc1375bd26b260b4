/// Sends requests to one catalog's service. Every response becomes a value, or a `MovieError` without a URL and key.
struct Upstream: Sendable {
  typealias Response = (json: JSON, isStale: Bool)

  /// The memory for an answer: the longest body, and the response that is made of it.
  static let largestAnswerBytes = 2 * HTTPRequest.maximumJSONBytes

  let catalog: String
  let http: any HTTPTransport
  private let secrets = KnownSecrets()

  init(catalog: String, http: any HTTPTransport) { (self.catalog, self.http) = (catalog, http) }

  /// Sends a request and parses the JSON of the response.
  ///
  /// - Parameters:
  /// - repair: parses the malformed JSON that a service sends; nil if it cannot.
  /// - failure: the error that a response reports; nil to leave the decision to the status.
  /// - returnsLogin: whether the response is a login, which no other may contain.
  /// - isReadable: whether a success has what its readers need; others neither come from the cache nor go into it.
  func json(
    _ request: HTTPRequest, returnsLogin: Bool = false, repair: @escaping @Sendable ([UInt8]) -> JSON? = { _ in nil },
    isReadable: @escaping @Sendable (JSON) -> Bool = { _ in true },
    failure: @escaping @Sendable (HTTPResponse, JSON?) -> MovieError?
  ) async throws -> Response {
    secrets.add(request.secrets)
    let reader = ResponseReader(
      secrets: returnsLogin ? KnownSecrets(request.secrets) : secrets, repair: repair, isReadable: isReadable,
      failure: failure)
    var request = request
    request.headers.append(HTTPRequest.Field("Accept", "application/json"))
    request.isValid = reader.isValid
    let response = try await response(to: request)
    let (json, hasSecret) = reader.contents(of: response)
    if var error = failure(response, json) {
      if hasSecret { (error.detail, error.upstreamCode) = (nil, nil) }
      throw error
    }
    guard response.isSuccess else { throw self.failure(of: response) }
    guard !hasSecret else { throw invalidResponse("the response contains a key or a login", status: response.status) }
    guard let json else { throw invalidResponse("the response is not JSON", status: response.status) }
    return (json, response.isStale)
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do { return try await http.response(to: request) } catch let error as HTTPError { throw failure(error) }
  }

  func invalidResponse(_ detail: String, status: Int? = nil) -> MovieError {
    var error = MovieError(
      .upstreamInvalidResponse, "The service of the catalog \(catalog) sent an unreadable response.",
      catalog: catalog, detail: detail)
    error.httpStatus = status
    return error
  }

  /// Unreadable rows are left out, but a page of nothing else would say that nothing was found.
  func checkRows(_ count: Int, readable: Int) throws(MovieError) {
    if count > 0, readable == 0 { throw invalidResponse("no row of the page can be read") }
  }

  func failure(of response: HTTPResponse) -> MovieError {
    let reason: FailureReason =
      switch response.status {
      case 401, 403: .upstreamUnauthorized
      case 404, 410: .movieNotFound
      case 408, 504: .upstreamTimeout
      case 429: .upstreamRateLimited
      default: .upstreamFailed
      }
    var error = MovieError(
      reason, "The service of the catalog \(catalog) responded with status \(response.status).", catalog: catalog)
    error.httpStatus = response.status
    error.retryAfterMilliseconds = response.retryAfter().map { max($0, 1) * 1_000 }
    return error
  }

  /// The texts among the values, at most 200 characters together, for `MovieError.detail`.
  func explanation(_ values: [JSON?]) -> String? {
    let texts = values.compactMap { $0?.text }
    return texts.isEmpty ? nil : String(texts.joined(separator: " ").prefix(200))
  }

  private func failure(_ error: HTTPError) -> MovieError {
    let (reason, message): (FailureReason, String) =
      switch error.reason {
      case .unavailable, .invalidRequest:
        // Only the person who has set up this machine, or the base URL, can help, and needs to know the cause.
        (.upstreamUnreachable, "The service of the catalog \(catalog) cannot be used: \(error.message).")
      case .unreachable, .notRecorded:
        (.upstreamUnreachable, "The service of the catalog \(catalog) cannot be reached.")
      case .timeout: (.upstreamTimeout, "The service of the catalog \(catalog) did not respond in time.")
      case .tooLarge, .redirectRefused, .malformed:
        (.upstreamInvalidResponse, "The service of the catalog \(catalog) sent an unreadable response.")
      }
    return MovieError(reason, message, catalog: catalog, detail: error.message)
  }
}

/// Parses the responses to one request. The cache and the caller usually read the same body, which is parsed once.
private struct ResponseReader: Sendable {
  typealias Contents = (json: JSON?, hasSecret: Bool)

  let secrets: KnownSecrets
  let repair: @Sendable ([UInt8]) -> JSON?
  let isReadable: @Sendable (JSON) -> Bool
  let failure: @Sendable (HTTPResponse, JSON?) -> MovieError?
  private let latest = Mutex<(body: [UInt8], contents: Contents)?>(nil)

  /// The body as JSON, nil if it is not JSON; and whether it contains a secret.
  func contents(of response: HTTPResponse) -> Contents {
    let body = response.body
    if let (known, contents) = latest.withLock(\.self), known == body { return contents }
    let json = (try? JSON.parse(body, maximumValues: HTTPRequest.maximumJSONValues)) ?? repair(body)
    let contents = (json: json, hasSecret: secrets.occur(in: body, json))
    latest.withLock { $0 = (body, contents) }
    return contents
  }

  /// Whether a response answers the request, as “there is no such movie” does, and an error about a key does not.
  func isValid(_ response: HTTPResponse) -> Bool {
    let (json, hasSecret) = contents(of: response)
    guard let json, !hasSecret else { return false }
    guard let error = failure(response, json) else { return isReadable(json) }
    return [.movieNotFound, .queryTooBroad].contains(error.reason)
  }
}
