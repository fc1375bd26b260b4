import JSON
import TestSupport
import Testing

/// An id that a user pastes is searched in the catalog that it names, whatever the default catalog is.
@Suite("pasted ids")
struct PastedIDTests {
  private static let catalogs = ["builtin", "imdb", "tmdb", "omdb", "naver"]
  /// The imported film is in no other catalog.
  private static let ids = ["builtin:tt6751668", "imdb:tt1000007", "tmdb:496243", "omdb:tt6751668"]

  @Test func `an id of any catalog is found there, whatever the default catalog is`() throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    let environment = upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } }
    try Sandbox.use { sandbox in
      _ = try sandbox.importFilms(9, year: 1999, into: "store")
      for catalog in Self.catalogs {
        let server = try sandbox.launch(
          ["--catalog", catalog, "--data-dir", "\(sandbox.folder)/store"], environment: environment)
        for id in Self.ids {
          #expect(try server.ask("search", ["query": .string(id)]).result.ids == [id], "\(id), default \(catalog)")
        }
        #expect(try server.finish() == .exited(0))
      }
    }
  }

  @Test func `an id of a local catalog is found while the default one cannot be reached`() throws {
    try Sandbox.use { sandbox in
      let unreachable = ["TMDB_API_KEY": "0123456789abcdef0123456789abcdef", "TMDB_BASE_URL": "http://127.0.0.1:1/3"]
      let server = try sandbox.launch(["--catalog", "tmdb"], environment: unreachable)
      #expect(try server.ask("search", ["query": "parasite"]).reason == "upstreamUnreachable")
      #expect(try server.ask("search", ["query": "builtin:tt6751668"]).result.ids == ["builtin:tt6751668"])
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `an id of a catalog that cannot be used is found in the default one by its IMDb id`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--catalog", "builtin")
      for id in ["imdb:tt6751668", "omdb:tt6751668"] {
        #expect(try server.ask("search", ["query": .string(id)]).result.ids == ["builtin:tt6751668"])
      }
      #expect(try server.finish() == .exited(0))
    }
  }
}
