import JSON
import TestSupport
import Testing

@Suite("home of an online catalog")
struct OnlineHomeTests {
  @Test func `sections load concurrently, and a failure affects its own section only`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", "60000")
      // Loads the reference data first, so that only sections are in flight together.
      _ = try server.ask("search", ["query": "parasite"])
      try upstream.clearLog()
      try upstream.setFault("status", ["status": 500], match: "/movie/top_rated")
      let slow = ["/movie/now_playing", "/movie/popular", "/movie/upcoming", "/trending/movie/day"]
      for path in slow { try upstream.setFault("stall", match: path) }
      let id = try server.send("home")
      // All requests are sent before any response arrives.
      for path in slow { try upstream.wait(for: path, state: .open) }
      try upstream.wait(for: "/movie/top_rated", state: .done)
      #expect(try upstream.log().inFlight.now == slow.count)
      try upstream.clearFaults()
      let reply = try server.reply(to: id)
      let sections = try #require(try reply.result["sections"]?.array)
      #expect(
        sections.map { $0["section"] } == ["nowPlaying", "popular", "topRated", "upcoming", "trending"])
      #expect(sections[2]["error"]?["data"]?["reason"] == "upstreamFailed")
      #expect(sections[2]["items"] == nil)
      for index in [0, 1, 3, 4] {
        #expect(sections[index]["error"] == nil)
        #expect(sections[index].ids.isEmpty == false)
      }
      let log = try upstream.log()
      #expect(log.requests.count == 5)
      #expect(reply.notifications.compactMap { $0["params"]?["outcome"] } == ["ok"])

      // Each section is a list of its own; the failed one can be requested again.
      let next = try server.ask("nextPage", ["list": "home:popular"]).result
      #expect(Set(next.ids).isDisjoint(with: sections[1].ids))
      #expect(next["offset"] == .integer(sections[1].ids.count))
      #expect(try server.ask("nextPage", ["list": "home:topRated"]).reason == "listNotReady")
      let again = try server.ask("home", ["sections": ["topRated"]]).result["sections"]?.array
      #expect(again?.first?.ids.isEmpty == false)
      #expect(try server.finish() == .exited(0))
    }
  }
}
