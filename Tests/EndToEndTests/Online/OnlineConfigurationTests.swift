import JSON
import TestSupport
import Testing

@Suite("Which catalogs there are")
struct OnlineConfigurationTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var keys: [Upstream.Service]
    var catalog: String
    var catalogs: Set<String>

    var testDescription: String { "\(keys)" }
  }

  static let examples = [
    Example(keys: [], catalog: "builtin", catalogs: ["builtin"]),
    Example(keys: [.omdb], catalog: "omdb", catalogs: ["omdb", "builtin"]),
    Example(keys: [.tmdb], catalog: "tmdb", catalogs: ["tmdb", "builtin"]),
    Example(keys: [.tmdb, .omdb], catalog: "tmdb", catalogs: ["tmdb", "omdb", "builtin"]),
    // Naver's keys alone configure nothing: its service has ended.
    Example(keys: [.naver], catalog: "builtin", catalogs: ["builtin"]),
  ]

  @Test("The default is the first that has a key", arguments: examples)
  func defaults(_ example: Example) throws {
    try Sandbox.use { sandbox in
      let keys = example.keys.reduce(into: [:]) { $0.merge($1.keys) { $1 } }
      let server = try sandbox.launch(environment: keys)
      let result = try server.ask("initialize").result
      #expect(result["catalog"]?.string == example.catalog)
      #expect(Set((result["catalogs"]?.array ?? []).compactMap { $0["name"]?.string }) == example.catalogs)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test("A catalog without a key names the variable to set")
  func notConfigured() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for (name, variable) in [("tmdb", "TMDB_API_KEY"), ("omdb", "OMDB_API_KEY")] {
        for (method, params): (String, JSON) in [
          ("search", ["query": "x", "catalog": .string(name)]), ("detail", ["id": .string("\(name):tt0137523")]),
          ("star", ["id": .string("\(name):tt0137523")]), ("home", ["catalog": .string(name)]),
        ] {
          let reply = try server.ask(method, params)
          #expect(reply.reason == "catalogNotConfigured")
          #expect(reply.message["error"]?["message"]?.string?.contains(variable) == true)
        }
      }
      #expect(try server.ask("search", ["query": "x", "catalog": "naver"]).reason == "catalogDiscontinued")
      #expect(try server.ask("search", ["query": "x", "catalog": "nobody"]).reason == "catalogUnknown")
      // Nothing of that has touched the catalog that is there.
      #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test("Ids are answered by their catalogs, whatever the default is", arguments: ["builtin", "tmdb", "omdb", "naver"])
  func ids(catalog: String) throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--catalog", catalog, environment: upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } })
      #expect(try server.ask("initialize").result["catalog"]?.string == catalog)
      let naver = try #require(
        try server.ask("search", ["query": "기생충", "catalog": "naver"]).result["items"]?.array?.first?["id"])
      for id: JSON in ["builtin:tt6751668", "tmdb:496243", "omdb:tt6751668", naver] {
        #expect(try server.ask("detail", ["id": id]).result["id"] == id)
        #expect(try server.ask("star", ["id": id]).result["changed"] == true)
      }
      #expect(try server.ask("favorites").result["total"] == 4)
      let ids = try server.ask("search", ["query": "parasite"]).result.ids
      #expect(ids.count == 1 && ids.allSatisfy { $0.hasPrefix(catalog + ":") })
      #expect(try server.ask("refreshFavorites").result["refreshed"] == 4)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test("OMDb adds ratings and awards to TMDB's detail, and its failures cost nothing else")
  func ratings() throws {
    let tmdb = try Upstream(.tmdb)
    let omdb = try Upstream(.omdb)
    try Sandbox.use { sandbox in
      let alone = try sandbox.launch("--http-cache-bytes", "0", environment: tmdb.environment)
      let plain = try alone.ask("detail", ["id": "tmdb:603"]).result
      let server = try sandbox.launch(
        "--http-cache-bytes", "0", environment: tmdb.environment.merging(omdb.environment) { $1 })
      let detail = try server.ask("detail", ["id": "tmdb:603"]).result
      let sources = { (detail: JSON) in Set((detail["ratings"]?.array ?? []).compactMap { $0["source"]?.string }) }
      #expect(sources(detail).isStrictSuperset(of: sources(plain)))
      #expect(sources(detail).isSuperset(of: ["Rotten Tomatoes", "Metacritic"]))
      #expect(plain["awards"] == nil)
      #expect(detail["awards"]?.string?.isEmpty == false)

      for (kind, parameters): (String, JSON) in [
        ("error", ["code": "quota"]), ("error", ["code": "bad_key"]), ("reset", [:]), ("garbage", [:]),
        ("json", ["value": [:]]),
      ] {
        try omdb.setFault(kind, parameters)
        let less = try server.ask("detail", ["id": "tmdb:603"]).result
        #expect(less == plain, "\(kind) \(parameters)")
        try omdb.clearFaults()
      }
      #expect(try server.ask("detail", ["id": "tmdb:603"]).result == detail)
      omdb.stop()
      #expect(try server.ask("detail", ["id": "tmdb:603"]).result == plain)
      for server in [alone, server] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test("Texts are in the client's language, and in English where there are none")
  func languages() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      _ = try server.ask("initialize", ["locale": "ko-KR"])
      let parasite = try server.ask("detail", ["id": "tmdb:496243"]).result
      #expect(parasite["title"] == "기생충")
      #expect(parasite["genres"]?.array?.contains("드라마") == true)
      // No overview in Korean.
      let inception = try server.ask("detail", ["id": "tmdb:27205"]).result
      let english = try sandbox.launch(upstream).ask("detail", ["id": "tmdb:27205"]).result
      #expect(inception["overview"] != nil)
      #expect(inception["overview"] == english["overview"])
      // No title in Korean, and no reviews.
      #expect(try server.ask("detail", ["id": "tmdb:29787"]).result["title"]?.string?.isEmpty == false)
      #expect(parasite["reviews"]?["total"] == 23)
      #expect(try server.finish() == .exited(0))
    }
  }
}
