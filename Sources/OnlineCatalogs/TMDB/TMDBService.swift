/// The client of TMDB's API v3: its address, its key, its requests and its errors.
/// Facts: https://developer.themoviedb.org/reference and https://developer.themoviedb.org/docs/errors
struct TMDBService: Sendable {
  static let name = "tmdb"
  static let defaultBase = "https://api.themoviedb.org/3"

  let upstream: Upstream
  let base: String
  private let key: Secret<String>
  private let logins: LoginFile?

  init(http: any HTTPTransport, base: String = defaultBase, key: Secret<String>, logins: LoginFile? = nil) {
    upstream = Upstream(catalog: Self.name, http: http)
    (self.base, self.key, self.logins) = (base, key, logins)
  }

  func unlock() async throws { _ = try await key.value() }

  /// Requests data that may be cached, except with a session. The path has checked parts only, since the service
  /// resolves `..` after decoding; the id is the movie that a 404 means.
  func get(
    _ path: String, _ query: [HTTPRequest.Field] = [], about id: MovieID? = nil, session: String? = nil,
    isCurrent: Bool = false
  ) async throws -> Upstream.Response {
    var request = try await request(.get, path, query, session: session)
    request.mustRevalidate = isCurrent
    return try await send(request, about: id)
  }

  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ path: String, body: JSON?, about id: MovieID? = nil, session: String? = nil,
    returnsLogin: Bool = false
  ) async throws -> JSON {
    var request = try await request(method, path, [], session: session)
    request.isPrivate = true
    if let body {
      request.headers.append(HTTPRequest.Field("Content-Type", "application/json;charset=utf-8"))
      request.body = Array(body.jsonText.utf8)
    }
    return try await send(request, about: id, returnsLogin: returnsLogin).json
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ query: [HTTPRequest.Field], session: String?
  ) async throws -> HTTPRequest {
    var request = HTTPRequest(method, service: Self.name, base: base, path: path, query: query)
    // A v3 key goes into the query, a v4 read access token into a header, and neither into the other place. The form
    // decides, because people confuse the variables. A token is a JSON Web Token, perhaps with `Bearer`.
    let (text, scheme) = (try await key.value(), "Bearer ")
    let key = text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    if key.hasPrefix("eyJ") {
      request.secrets.headers.append(HTTPRequest.Field("Authorization", scheme + key))
    } else {
      request.secrets.query.append(HTTPRequest.Field("api_key", key))
    }
    // This process may not have sent it yet.
    if let login = logins?.read().login {
      request.secrets.unsent.append(HTTPRequest.Field("session_id", login.sessionID))
    }
    if let session {
      request.secrets.query.append(HTTPRequest.Field("session_id", session))
      request.isPrivate = true
    }
    return request
  }

  private func send(
    _ request: HTTPRequest, about id: MovieID?, returnsLogin: Bool = false
  ) async throws -> Upstream.Response {
    do {
      return try await upstream.json(
        request, returnsLogin: returnsLogin, isReadable: { request.method != .get || Self.isReadable($0) },
        failure: { response, json in failure(response, json) })
    } catch var error as MovieError where error.reason == .movieNotFound {
      // TMDB sends a code with every 404. Without a code, something else is at this address.
      if let id, error.upstreamCode != nil {
        error.message = MovieError.movieNotFound(id).message
      } else {
        error.reason = .upstreamFailed
        error.message = "The service in place of TMDB does not know TMDB's paths. See TMDB_BASE_URL."
      }
      throw error
    }
  }

  /// Whether it has an id, rows with ids or none, or the configuration's images, as every response to a GET.
  private static func isReadable(_ json: JSON) -> Bool {
    if json["id"]?.int != nil || json["images"]?["secure_base_url"]?.text != nil { return true }
    guard let rows = ["results", "genres", "movie_results"].lazy.compactMap({ json[$0]?.array }).first else {
      return false
    }
    return rows.isEmpty || rows.contains { ($0["id"] ?? $0["provider_id"])?.int != nil }
  }

  /// The error that a response reports. Several codes share a status, and the message is for developers.
  private func failure(_ response: HTTPResponse, _ json: JSON?) -> MovieError? {
    let code = json?["status_code"]?.int
    guard !response.isSuccess || json?["success"] == .bool(false) else { return nil }
    var error = upstream.failure(of: response)
    error.upstreamCode = code.map { String($0) }
    // Rejected parameters are explained in one member or the other.
    error.detail = upstream.explanation([json?["status_message"]] + (json?["errors"]?.elements ?? []))
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
      error.message = "The login was not approved in time, or has been used already. Start a new one."
    case 6, 34, 37: error.reason = .movieNotFound
    case 25: error.reason = .upstreamRateLimited
    case 9, 46, 11, 15, 43: error.reason = .upstreamFailed
    case 24: error.reason = .upstreamTimeout
    default: break
    }
    return error
  }
}
