import JSON
import TestSupport
import Testing

/// One film has one star, whichever catalog's movie was starred.
@Suite("film identity")
struct FilmIdentityTests {
  private static let films = [
    ("tt0364569", "670", "oldboy"), ("tt6751668", "496243", "parasite"), ("tt0133093", "603", "matrix"),
  ]
  private static let find = "GET /3/find"

  private func isChange(_ notification: JSON) -> Bool { notification["method"] == "favoritesChanged" }

  /// Stars the films in a server that has no key.
  private func starWithoutKey(_ sandbox: Sandbox, and movie: JSON? = nil) throws {
    let server = try sandbox.launch()
    if let movie { _ = try server.ask("star", ["movie": movie]).result }
    for (imdb, _, _) in Self.films {
      #expect(try server.ask("star", ["id": .string("builtin:\(imdb)")]).result["changed"] == true)
    }
    #expect(try server.finish() == .exited(0))
  }

  /// Reads notifications until all films have an id of TMDB's.
  private func waitForIDs(_ server: ServerProcess) throws {
    _ = try server.ask("initialize").result
    var known: Set<String> = []
    let expected = Set(Self.films.map { "tmdb:\($0.1)" })
    // They may have come before the response, or be stored already.
    for item in try server.ask("favorites").result["items"]?.array ?? [] { known.formUnion(item.knownIDs) }
    while !known.isSuperset(of: expected) {
      let change = try #require(try server.notifications(upTo: isChange).last?["params"])
      for movie in change["updated"]?.array ?? [] { known.formUnion(movie.knownIDs) }
    }
  }

  @Test func `films that are starred without a key are favorites in TMDB's lists, and unstarred in both`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      try starWithoutKey(sandbox)
      let (server, other) = (try sandbox.launch(upstream), try sandbox.launch(upstream))
      for each in [server, other] { try waitForIDs(each) }

