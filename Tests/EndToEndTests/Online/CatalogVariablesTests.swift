import JSON
import TestSupport
import Testing

/// The effect of each environment variable, alone and together. No service is used.
@Suite("catalog variables")
struct CatalogVariablesTests {
  struct Setup: Sendable, CustomTestStringConvertible {
    var variables: [String: String]
    /// In the order of `initialize`; the first is the default.
    var catalogs: [String]
    var testDescription: String { variables.keys.sorted().joined(separator: " ") }
  }

  private static let tmdb = Upstream.Service.tmdb.keys
  private static let token = ["TMDB_ACCESS_TOKEN": "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"]
  private static let omdb = Upstream.Service.omdb.keys
  private static let naver = Upstream.Service.naver.keys
  private static let naverAddress = ["NAVER_BASE_URL": "http://127.0.0.1:1/v1/search"]

  static let setups = [
    Setup(variables: token, catalogs: ["tmdb", "builtin"]),
    Setup(variables: tmdb.merging(omdb) { $1 }, catalogs: ["tmdb", "omdb", "builtin"]),
    // A service compatible with Naver's may need no key, and is never the default.
    Setup(variables: naverAddress, catalogs: ["builtin", "naver"]),
    Setup(variables: naverAddress.merging(naver) { $1 }, catalogs: ["builtin", "naver"]),
    Setup(variables: naverAddress.merging(omdb) { $1 }, catalogs: ["omdb", "builtin", "naver"]),
    // An empty variable counts as unset, like everywhere, and half a key does not count.
    Setup(
      variables: ["TMDB_API_KEY": "", "TMDB_ACCESS_TOKEN": " ", "OMDB_API_KEY": "", "NAVER_BASE_URL": ""],
      catalogs: ["builtin"]),
  ]

  @Test(arguments: setups)
  func `variables configure the catalogs and the default, which the command line can override`(_ setup: Setup) throws {
    try Sandbox.use { sandbox in
      for chosen in [nil] + setup.catalogs {
        let arguments = chosen.map { ["--catalog", $0] } ?? []
        let server = try sandbox.launch(arguments, environment: setup.variables)
        let result = try server.ask("initialize").result
        #expect(result["catalog"]?.string == chosen ?? setup.catalogs[0])
        #expect(result["catalogs"]?.array?.compactMap { $0["name"]?.string } == setup.catalogs)
        #expect(try server.finish() == .exited(0))
      }
    }
  }

  @Test(arguments: [
    ("tmdb", "tmdb:550", "catalogNotConfigured", ["TMDB_API_KEY", "TMDB_ACCESS_TOKEN"]),
    ("omdb", "omdb:tt0137523", "catalogNotConfigured", ["OMDB_API_KEY"]),
    ("naver", "naver:187347", "catalogDiscontinued", ["NAVER_BASE_URL"]),
    ("nowhere", "nowhere:1", "catalogUnknown", ["nowhere", "builtin"]),
  ])
  func `every method explains why a catalog is unavailable`(
    name: String, id: String, reason: String, words: [String]
  ) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch([], environment: Self.naver)
      let catalog: JSON = ["catalog": .string(name), "query": "parasite", "requestToken": "abc"]
      let movie: JSON = ["id": .string(id), "value": 8]
      let requests =
        ["search", "home", "genres", "login", "completeLogin", "session", "logout"].map { ($0, catalog) }
        + ["detail", "star", "poster", "reviews", "recommendations", "rate", "unrate"].map { ($0, movie) }
      for (method, params) in requests {
        let reply = try server.ask(method, params)
        #expect(reply.reason == reason, "\(method)")
        #expect(reply.message["error"]?["data"]?["catalog"]?.string == name, "\(method)")
        let message = reply.message["error"]?["message"]?.string ?? ""
        for word in words { #expect(message.contains(word), "\(method)") }
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `the command line does not accept or repeat the name of an unknown catalog`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["--catalog", "nowhere"], input: "")
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      // By mistake the value may be a key.
      #expect(output.errors.contains("builtin") && !output.errors.contains("nowhere"))
    }
  }

  /// The places where the default catalog can be set.
  enum Place: CaseIterable { case option, variable, file, initialize }

  @Test(arguments: Place.allCases)
  func `a default catalog that cannot be used fails only the requests that need it`(_ place: Place) throws {
    try Sandbox.use { sandbox in
      for (name, reason) in [("tmdb", "catalogNotConfigured"), ("naver", "catalogDiscontinued")] {
        var arguments: [String] = []
        var variables: [String: String] = [:]
        var params: JSON = [:]
        switch place {
        case .option: arguments = ["--catalog", name]
        case .variable: variables["MOVIE_SERVER_CATALOG"] = name
        case .file:
          try sandbox.write(#"{"catalog":"\#(name)"}"#, to: "config.json")
          arguments = ["--config", sandbox.folder + "/config.json"]
        case .initialize: params = ["catalog": .string(name)]
        }
        let server = try sandbox.launch(arguments, environment: variables)
        let result = try server.ask("initialize", params).result
        #expect(result["catalog"]?.string == name)
        #expect(result["catalogs"]?.array?.compactMap { $0["name"]?.string } == ["builtin"])
        for method in ["home", "genres", "session"] { #expect(try server.ask(method).reason == reason, "\(method)") }
        #expect(try server.ask("search", ["query": "parasite"]).reason == reason)
        #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["total"] == 1)
        #expect(try server.ask("star", ["id": "builtin:tt6751668"]).result["isFavorite"] == true)
        #expect(try server.ask("favorites").result["total"] == 1)
        #expect(try server.finish() == .exited(0))
      }
    }
  }
}
