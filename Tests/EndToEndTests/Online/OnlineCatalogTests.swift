import JSON
import TestSupport
import Testing

@Suite("online catalogs")
struct OnlineCatalogTests {
  struct Search: Sendable, CustomTestStringConvertible {
    var service: Upstream.Service
    var query: String
    var limit: Int
    /// The number of distinct films that the service has for the query.
    var films: Int
    var pages: Int

    var testDescription: String { "\(service) \(query) by \(limit)" }
  }

  static let searches = [
    Search(service: .tmdb, query: "e", limit: 20, films: 75, pages: 4),
    Search(service: .tmdb, query: "e", limit: 33, films: 75, pages: 3),
    // Page 2 begins with the last item of page 1.
    Search(service: .tmdb, query: "the", limit: 20, films: 23, pages: 2),
    Search(service: .omdb, query: "godfather", limit: 1, films: 2, pages: 2),
    Search(service: .omdb, query: "love", limit: 100, films: 1_000, pages: 10),
    Search(service: .naver, query: "e", limit: 40, films: 92, pages: 3),
    Search(service: .naver, query: "이", limit: 7, films: 22, pages: 4),
  ]

  @Test(arguments: searches)
  func `all pages together have every film once`(_ search: Search) throws {
    let upstream = try Upstream(search.service)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let pages = try server.pages(of: ["query": .string(search.query), "limit": .integer(search.limit)])
      let ids = pages.map(\.ids)
      #expect(Set(ids.joined()).count == search.films)
      #expect(ids.joined().count == search.films)
      #expect(ids.joined().allSatisfy { $0.hasPrefix(search.service.rawValue + ":") })
      #expect(pages.count == search.pages)
      #expect(ids.dropLast().allSatisfy { $0.count == search.limit })
      var offset = 0
      for (index, page) in pages.enumerated() {
        #expect(page["page"] == .integer(index + 1))
        #expect(page["offset"] == .integer(offset))
        offset += page.ids.count
      }
      // After the last page no more requests are sent.
      let asked = try upstream.log().requests.count
      let beyond = try server.ask("nextPage").result
      #expect(beyond["items"] == [])
      #expect(beyond["hasMore"] == false)
      #expect(try upstream.log().requests.count == asked)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: Upstream.Service.allCases)
  func `cached responses replace an unreachable service, in a later process too`(_ service: Upstream.Service) throws {
    let upstream = try Upstream(service)
    try Sandbox.use { sandbox in
      let first = try sandbox.launch(upstream)
      let search: JSON = ["query": "parasite"]
      let page = try first.ask("search", search).result
      #expect(page["stale"] == nil)
      let movie = try #require(page["items"]?.array?.first)
      let id = try #require(movie["id"])
      #expect(movie["isFavorite"] == false)
      let detail = try first.ask("detail", ["id": id]).result
      #expect(detail["id"] == id)
      #expect(detail["stale"] == nil)
      #expect(detail["castMembers"]?.array?.isEmpty == false)
      let star = try first.ask("star", ["id": id])
      #expect(try star.result["changed"] == true)
      #expect(star.notifications.map { $0["method"] } == ["favoritesChanged", "libraryChanged"])
      #expect(try first.ask("search", search).result["items"]?.array?.first?["isFavorite"] == true)
      let kept = try first.ask("favorites").result
      #expect(kept.ids == [id.string])
      #expect(try first.finish() == .exited(0))

      upstream.stop()
      try sandbox.expireCachedResponses()
      let second = try sandbox.launch(upstream)
      #expect(try second.ask("favorites").result == kept)
      let offline = try second.ask("detail", ["id": id]).result
      #expect(offline["stale"] == true)
      #expect(offline["title"] == movie["title"])
      #expect(offline["isFavorite"] == true)
      // Naver knows a movie only after a search in the same process; for others this is what the star stored.
      for member in ["castMembers", "crewMembers", "attribution"] {
        #expect(offline[member] == detail[member] && detail[member] != nil)
      }
      let stale = try second.ask("search", search).result
      #expect(stale["stale"] == true)
      #expect(stale.ids == page.ids)
      let command = ["search", "parasite", "--limit", "20", "--catalog", service.rawValue]
      let shown = try sandbox.run(command, environment: upstream.environment)
      #expect(shown.errors == "movie-server: Offline: an earlier result\n")
      #expect(try second.ask("search", ["query": "oldboy"]).reason == "upstreamUnreachable")
      #expect(try second.ask("unstar", ["id": id]).result["changed"] == true)
      #expect(try second.finish() == .exited(0))
    }
  }

  @Test(arguments: [(Upstream.Service.tmdb, "tmdb:496243"), (.omdb, "omdb:tt6751668")])
  func `a refresh asks the service despite the cache, and reports what failed`(
    _ service: Upstream.Service, _ id: String
  ) throws {
    let upstream = try Upstream(service)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      _ = try server.ask("star", ["id": .string(id)]).result
      // The service's data has changed, while its earlier response may still be fresh.
      let changed: JSON = ["id": 496243, "title": "Parasites", "Title": "Parasites", "Response": "True"]
      try upstream.setFault("json", ["value": changed])
      let refresh = try server.ask("refreshFavorites")
      #expect(try refresh.result["refreshed"] == 1)
      #expect(try refresh.result["revision"] == 2)
      #expect(refresh.notifications.compactMap { $0["params"]?["updated"]?.array?.first?["title"] } == ["Parasites"])
      // Everything else agrees with it.
      #expect(try server.ask("detail", ["id": .string(id)]).result["title"] == "Parasites")
      upstream.stop()
      let failed = try server.ask("refreshFavorites").result
      #expect(failed["refreshed"] == 0)
      #expect(failed["failed"] == [["id": .string(id), "reason": "upstreamUnreachable"]])
      #expect(try server.ask("favorites").result["items"]?.array?.first?["title"] == "Parasites")
      #expect(try server.finish() == .exited(0))
    }
  }

