import JSON
import TestSupport
import Testing

/// Services that answer, but slowly, or never with anything new.
@Suite("limits for services")
struct ServiceLimitTests {
  @Test(arguments: [(.tmdb, "love", 3), (.omdb, "love", 28), (.naver, "love", 3)] as [(Upstream.Service, String, Int)])
  func `a list whose service repeats its pages ends after few requests`(
    _ service: Upstream.Service, _ query: String, _ maximum: Int
  ) throws {
    let upstream = try Upstream(service)
    try upstream.setFault("repeated_page")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let pages = try server.pages(of: ["query": .string(query), "limit": 100])
      #expect(pages.count <= 2)
      let ids = pages.flatMap(\.ids)
      #expect(!ids.isEmpty && Set(ids).count == ids.count)
      #expect(pages.last?["total"]?.int ?? 0 <= 10_000)
      let searches = try upstream.log().requests.filter { service != .tmdb || $0.path == "/3/search/movie" }
      #expect(searches.count <= maximum)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a page of a slow service has the movies that came in time, and the next page the others`() throws {
    let upstream = try Upstream(.tmdb)
    let factor = Executable.isSanitized ? 3 : 2
    try upstream.setFault("delay", ["ms": .integer(1_500 * factor)], match: "/search/movie")
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", String(2_000 * factor))
      var page = try server.ask("search", ["query": "love", "limit": 100])
      // A busy machine may need longer for the first response.
      for _ in 0..<5 where page.reason == "upstreamTimeout" {
        page = try server.ask("search", ["query": "love", "limit": 100])
      }
      let first = try page.result
      #expect((20..<100).contains(first.ids.count))
      #expect(first["hasMore"] == true)
      try upstream.clearFaults()
      let second = try server.ask("nextPage").result
      #expect(second["offset"]?.int == first.ids.count)
      #expect(second.ids.count == 100)
      #expect(Set(first.ids).isDisjoint(with: second.ids))
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `requests that wait for a silent service hold up no others`() throws {
    let silent = try Upstream(.tmdb)
    try silent.setFault("stall")
    let healthy = try Upstream(.naver)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(
        "--http-timeout-ms", "600000", environment: silent.environment.merging(healthy.environment) { $1 })
      let silentRequests = try (0..<600).map {
        try server.send("detail", ["id": .string("tmdb:\($0 + 1)"), "language": "ko"])
      }
      #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result.ids.isEmpty == false)
      #expect(try server.ask("favorites", [:]).result["total"] == 0)
      for id in silentRequests { try server.cancel(id) }
      for id in silentRequests { #expect(try server.reply(to: id).reason == "cancelled") }
      #expect(try server.ask("search", ["query": "기생충", "catalog": "naver"]).result.ids.isEmpty == false)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `every request to a silent service ends`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let earlier = try sandbox.launch(upstream)
      for film in [496243, 670, 550] { _ = try earlier.ask("star", ["id": .string("tmdb:\(film)")]).result }
      #expect(try earlier.finish() == .exited(0))
      try upstream.setFault("stall")
      let server = try sandbox.launch(upstream, "--http-timeout-ms", "600")
      let id: JSON = ["id": "tmdb:tt0111161"]
      var requests: [(String, JSON)] = [
        ("home", [:]), ("genres", ["language": "fr"]), ("detail", id), ("reviews", id), ("recommendations", id),
        ("poster", id), ("login", [:]), ("completeLogin", ["requestToken": "a"]), ("refreshFavorites", [:]),
        ("search", ["query": "x", "list": "a", "limit": 100]), ("nextPage", ["list": "a"]),
      ]
      for film in [11423, 290098, 396535, 491584, 705996] { requests.append(("star", ["id": .string("tmdb:\(film)")])) }
      let ids = try requests.map { try server.send($0, $1) }
      let favorites = try server.send("favorites", [:])
      let replies = try ids.map { try server.reply(to: $0) }
      #expect(try server.reply(to: favorites).result["total"] == 3)
      for ((method, _), reply) in zip(requests, replies) {
        let expected = method == "nextPage" ? "listNotReady" : "upstreamTimeout"
        #expect(reply.reason == (["home", "refreshFavorites"].contains(method) ? nil : expected), "\(method)")
      }
      let failed = try replies[8].result["failed"]?.array ?? []
      #expect(failed.compactMap { $0["reason"] } == ["upstreamTimeout", "upstreamTimeout", "upstreamTimeout"])
      #expect(try server.finish() == .exited(0))
    }
  }
}
