import HTTP
import JSON
import MovieCore
import TestSupport

@testable import OnlineCatalogs

/// The catalog over the real transport, with TMDB simulated on loopback.
struct TMDBFixture {
  static let key = "0123456789abcdef0123456789abcdef"
  static let token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"

  /// For tests that neither disturb the service nor count its requests. A process for each would take long.
  static let shared = Result { try TMDBFixture() }

  let upstream: TestSupport.Upstream
  let catalog: TMDBCatalog
  /// The folder that keeps the login.
  private let folder = TemporaryFolder()

  /// - Parameter clock: stands still unless a test advances it, so that nothing times out on a busy machine.
  init(
    key: String = key, hasAccount: Bool = false, http: any HTTPTransport = .patient(),
    clock: any Clock<Duration> = ManualClock(),
    omdb: (@Sendable (String) async throws -> OMDbRatings)? = nil
  ) throws {
    upstream = try TestSupport.Upstream(.tmdb)
    catalog = TMDBCatalog(
      http: http, base: upstream.baseURL, key: Secret(key),
      accounts: hasAccount ? (folder.path, TMDBCatalog.website) : nil, omdb: omdb,
      clock: clock)
  }

  /// Logs in to the account, with the user's approval.
  func logIn() async throws -> any Account {
    guard let account = catalog.account else { throw MovieError(.notLoggedIn, "This fixture has no account.") }
    let approval = try await account.login()
    try upstream.decide(.approved, token: approval.requestToken)
    _ = try await account.completeLogin(requestToken: approval.requestToken)
    try upstream.clearLog()
    return account
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

  /// The requests to a path so far.
  func requests(_ path: String) throws -> [UpstreamLog.Request] {
    try upstream.log().requests.filter { $0.path == "/3" + path }
  }
}
