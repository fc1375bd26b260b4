import JSON
import TestSupport
import Testing

/// How several catalogs of one session work together, as seen by their services.
@Suite("several catalogs")
struct SeveralCatalogsTests {
  @Test func `a list stays with its catalog, and an ID is looked up in its own service only`() throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    try Sandbox.use { sandbox in
      let environment = upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } }
      let server = try sandbox.launch(["--catalog", "naver", "--http-cache-bytes", "0"], environment: environment)
      let love: JSON = ["query": "love", "catalog": "omdb", "list": "love", "limit": 10]
      let first = try server.ask("search", love).result
      // Naver's service returns details only of movies that were found before.
      let found = try #require(try server.ask("search", ["query": "parasite"]).result.ids.first)
      for (method, params, services): (String, JSON, [Upstream.Service]) in [
        ("detail", ["id": .string(found)], []), ("detail", ["id": "omdb:tt6751668"], [.omdb]),
        // OMDb's ratings are part of TMDB's detail.
        ("detail", ["id": "tmdb:496243"], [.tmdb, .omdb]), ("recommendations", ["id": "tmdb:496243"], [.tmdb]),
        ("detail", ["id": "builtin:tt6751668"], []), ("genres", ["catalog": "tmdb"], [.tmdb]),
        ("nextPage", ["list": "love"], [.omdb]), ("search", ["query": "oldboy"], [.naver]),
      ] {
        for upstream in upstreams { try upstream.clearLog() }
        let result = try server.ask(method, params).result
        if method == "detail" { #expect(result["id"] == params["id"]) }
        if method == "nextPage" {
          #expect(result["offset"] == 10)
          #expect(result.ids.count == 10 && result.ids.allSatisfy { $0.hasPrefix("omdb:") })
          #expect(Set(result.ids).isDisjoint(with: first.ids))
        }
        let asked = try upstreams.filter { try !$0.log().requests.isEmpty }.map(\.service)
        // TMDB's reference data, its genres and image sizes, is requested only the first time.
        #expect(asked == services || method == "genres" && asked.isEmpty, "\(method) \(params.jsonText)")
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `OMDb adds the same ratings to TMDB's detail as to its own, and none if it hangs or floods`() throws {
    let (tmdb, omdb) = (try Upstream(.tmdb), try Upstream(.omdb))
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        ["--http-cache-bytes", "0", "--http-timeout-ms", "5000"],
        environment: tmdb.environment.merging(omdb.environment) { $1 })
      // A movie with awards.
      let id: JSON = ["id": "tmdb:603"]
      let own = try server.ask("detail", ["id": "omdb:tt0133093"]).result
      let whole = try server.ask("detail", id).result
      #expect(whole["ratings"]?.array?.isEmpty == false && whole["ratings"] == own["ratings"])
      #expect(whole["awards"]?.string?.isEmpty == false && whole["awards"] == own["awards"])
      let faults: [(String, JSON)] = [
        ("stall", ["at": "head"]), ("stall", ["at": "body"]), ("endless", [:]), ("gzip_bomb", [:]), ("huge_head", [:]),
        ("redirect", ["to": "self"]), ("reset", [:]), ("garbage", [:]), ("json", ["value": [:]]),
        ("misshape", ["how": "swapped"]), ("misshape", ["how": "nulled"]),
        ("status", ["status": 503, "retry_after": 30]), ("error", ["code": "incorrect_id"]),
        ("error", ["code": "quota"]), ("error", ["code": "bad_key"]),
      ]
      for (kind, parameters) in faults {
        try omdb.setFault(kind, parameters)
        let detail = try server.ask("detail", id).result
        #expect(detail == whole.without(["awards"], emptied: "ratings"), "\(kind) \(parameters.jsonText)")
        try omdb.clearFaults()
      }
      #expect(try server.ask("detail", id).result == whole)
      // Nothing else comes from OMDb either.
      let alone = try sandbox.launch(tmdb, "--http-cache-bytes", "0")
      #expect(try alone.ask("detail", id).result == whole.without(["awards"], emptied: "ratings"))
      #expect(try alone.finish() == .exited(0))
      omdb.stop()
      #expect(try server.ask("detail", id).result == whole.without(["awards"], emptied: "ratings"))
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a list item has the language of the detail, and a search can have its own`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let (english, korean) = (try sandbox.launch(upstream), try sandbox.launch(upstream))
      _ = try korean.ask("initialize", ["locale": "ko_KR.UTF-8"]).result
      // Everything in Korean; an overview in English only; nothing in Korean but the genres.
      for (native, title, hasOverview) in [
        ("496243", "기생충", true), ("27205", "인셉션", false), ("29787", "Q & A", false),
      ] {
        let id: JSON = ["id": .string("tmdb:\(native)")]
        let (other, own) = (try english.ask("detail", id).result, try korean.ask("detail", id).result)
        #expect(own["title"]?.string == title)
        #expect(own["overview"] != nil && (own["overview"] == other["overview"]) == !hasOverview)
        #expect(own["genres"] != other["genres"])
        // There are no reviews in Korean.
        #expect(own["reviews"] == other["reviews"])
        for member in ["runtimeMinutes", "directors", "year", "imdbId"] { #expect(own[member] == other[member]) }
        let query = try #require(other["title"])
        func row(_ params: JSON) throws -> JSON? {
          try korean.ask("search", params).result["items"]?.array?.first { $0["id"] == id["id"] }
        }
        let inKorean = try #require(try row(["query": query]))
        for member in ["title", "overview", "genres"] {
          #expect(inKorean[member] == own[member], "\(native) \(member)")
        }
        let inEnglish = try #require(try row(["query": query, "language": "en"]))
        for member in ["title", "overview", "genres"] { #expect(inEnglish[member] == other[member]) }
      }
      for server in [english, korean] { #expect(try server.finish() == .exited(0)) }
    }
  }
}

extension JSON {
  /// An object without some of its members, and with an array emptied.
  fileprivate func without(_ names: Set<String>, emptied: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.filter { !names.contains($0.name) }.map { $0.name == emptied ? JSON.Member($0.name, []) : $0 })
  }
}
