import JSON
import TestSupport
import Testing

/// What each variable of the environment brings about, alone and together. No service is asked here.
@Suite("Variables of catalogs")
struct CatalogVariablesTests {
  struct Setup: Sendable, CustomTestStringConvertible {
    var variables: [String: String]
    /// In the order in which `initialize` tells them; the first is the default.
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
    // A service that speaks as Naver's did may want no key, and is never the default.
    Setup(variables: naverAddress, catalogs: ["builtin", "naver"]),
    Setup(variables: naverAddress.merging(naver) { $1 }, catalogs: ["builtin", "naver"]),
    Setup(variables: naverAddress.merging(omdb) { $1 }, catalogs: ["omdb", "builtin", "naver"]),
    // As everywhere, what is empty is not set; and half a key is none.
    Setup(
      variables: ["TMDB_API_KEY": "", "TMDB_ACCESS_TOKEN": " ", "OMDB_API_KEY": "", "NAVER_BASE_URL": ""],
      catalogs: ["builtin"]),
  ]

  @Test("They make the catalogs and their order, of which the command line may choose another", arguments: setups)
  func order(_ setup: Setup) throws {
    try Sandbox.use { sandbox in
      for chosen in [nil] + setup.catalogs {
        let arguments = chosen.map { ["--catalog", $0] } ?? []
        let server = try sandbox.launch(arguments, environment: setup.variables)
        let told = try server.ask("initialize").result
        #expect(told["catalog"]?.string == chosen ?? setup.catalogs[0])
        #expect(told["catalogs"]?.array?.compactMap { $0["name"]?.string } == setup.catalogs)
        #expect(try server.finish() == .exited(0))
      }
    }
  }

  @Test(
    "A catalog that is not there says why to every method, and on the command line before anything is served",
    arguments: [
      ("tmdb", "tmdb:550", "catalogNotConfigured", ["TMDB_API_KEY", "TMDB_ACCESS_TOKEN"]),
      ("omdb", "omdb:tt0137523", "catalogNotConfigured", ["OMDB_API_KEY"]),
      ("naver", "naver:187347", "catalogDiscontinued", ["NAVER_BASE_URL"]),
      ("nowhere", "nowhere:1", "catalogUnknown", ["nowhere", "builtin"]),
    ])
  func missing(name: String, id: String, reason: String, words: [String]) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch([], environment: Self.naver)
      let catalog: JSON = ["catalog": .string(name), "query": "parasite", "requestToken": "abc"]
      let movie: JSON = ["id": .string(id), "value": 8]
      let requests =
        ["initialize", "search", "home", "genres", "login", "completeLogin", "session", "logout"].map { ($0, catalog) }
        + ["detail", "star", "poster", "reviews", "recommendations", "rate", "unrate"].map { ($0, movie) }
      for (method, params) in requests {
        let reply = try server.ask(method, params)
        #expect(reply.reason == reason, "\(method)")
        #expect(reply.message["error"]?["data"]?["catalog"]?.string == name, "\(method)")
        let message = reply.message["error"]?["message"]?.string ?? ""
        for word in words { #expect(message.contains(word), "\(method)") }
      }
      #expect(try server.finish() == .exited(0))
      let output = try sandbox.run(["--catalog", name], input: "")
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      // What was written is not repeated there: a slip may put a key in its place.
      for word in words where word != name { #expect(output.errors.contains(word)) }
    }
  }
}
