import JSON
import TestSupport
import Testing

@Suite("What a session does not need", .enabled(if: ProcessFigures.areThere))
struct LazinessTests {
  private func curl(_ figures: ProcessFigures) throws -> Bool {
    try figures.mappedFiles().contains { $0.contains("/libcurl") }
  }

  @Test("No network library is loaded and no cache opened before a service is asked")
  func network() throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--catalog", "builtin", environment: upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } })
      let figures = ProcessFigures(of: server.processID)
      _ = try server.ask("initialize")
      _ = try server.ask("search", ["query": "parasite"])
      _ = try server.ask("nextPage")
      _ = try server.ask("home")
      _ = try server.ask("detail", ["id": "builtin:tt6751668"])
      _ = try server.ask("star", ["id": "builtin:tt6751668"])
      _ = try server.ask("favorites")
      _ = try server.ask("session")
      #expect(try !curl(figures))
      #expect(try !figures.descriptors().contains { $0.hasPrefix("socket:") || $0.contains("/cache/") })
      #expect(!sandbox.exists("cache"))
      for upstream in upstreams { #expect(try upstream.log().connections.accepted == 0) }

      _ = try server.ask("search", ["query": "parasite", "catalog": "tmdb"])
      #expect(try curl(figures))
      #expect(try figures.descriptors().contains { $0.hasSuffix("/cache/movie-server/http.db") })
      #expect(try server.finish() == .exited(0))
    }
  }
}