  struct DisguisedFailure: CustomTestStringConvertible {
    var service: Upstream.Service
    var fault: String
    var parameters: JSON
    var reason: String

    var testDescription: String { "\(service.rawValue) \(fault) \(parameters.jsonText)" }
  }

  @Test(arguments: [
    DisguisedFailure(service: .tmdb, fault: "html", parameters: [:], reason: "upstreamInvalidResponse"),
    DisguisedFailure(service: .omdb, fault: "html", parameters: [:], reason: "upstreamInvalidResponse"),
    DisguisedFailure(
      service: .omdb, fault: "json", parameters: ["value": ["Response": "False", "Error": "Invalid API key!"]],
      reason: "upstreamUnauthorized"),
    DisguisedFailure(
      service: .omdb, fault: "json", parameters: ["value": ["Response": "False", "Error": "Request limit reached!"]],
      reason: "upstreamQuotaExceeded"),
  ])
  func `a failure with status 200 does not replace a cached response`(_ failure: DisguisedFailure) throws {
    let upstream = try Upstream(failure.service)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let search: JSON = ["query": "parasite"]
      let page = try server.ask("search", search).result
      try sandbox.expireCachedResponses()
      try upstream.setFault(failure.fault, failure.parameters)
      #expect(try server.ask("search", search).reason == failure.reason)
      try upstream.clearFaults()
      try upstream.setFault("status", ["status": 503])
      let stale = try server.ask("search", search).result
      #expect(stale["stale"] == true)
      #expect(stale.ids == page.ids)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a response is fresh for as long as the service says`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let first = try sandbox.launch(upstream)
      let page = try first.ask("search", ["query": "parasite"]).result
      #expect(try first.finish() == .exited(0))
      upstream.stop()
      let second = try sandbox.launch(upstream)
      #expect(try second.ask("search", ["query": "parasite"]).result == page)
      #expect(try second.finish() == .exited(0))
    }
  }

  @Test func `a star by an alternative ID returns the stored ID`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      for changed in [true, false] {
        let star = try server.ask("star", ["id": "tmdb:tt0137523"]).result
        #expect(star["id"] == "tmdb:550")
        #expect(star["changed"] == .bool(changed))
      }
      #expect(try server.ask("favorites").result.ids == ["tmdb:550"])
      #expect(try server.ask("unstar", ["id": "tmdb:550"]).result["changed"] == true)
      #expect(try server.finish() == .exited(0))
    }
  }
}
