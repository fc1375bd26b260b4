import HTTP
import JSON
import MovieCore
import TestSupport

@testable import OnlineCatalogs

/// The catalog over the real transport, with OMDb simulated on loopback.
struct OMDbFixture {
  static let key = "0badcafe"

  /// For tests that neither disturb the service nor count its requests.
  static let shared = Result { try OMDbFixture() }

  let upstream: TestSupport.Upstream
  let catalog: OMDbCatalog

  init(key: String = key) throws {
    upstream = try TestSupport.Upstream(.omdb)
    catalog = OMDbCatalog(http: .patient(), key: Secret(key), base: upstream.baseURL)
  }

  func search(_ text: String, year: Int? = nil, at cursor: Int = 0, count: Int = 20) async throws -> MovieBatch {
    try await catalog.batch(of: .search(SearchQuery(text: text, year: year)), at: cursor, count: count)
  }

  func detail(_ native: String) async throws -> MovieDetail {
    try await catalog.detail(id(native), reviews: 3, language: "ko")
  }

  func id(_ native: String) -> MovieID { MovieID(catalog: "omdb", native: native) }
}
