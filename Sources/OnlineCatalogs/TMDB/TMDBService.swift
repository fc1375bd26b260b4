import HTTP
import JSON
import MovieCore

/// TMDB's API v3 as requests and answers: its address, its key, its errors.
/// Facts: https://developer.themoviedb.org/reference and https://developer.themoviedb.org/docs/errors
struct TMDBService: Sendable {
  static let name = "tmdb"
  static let defaultBase = "https://api.themoviedb.org/3"

  /// A v3 key goes into the query, a v4 read access token into a header; the service takes neither in the other's place.
  enum Key: Sendable {
    case v3(String)
    case token(String)

    /// Told apart by what they look like, wherever they were put: people mix them up all the time. A token is a JSON
    /// Web Token, which begins with an encoded `{"`. The service's examples have it as a header's value, and so it is
    /// pasted.
    init(_ text: String) {
      let scheme = "Bearer "
      let value = text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
      self = value.hasPrefix("eyJ") ? .token(value) : .v3(value)
    }
  }

  let upstream: Upstream
  let base: String
  private let key: Secret<String>

  init(http: any HTTPTransport, base: String = defaultBase, key: Secret<String>) {
    upstream = Upstream(catalog: Self.name, http: http)
    self.base = base
    self.key = key
  }

  /// - Parameters:
  ///   - path: begins with a slash; made of checked parts only, since the service resolves `..` after decoding.
  ///   - session: a user's; makes the request that user's own.
  ///   - isCurrent: whether only the service's answer of now will do.
  func get(
    _ path: String, _ query: [HTTPRequest.Field] = [], session: String? = nil, isCurrent: Bool = false
  ) async throws -> (json: JSON, isStale: Bool) {
    var request = try await request(.get, path, query, session: session)
    request.mustRevalidate = isCurrent
    return try await send(request)
  }

  /// Asks for what must neither come from a cache nor go into one.
  func fresh(_ path: String, _ query: [HTTPRequest.Field] = [], session: String? = nil) async throws -> JSON {
    var request = try await request(.get, path, query, session: session)
    request.isPrivate = true
    return try await send(request).json
  }

  var keyFingerprint: String { key.fingerprint }

  @discardableResult
  func send(_ method: HTTPRequest.Method, _ path: String, body: JSON?, session: String? = nil) async throws -> JSON {
    var request = try await request(method, path, [], session: session)
    request.isPrivate = true
    if let body {
      request.headers.append(HTTPRequest.Field("Content-Type", "application/json;charset=utf-8"))
      request.body = Array(body.jsonText.utf8)
    }
    return try await send(request).json
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ query: [HTTPRequest.Field], session: String?
  ) async throws -> HTTPRequest {
    var request = HTTPRequest(method, service: Self.name, base: base, path: path, query: query)
    request.headers = [HTTPRequest.Field("Accept", "application/json")]
    switch Key(try await key.value()) {
    case .v3(let key): request.secrets.query.append(HTTPRequest.Field("api_key", key))
    case .token(let token): request.secrets.headers.append(HTTPRequest.Field("Authorization", "Bearer \(token)"))
    }
    if let session {
      request.secrets.query.append(HTTPRequest.Field("session_id", session))
      request.isPrivate = true
    }
    return request
  }

  private func send(_ request: HTTPRequest) async throws -> (json: JSON, isStale: Bool) {
    try await upstream.json(request) { response, json in failure(response, json) }
  }

  /// What "not found" means, where it is the answer.
  ///
  /// - Parameter id: the movie that was asked for; nil where it was none, and only the address can be wrong.
  func about<Value>(_ id: MovieID?, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch var error as MovieError where error.reason == .movieNotFound {
      // TMDB has a code for that: whoever says it without is somebody else.
      if let id, error.upstreamCode != nil {
        error.message = MovieError.movieNotFound(id).message
      } else {
        error.reason = .upstreamFailed
        error.message = "What answers in TMDB's place does not know TMDB's addresses. See TMDB_BASE_URL."
      }
      throw error
    }
  }

  /// The status and the code are told both: several codes share a status, and the service's own message is for
  /// developers.
  private func failure(_ response: HTTPResponse, _ json: JSON?) -> MovieError? {
    let code = json?["status_code"]?.int
    guard !response.isSuccess || json?["success"] == .bool(false) else { return nil }
    var error = upstream.failure(of: response)
    error.upstreamCode = code.map { String($0) }
    switch code {
    case 7, 10, 14, 16, 35:
      error.reason = .upstreamUnauthorized
      error.message = "TMDB does not accept the key. See TMDB_API_KEY and TMDB_ACCESS_TOKEN."
    case 3, 36, 38, 39, 45: error.reason = .upstreamUnauthorized
    case 17, 41:
      error.reason = .notApproved
      error.message = "The login has not been approved yet."
    case 33:
      error.reason = .notLoggedIn
      error.message = "The login was not approved in time, or is used up. Begin a new one."
    case 6, 34, 37: error.reason = .movieNotFound
    case 25: error.reason = .upstreamRateLimited
    case 9, 46, 11, 15, 43: error.reason = .upstreamFailed
    case 24: error.reason = .upstreamTimeout
    default: break
    }
    return error
  }
}
