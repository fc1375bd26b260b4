/// The client of OMDb's API: its key, its requests, and its errors, most of which have status 200.
/// Facts: https://www.omdbapi.com/ and https://github.com/omdbapi/OMDb-API/issues
struct OMDbService: Sendable {
  static let name = "omdb"
  static let defaultBase = "https://www.omdbapi.com/"

  let upstream: Upstream
  let base: String
  private let key: Secret<String>

  init(http: any HTTPTransport, base: String = defaultBase, key: Secret<String>) {
    upstream = Upstream(catalog: Self.name, http: http)
    (self.base, self.key) = (base, key)
  }

  func unlock() async throws { _ = try await key.value() }

  /// One page, from 1 to 100, of at most ten rows; nil if there is none. Throws `queryTooBroad` among others.
  func search(_ query: SearchQuery, page: Int) async throws -> Upstream.Response? {
    let page = HTTPRequest.Field("page", String(page))
    return try await found([HTTPRequest.Field("s", query.text)] + films(of: query.year) + [page], isSearch: true)
  }

  func film(titled query: SearchQuery) async throws -> Upstream.Response? {
    try await found([HTTPRequest.Field("t", query.text)] + films(of: query.year) + Self.wholePlot)
  }

  /// One title of any type. The request is always the same, so that caches keep one response for each title.
  func title(_ id: String, isCurrent: Bool = false) async throws -> Upstream.Response {
    // OMDb converts any other id to a number, and fails with something other than JSON.
    guard IMDbID.isID(id),
      let title = try await found([HTTPRequest.Field("i", id)] + Self.wholePlot, isCurrent: isCurrent)
    else { throw MovieError.movieNotFound(MovieID(catalog: Self.name, native: id)) }
    return title
  }

  private static let wholePlot = [HTTPRequest.Field("plot", "full")]

  private func films(of year: Int?) -> [HTTPRequest.Field] {
    // Without a type, OMDb may prefer a game with that title.
    [HTTPRequest.Field("type", "movie")] + (year.map { [HTTPRequest.Field("y", String($0))] } ?? [])
  }

  /// Nil if OMDb has no such movie.
  private func found(
    _ query: [HTTPRequest.Field], isSearch: Bool = false, isCurrent: Bool = false
  ) async throws -> Upstream.Response? {
    var request = HTTPRequest(service: Self.name, base: base, query: query)
    request.mustRevalidate = isCurrent
    // OMDb sends `Vary: *`, but its responses depend on the URL only. A free key has 1,000 requests a day.
    request.ignoresVary = true
    request.secrets.query = [HTTPRequest.Field("apikey", try await key.value())]
    return try await unlessNotFound { [request] in
      try await upstream.json(
        request, repair: { try? JSON.parse(JSONRepair.repaired($0), maximumValues: HTTPRequest.maximumJSONValues) },
        isReadable: { isSearch ? $0["Search"]?.array != nil : $0["Title"]?.text != nil },
        failure: { response, json in failure(response, json, isSearch: isSearch) })
    }
  }

  /// The error that a response reports. The text counts more than the status: quota and wrong key are both 401.
  private func failure(_ response: HTTPResponse, _ json: JSON?, isSearch: Bool) -> MovieError? {
    let text = json.flatMap(rejection)
    guard text != nil || !response.isSuccess else { return nil }
    var error = upstream.failure(of: response)
    if text != nil {
      error.message = "OMDb rejected the request."
      error.detail = upstream.explanation([json?["Error"]])
    }
    // OMDb reports a missing title with status 200. A 404 means that there is no such service at this address.
    if error.reason == .movieNotFound { error.reason = .upstreamFailed }
    if let (reason, message) = meaning(of: text?.lowercased() ?? "", status: response.status, isSearch: isSearch) {
      error.reason = reason
      error.message = message
    }
    if error.reason == .invalidParams { error.field = "query" }
    return error
  }

  private func rejection(_ json: JSON) -> String? {
    let error = json["Error"]?.text
    switch json["Response"] {
    case .string(let text) where text.lowercased() == "true": return nil
    case .string(let text) where text.lowercased() == "false": return error ?? ""
    case .bool(let flag): return flag ? nil : error ?? ""
    default: return error
    }
  }

  private func meaning(of text: String, status: Int, isSearch: Bool) -> (FailureReason, String)? {
    if text.contains("limit") {
      return (.upstreamQuotaExceeded, "The OMDb key has used up its requests for today. A free key has 1,000 a day.")
    }
    if text.contains("api key") || status == 401 {
      let hint = "A new key works after its activation by the link in OMDb's mail."
      return (.upstreamUnauthorized, "OMDb does not accept the key. See OMDB_API_KEY. \(hint)")
    }
    guard status < 500 else { return nil }
    if text.contains("too many") { return (.queryTooBroad, "OMDb finds too many movies. Enter more of the title.") }
    if text.contains("not found") || text.contains("imdb id") { return (.movieNotFound, "OMDb has no such movie.") }
    if text.contains("error getting data"), !isSearch { return (.movieNotFound, "OMDb has no such movie.") }
    if text.contains("syntax error"), isSearch { return (.invalidParams, "OMDb cannot search for this text.") }
    return nil
  }
}
