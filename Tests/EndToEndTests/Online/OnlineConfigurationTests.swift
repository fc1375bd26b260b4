import JSON
import TestSupport
import Testing

@Suite("configured catalogs")
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
    // Naver's keys alone configure nothing: its service was discontinued.
    Example(keys: [.naver], catalog: "builtin", catalogs: ["builtin"]),
  ]

  @Test(arguments: examples)
  func `the default catalog is the first one with a key`(_ example: Example) throws {
    try Sandbox.use { sandbox in
      let keys = example.keys.reduce(into: [:]) { $0.merge($1.keys) { $1 } }
      let server = try sandbox.launch(environment: keys)
      let result = try server.ask("initialize").result
      #expect(result["catalog"]?.string == example.catalog)
      #expect(Set((result["catalogs"]?.array ?? []).compactMap { $0["name"]?.string }) == example.catalogs)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a catalog without a key names the variable to set`() throws {
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
      // None of this affects the available catalog.
      #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: ["builtin", "tmdb", "omdb", "naver"])
  func `IDs are looked up in their own catalog, whatever the default is`(catalog: String) throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--catalog", catalog, environment: upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } })
      #expect(try server.ask("initialize").result["catalog"]?.string == catalog)
      let naver = try #require(
        try server.ask("search", ["query": "기생충", "catalog": "naver"]).result["items"]?.array?.first?["id"])
      for id: JSON in ["builtin:tt0364569", "tmdb:496243", "omdb:tt0133093", naver] {
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
}
