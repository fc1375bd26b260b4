import JSON
import SQLite
import TestSupport

extension Upstream.Service {
  /// A key that the upstream takes, by the variables that hold it.
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
  /// What makes a server ask this upstream.
  var environment: [String: String] { service.keys.merging(address) { $1 } }

  /// Where it is, without its keys.
  var address: [String: String] { [service.addressVariable: baseURL] }
}

extension Sandbox {
  /// Launches a server whose default catalog is that upstream's.
  func launch(_ upstream: Upstream, _ arguments: String...) throws -> ServerProcess {
    try launch(["--catalog", upstream.service.rawValue] + arguments, environment: upstream.environment)
  }

  var answersFile: String { folder + "/cache/movie-server/http.db" }

  /// Lets so much time pass for the answers of services that are kept that none may be given without asking.
  func ageAnswers() throws { try Database(.file(answersFile)).execute("UPDATE answer SET fresh_until = 0") }
}

extension ServerProcess {
  /// All pages of a list, as `search` and then `nextPage` give them.
  func pages(of search: JSON) throws -> [JSON] {
    var pages = [try ask("search", search).result]
    while pages.last?["hasMore"] == true { pages.append(try ask("nextPage").result) }
    return pages
  }
}

extension JSON {
  /// Of a page, a listing or a detail.
  var ids: [String] { (self["items"]?.array ?? []).compactMap { $0["id"]?.string } }
}
