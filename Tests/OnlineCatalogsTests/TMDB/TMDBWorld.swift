import HTTP
import JSON
import MovieCore
import TestSupport

@testable import OnlineCatalogs

/// The catalog over the real transport, and TMDB on loopback.
struct TMDBWorld {
  static let key = "0123456789abcdef0123456789abcdef"
  static let token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"

  /// For tests that neither disturb the service nor count what it is asked; a process for each would take long.
  static let shared = Result { try TMDBWorld() }

  let upstream: TestSupport.Upstream
  let catalog: TMDBCatalog
  let service: TMDBService

  init(
    key: String = key, account: (any Account)? = nil, clock: any Clock<Duration> = ContinuousClock(),
    omdb: (@Sendable (String) async throws -> OMDbRatings)? = nil
  ) throws {
    upstream = try TestSupport.Upstream(.tmdb)
    let http = CurlTransport(userAgent: "tests")
    catalog = TMDBCatalog(
      http: http, base: upstream.baseURL, key: key, account: account, omdb: omdb, clock: clock)
    service = TMDBService(http: http, base: upstream.baseURL, key: TMDBService.Key(key))
  }

  var imageBase: String { upstream.baseURL.replacing("/3", with: "/t/p/", maxReplacements: 1) }

  func search(_ text: String, year: Int? = nil, in language: String? = nil, at cursor: Int = 0) async throws
    -> MovieBatch
  {
    let query = SearchQuery(text: text, year: year, language: language)
    return try await catalog.batch(of: .search(query), at: cursor, count: 20)
  }

  func section(_ name: String, in language: String? = nil, at cursor: Int = 0) async throws -> MovieBatch {
    try await catalog.batch(of: .section(name, language: language), at: cursor, count: 20)
  }

  func detail(_ native: String, reviews: Int = 3, in language: String? = nil) async throws -> MovieDetail {
    try await catalog.detail(id(native), reviews: reviews, language: language)
  }

  func id(_ native: String) -> MovieID { MovieID(catalog: "tmdb", native: native) }

  /// The requests to a path, of those so far.
  func requests(_ path: String) throws -> [UpstreamLog.Request] {
    try upstream.log().requests.filter { $0.path == "/3" + path }
  }
}

/// A user who is logged in, as far as the catalog wants to know.
struct LoggedIn: Account, TMDBSessionSource {
  var sessionID: String?

  var state: AccountState { AccountState(user: sessionID.map { .init(id: $0, name: $0) }) }
  func login() async throws -> LoginApproval { throw unexpected }
  func completeLogin(requestToken: String) async throws -> AccountState { throw unexpected }
  func logout() async throws -> AccountState { throw unexpected }
  func rate(_ id: MovieID, _ value: Double) async throws { throw unexpected }
  func unrate(_ id: MovieID) async throws { throw unexpected }
  func favorites(language: String?) async throws -> [Movie] { throw unexpected }
  func setFavorite(_ id: MovieID, _ isFavorite: Bool) async throws { throw unexpected }
  func readSyncedFavorites() -> Set<MovieID>? { nil }
  func writeSyncedFavorites(_ ids: Set<MovieID>) throws {}

  private var unexpected: MovieError { MovieError(.notLoggedIn, "The catalog asks an account for its session only.") }
}
