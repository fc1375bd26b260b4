import HTTP
import JSON
import MovieCore
import TestSupport

@testable import OnlineCatalogs

/// The catalog over the real transport, with Naver's former service simulated on loopback.
struct NaverFixture {
  /// For tests that neither disturb the service nor count its requests.
  static let shared = Result { try NaverFixture() }

  let upstream: TestSupport.Upstream
  let catalog: NaverCatalog

  static let key = ["client-of-tests", "secret-of-tests"]

  init(key: [String]? = key) throws {
    upstream = try TestSupport.Upstream(.naver)
    catalog = NaverCatalog(
      http: .patient(), base: upstream.baseURL,
      key: key.map { Secret($0, source: $0) })
  }

  func search(_ text: String, year: Int? = nil, at cursor: Int = 0, count: Int = 20) async throws -> MovieBatch {
    try await catalog.batch(of: .search(SearchQuery(text: text, year: year)), at: cursor, count: count)
  }

  func detail(_ id: MovieID) async throws -> MovieDetail {
    try await catalog.detail(id, reviews: 3, language: nil)
  }

  func id(_ native: String) -> MovieID { MovieID(catalog: "naver", native: native) }
}
