import Foundation
import JSON
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

  /// Makes all cached responses stale.
  func expireCachedResponses() throws {
    for name in try names(in: "cache/movie-server/responses") {
      let path = folder + "/cache/movie-server/responses/" + name
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      try text.replacing(#/"freshUntil":\d+/#, with: "\"freshUntil\":0", maxReplacements: 1)
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
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
