import JSON
import SQLite
import TestSupport

extension Upstream.Service {
  /// A key that the service accepts, by the variables that hold it.
  var keys: [String: String] {
    switch self {
    case .tmdb: ["TMDB_API_KEY": "0123456789abcdef0123456789abcdef"]
    case .omdb: ["OMDB_API_KEY": "0badcafe"]
    case .naver: ["NAVER_CLIENT_ID": "client-of-tests", "NAVER_CLIENT_SECRET": "secret-of-tests"]
    }
  }

  var addressVariable: String { "\(rawValue.uppercased())_BASE_URL" }
}

extension Upstream {
  /// The variables that make a server use this service.
  var environment: [String: String] { service.keys.merging(address) { $1 } }

  /// The service's address, without keys.
  var address: [String: String] { [service.addressVariable: baseURL] }
}

extension Sandbox {
  /// Launches a server whose default catalog is that service's.
  func launch(_ upstream: Upstream, _ arguments: String...) throws -> ServerProcess {
    try launch(["--catalog", upstream.service.rawValue] + arguments, environment: upstream.environment)
  }

  var responsesFile: String { folder + "/cache/movie-server/http.db" }

  /// Makes all cached responses stale.
  func expireCachedResponses() throws {
    try Database(.file(responsesFile)).execute("UPDATE answer SET fresh_until = 0")
  }
}

extension ServerProcess {
  /// All pages of a list, from `search` and then `nextPage`.
  func pages(of search: JSON) throws -> [JSON] {
    var pages = [try ask("search", search).result]
    while pages.last?["hasMore"] == true { pages.append(try ask("nextPage").result) }
    return pages
  }
}

extension JSON {
  /// The ids in a page, a listing or a detail.
  var ids: [String] { (self["items"]?.array ?? []).compactMap { $0["id"]?.string } }
}