      for each in [server, other] {
        for (imdb, native, query) in Self.films {
          let id = "tmdb:\(native)"
          let rows = try each.ask("search", ["query": .string(query)]).result["items"]?.array ?? []
          let row = try #require(rows.first { $0["id"]?.string == id })
          #expect(row["isFavorite"] == true)
          #expect(row.knownIDs == ["builtin:\(imdb)", id])
        }
        let listing = try each.ask("favorites").result
        #expect(listing["total"] == 3)
        #expect(Set(listing.ids) == Set(Self.films.map { "builtin:\($0.0)" }))
        let sections = try each.ask("home").result["sections"]?.array ?? []
        let films = Self.films.map { JSON.string("tmdb:\($0.1)") }
        let rows = sections.flatMap { $0["items"]?.array ?? [] }.filter { $0["id"].map(films.contains) == true }
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { $0["isFavorite"] == true })
      }
      // No film was opened.
      #expect(try !upstream.log().requests.contains { $0.path.hasPrefix("/3/movie/670") })
      #expect(try server.ask("detail", ["id": "tmdb:670"]).result["isFavorite"] == true)
      let again = try server.ask("star", ["id": "tmdb:670"])
      let kept = try again.result
      #expect(kept["changed"] == false && kept["id"] == "builtin:tt0364569")
      #expect(!again.notifications.contains(where: isChange))

      let gone = try other.ask("unstar", ["id": "tmdb:670"])
      let removal = try gone.result
      #expect(removal["changed"] == true && removal["id"] == "builtin:tt0364569")
      for change in [
        try #require(gone.notifications.last(where: isChange)),
        try #require(try server.notifications(upTo: isChange).last),
      ] {
        #expect(Set(change["params"]?["removed"]?.array ?? []) == ["builtin:tt0364569", "tmdb:670"])
        #expect(change["params"]?["total"] == 2)
      }
      for each in [server, other] {
        for id: JSON in ["tmdb:670", "builtin:tt0364569"] {
          #expect(try each.ask("detail", ["id": id]).result["isFavorite"] == false)
        }
        #expect(try each.finish() == .exited(0))
      }
      let without = try sandbox.launch()
      #expect(try without.ask("detail", ["id": "builtin:tt0364569"]).result["isFavorite"] == false)
      #expect(try Set(without.ask("favorites").result.ids) == ["builtin:tt6751668", "builtin:tt0133093"])
      #expect(try without.finish() == .exited(0))
    }
  }

  @Test func `each star is looked up once, also across restarts, even if TMDB does not know it`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      try starWithoutKey(sandbox, and: ["id": "mine:tt9999991", "title": "Unknown to TMDB"])
      let first = try sandbox.launch([], environment: upstream.environment)
      try waitForIDs(first)
      try upstream.wait(for: Self.find, count: 4, state: .done)
      #expect(try first.finish() == .exited(0))
      try upstream.clearLog()
      let second = try sandbox.launch(["--http-cache-bytes", "0"], environment: upstream.environment)
      try waitForIDs(second)
      // A new star is looked up, after everything that was due.
      _ = try second.ask("star", ["id": "builtin:tt0137523"]).result
      try upstream.wait(for: Self.find, count: 1, state: .done)
      #expect(try second.finish() == .exited(0))
      #expect(try upstream.log().requests.filter { $0.path.hasPrefix("/3/find") }.map(\.path) == ["/3/find/tt0137523"])
    }
  }

  @Test func `stars of two catalogs that turn out to be one film become one`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let without = try sandbox.launch()
      _ = try without.ask("star", ["id": "builtin:tt0364569"]).result
      // As from a row of a list, without the film's IMDb id.
      _ = try without.ask("star", ["movie": ["id": "tmdb:670", "title": "Oldboy"]]).result
      let before = try without.ask("favorites").result
      #expect(before["total"] == 2)
      let server = try sandbox.launch(upstream)
      _ = try server.ask("initialize").result
      let isMerge = { (message: JSON) in message["params"]?["total"] == 1 && isChange(message) }
      let merge = try #require(try without.notifications(upTo: isMerge).last?["params"])
      #expect(merge["removed"] == ["tmdb:670"])
      #expect(merge["updated"]?.array?.map(\.knownIDs) == [["builtin:tt0364569", "tmdb:670"]])
      for each in [without, server] {
        #expect(try each.ask("favorites").result.ids == ["builtin:tt0364569"])
        let difference = try each.ask("favorites", ["since": before["revision"] ?? 0]).result
        #expect(difference["removed"] == ["tmdb:670"])
        #expect(difference["added"]?.array?.map(\.knownIDs) == [["builtin:tt0364569", "tmdb:670"]])
        #expect(try each.finish() == .exited(0))
      }
    }
  }

  @Test(arguments: [("html", [:]), ("json", ["value": [:]])] as [(String, JSON)])
  func `only what TMDB says about a film counts, and no other response`(_ kind: String, _ fault: JSON) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      try starWithoutKey(sandbox)
      try upstream.setFault(kind, fault, match: "/3/find")
      let server = try sandbox.launch([], environment: upstream.environment)
      _ = try server.ask("initialize").result
      try upstream.wait(for: Self.find, count: 3, state: .done)
      #expect(try server.finish() == .exited(0))
      try upstream.clearFaults()
      let next = try sandbox.launch(upstream)
      try waitForIDs(next)
      #expect(try next.finish() == .exited(0))
    }
  }

  @Test func `a film for which TMDB always fails holds back no other`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let without = try sandbox.launch()
      _ = try without.ask("star", ["id": "builtin:tt4016934"]).result
      #expect(try without.finish() == .exited(0))
      try upstream.setFault("status", ["status": 500], match: "/3/find/tt4016934")
      let server = try sandbox.launch([], environment: upstream.environment)
      _ = try server.ask("favorites").result
      try upstream.wait(for: Self.find + "/tt4016934", state: .done)
      for (imdb, _, _) in Self.films { _ = try server.ask("star", ["id": .string("builtin:\(imdb)")]).result }
      try waitForIDs(server)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `of several servers on one data folder one asks about each star`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      try starWithoutKey(sandbox)
      let servers = try (0..<3).map { _ in
        try sandbox.launch(["--http-cache-bytes", "0"], environment: upstream.environment)
      }
      for server in servers { try waitForIDs(server) }
      for server in servers { #expect(try server.finish() == .exited(0)) }
      #expect(try upstream.log().requests.count { $0.path.hasPrefix("/3/find") } == 3)
    }
  }

  @Test func `an outage of the service delays nothing, and the lookups continue at the next start`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      try starWithoutKey(sandbox)
      try upstream.setFault("stall", ["at": "head"], match: "/3/find")
      let server = try sandbox.launch([], environment: upstream.environment)
      #expect(try server.ask("star", ["id": "builtin:tt0137523"]).result["changed"] == true)
      try upstream.wait(for: Self.find, count: 1)
      #expect(try server.ask("unstar", ["id": "builtin:tt0137523"]).result["changed"] == true)
      #expect(try server.finish() == .exited(0))
      try upstream.clearFaults()
      let next = try sandbox.launch(upstream)
      try waitForIDs(next)
      #expect(try next.finish() == .exited(0))
    }
  }
}

extension JSON {
  /// All known ids of a movie.
  fileprivate var knownIDs: [String] {
    self["ids"]?.array?.compactMap(\.string) ?? [self["id"]?.string].compactMap(\.self)
  }
}
