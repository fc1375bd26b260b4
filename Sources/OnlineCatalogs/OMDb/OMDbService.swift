import HTTP
import JSON
import MovieCore

/// OMDb as requests and answers: its key, and its errors, most of which come with status 200.
/// Facts: https://www.omdbapi.com/ and https://github.com/omdbapi/OMDb-API/issues
struct OMDbService: Sendable {
  static let name = "omdb"
  static let defaultBase = "https://www.omdbapi.com/"

  typealias Answer = (json: JSON, isStale: Bool)

  let upstream: Upstream
  let base: String
  private let key: Secret<String>

  init(http: any HTTPTransport, base: String = defaultBase, key: Secret<String>) {
    upstream = Upstream(catalog: Self.name, http: http)
    self.base = base
    self.key = key
  }

  /// One page of at most ten rows; nil where there is no such page, be it the first.
  ///
  /// - Parameter page: 1 to 100.
  /// - Throws: `queryTooBroad` too.
  func search(_ query: SearchQuery, page: Int) async throws -> Answer? {
    do {
      return try await get(
        [HTTPRequest.Field("s", query.text)] + films(of: query.year) + [
          HTTPRequest.Field("page", String(page))
        ], isSearch: true)
    } catch let error as MovieError where error.reason == .movieNotFound {
      return nil
    }
  }

  /// The film whose title is just that; nil where there is none.
  func film(titled query: SearchQuery) async throws -> Answer? {
    do {
      return try await get([HTTPRequest.Field("t", query.text)] + films(of: query.year) + Self.wholePlot)
    } catch let error as MovieError where error.reason == .movieNotFound {
      return nil
    }
  }

  /// One title, of whatever type. Always asked the same way, so that who keeps answers keeps one.
  ///
  /// - Parameter isCurrent: whether only the service's answer of now will do.
  func title(_ id: String, isCurrent: Bool = false) async throws -> Answer {
    let missing = MovieError.movieNotFound(MovieID(catalog: Self.name, native: id))
    // Of another one OMDb makes a number, and fails with something that is no JSON.
    guard IMDbID.isID(id) else { throw missing }
    do {
      return try await get([HTTPRequest.Field("i", id)] + Self.wholePlot, isCurrent: isCurrent)
    } catch let error as MovieError where error.reason == .movieNotFound {
      throw missing
    }
  }

  private static let wholePlot = [HTTPRequest.Field("plot", "full")]

  private func films(of year: Int?) -> [HTTPRequest.Field] {
    // A title is a game's before it is a film's, where the type is left open.
    [HTTPRequest.Field("type", "movie")] + (year.map { [HTTPRequest.Field("y", String($0))] } ?? [])
  }

  private func get(_ query: [HTTPRequest.Field], isSearch: Bool = false, isCurrent: Bool = false) async throws -> Answer
  {
    var request = HTTPRequest(service: Self.name, base: base, query: query)
    request.mustRevalidate = isCurrent
    request.headers = [HTTPRequest.Field("Accept", "application/json")]
    let key = try await key.value()
    request.secrets.query = [HTTPRequest.Field("apikey", key)]
    return try await upstream.json(
      request, repair: { try? JSON.parse(JSONRepair.repaired($0)) },
      failure: { response, json in failure(response, json, isSearch: isSearch, key: key) })
  }

  /// What OMDb says, rather than the status, tells what is the matter: a spent quota and a wrong key are both 401.
  private func failure(_ response: HTTPResponse, _ json: JSON?, isSearch: Bool, key: String) -> MovieError? {
    let said = json.flatMap(refusal)
    guard said != nil || !response.isSuccess else { return nil }
    var error = upstream.failure(of: response)
    if let said {
      error.message = "OMDb refused the request."
      error.detail = said.contains(key) ? nil : said.isEmpty ? nil : String(said.prefix(200))
    }
    // OMDb tells of a missing title with status 200: whoever says 404 has nothing at this address at all.
    if error.reason == .movieNotFound { error.reason = .upstreamFailed }
    if let (reason, message) = meaning(of: said?.lowercased() ?? "", status: response.status, isSearch: isSearch) {
      error.reason = reason
      error.message = message
    }
    if error.reason == .invalidParams { error.field = "query" }
    return error
  }

  /// The text of a refusal; nil where it is none.
  private func refusal(_ json: JSON) -> String? {
    let said = json["Error"]?.text
    switch json["Response"] {
    case .string(let text) where text.lowercased() == "true": return nil
    case .string(let text) where text.lowercased() == "false": return said ?? ""
    case .bool(let flag): return flag ? nil : said ?? ""
    default: return said
    }
  }

  private func meaning(of said: String, status: Int, isSearch: Bool) -> (FailureReason, String)? {
    if said.contains("limit") {
      return (.upstreamQuotaExceeded, "The day's requests of the OMDb key are used up. A free key has 1,000 a day.")
    }
    if said.contains("api key") || status == 401 {
      let hint = "A new key works once it is activated, by the link in OMDb's mail."
      return (.upstreamUnauthorized, "OMDb does not accept the key. See OMDB_API_KEY. \(hint)")
    }
    guard status < 500 else { return nil }
    if said.contains("too many") {
      return (.queryTooBroad, "OMDb finds too many movies for that. More of the title is needed.")
    }
    if said.contains("not found") || said.contains("imdb id") { return (.movieNotFound, "OMDb has no such movie.") }
    if said.contains("error getting data"), !isSearch { return (.movieNotFound, "OMDb has no such movie.") }
    if said.contains("syntax error"), isSearch { return (.invalidParams, "OMDb cannot search for that.") }
    return nil
  }
}
