/// Naver's movie search, which ended on 2023-03-31; others with its API, and recordings, exist.
/// Facts: https://github.com/naver/naver-openapi-guide
struct NaverService: Sendable {
  static let name = "naver"

  /// The maximum number of rows in one response, and the maximum number of its first row, counted from 1.
  static let maximumRows = 100
  static let lastStart = 1_000

  let upstream: Upstream
  private let base: String
  /// The client id and the client secret; nil if the service requires none.
  private let key: Secret<[String]>?

  init(http: any HTTPTransport, base: String, key: Secret<[String]>?) {
    upstream = Upstream(catalog: Self.name, http: http)
    (self.base, self.key) = (base, key)
  }

  func unlock() async throws { _ = try await key?.value() }

  /// Searches rows from 1 to `lastStart`, at most `maximumRows` of them.
  func search(_ query: SearchQuery, start: Int, display: Int) async throws -> Upstream.Response {
    var items = [
      HTTPRequest.Field("query", query.text), HTTPRequest.Field("display", String(display)),
      HTTPRequest.Field("start", String(start)),
    ]
    if let year = query.year {
      // The service rejects one of them without the other.
      items += [HTTPRequest.Field("yearfrom", String(year)), HTTPRequest.Field("yearto", String(year))]
    }
    var request = HTTPRequest(service: Self.name, base: base, path: "/movie.json", query: items)
    if let key = try await key?.value() {
      request.secrets.headers = [
        HTTPRequest.Field("X-Naver-Client-Id", key[0]), HTTPRequest.Field("X-Naver-Client-Secret", key[1]),
      ]
    }
    return try await upstream.json(request, isReadable: { $0["items"]?.array != nil }) { failure($0, $1) }
  }

  static func discontinued() -> MovieError {
    MovieError(
      .catalogDiscontinued,
      """
      Naver ended its movie search on 2023-03-31. Use the catalog tmdb with the locale ko-KR, or set NAVER_BASE_URL \
      to a service with the same API.
      """, catalog: name)
  }

  private func failure(_ response: HTTPResponse, _ json: JSON?) -> MovieError? {
    let code = json?["errorCode"].flatMap { $0.text ?? $0.int.map { String($0) } }
    guard code != nil || !response.isSuccess else { return nil }
    var error = upstream.failure(of: response)
    error.detail = upstream.explanation([json?["errorMessage"]])
    let text = error.detail?.lowercased() ?? ""
    switch (code, response.status) {
    case ("SE05", _), (_, 404), (_, 410):
      error.reason = .catalogDiscontinued
      error.message = Self.discontinued().message
    case (_, 403): error.message = "Naver does not allow this application to search for movies, or requires HTTPS."
    case ("024", _), ("028", _), (_, 401):
      error.reason = .upstreamUnauthorized
      error.message = Self.rejectedKeysMessage(text)
    case ("010", _):
      error.reason = .upstreamQuotaExceeded
      error.message = "The Naver application has used up its requests for today."
    case ("012", _), (_, 429):
      error.reason = .upstreamRateLimited
      error.message = "Naver has received too many requests at a time."
    case ("SE01", _):
      error.reason = .invalidParams
      error.message = "Naver cannot search for this text."
      error.field = "query"
    case (.some, _) where error.reason != .upstreamTimeout:
      error.reason = .upstreamFailed
      error.message = "Naver rejected the request."
    default: break
    }
    error.upstreamCode = code.map { String($0.prefix(20)) }
    return error
  }

  /// The message for keys that Naver rejects. One code stands for several mistakes, which only the text distinguishes.
  private static func rejectedKeysMessage(_ text: String) -> String {
    let knownMistakes = [
      ("client id", "Naver does not know the client id. See NAVER_CLIENT_ID."),
      ("nid auth", "Naver does not accept the client secret. See NAVER_CLIENT_SECRET."),
      ("scope", "The Naver application may not search. Add the search API to it."),
      ("header", "Naver requires a client id and a secret. See NAVER_CLIENT_ID and NAVER_CLIENT_SECRET."),
    ]
    return knownMistakes.first { text.contains($0.0) }?.1
      ?? "Naver does not accept the keys. See NAVER_CLIENT_ID and NAVER_CLIENT_SECRET."
  }
}
