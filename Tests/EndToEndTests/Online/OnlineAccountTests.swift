import Foundation
import JSON
import TestSupport
import Testing

@Suite("accounts")
struct OnlineAccountTests {
  private static let film: JSON = "tmdb:496243"

  private func isSessionChange(_ notification: JSON) -> Bool { notification["method"] == "sessionChanged" }

  /// Logs in and returns the notifications.
  @discardableResult
  private func logIn(_ server: ServerProcess, _ upstream: Upstream) throws -> [JSON] {
    let token = try #require(try server.ask("login").result["requestToken"])
    try upstream.decide(.approved)
    let reply = try server.ask("completeLogin", ["requestToken": token])
    #expect(try reply.result["loggedIn"] == true)
    return reply.notifications
  }

  @Test func `a login not yet approved changes nothing; an approved one reaches every process`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      let other = try sandbox.launch(upstream)
      // A client that has not requested the session gets no notification of it.
      #expect(try other.ask("session").result["loggedIn"] == false)
      #expect(try server.ask("rate", ["id": Self.film, "value": 8]).reason == "notLoggedIn")

      let login = try server.ask("login").result
      let token = try #require(login["requestToken"])
      #expect(login["url"]?.string?.hasSuffix(token.string ?? "-") == true)
      let search = try server.ask("search", ["query": "e"]).result
      let early = try server.ask("completeLogin", ["requestToken": token])
      #expect(early.reason == "notApproved")
      #expect(!early.notifications.contains(where: isSessionChange))
      // The list continues, and the login is unchanged.
      #expect(try server.ask("nextPage").result["offset"] == .integer(search.ids.count))
      #expect(try server.ask("session").result["loggedIn"] == false)

      try upstream.decide(.approved)
      let late = try server.ask("completeLogin", ["requestToken": token])
      #expect(try late.result["loggedIn"] == true)
      #expect(late.notifications.filter(isSessionChange).count == 1)
      let notifications = try other.notifications(upTo: isSessionChange)
      #expect(notifications.count == 1)
      #expect(notifications.last?["params"]?["user"] == (try late.result["user"]))
      #expect(try other.ask("session").result == server.ask("session").result)
      // A later process finds it.
      let later = try sandbox.launch(upstream)
      #expect(try later.ask("session").result["loggedIn"] == true)

      let out = try other.ask("logout")
      #expect(try out.result["loggedIn"] == false)
      #expect(out.notifications.filter(isSessionChange).count == 1)
      #expect(try server.notifications(upTo: isSessionChange).last?["params"]?["loggedIn"] == false)
      #expect(try upstream.log().requests.contains { $0.method == "DELETE" && $0.path.hasSuffix("/session") })
      #expect(!sandbox.exists("data/movie-server/sessions.json"))
      for server in [server, other, later] {
        #expect(try server.finish() == .exited(0))
        let changes = try server.allLines().compactMap(\.json).filter(isSessionChange)
        #expect(changes.count <= 2)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 })
      }
    }
  }

  @Test func `ratings appear in the detail, and a rejected key does not end the login`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      try logIn(server, upstream)
      #expect(try server.ask("detail", ["id": Self.film]).result["myRating"] == nil)
      #expect(
        try server.ask("rate", ["id": Self.film, "value": .number("8.5")]).result == [
          "id": Self.film, "myRating": .number("8.5"),
        ])
      #expect(try server.ask("detail", ["id": Self.film]).result["myRating"] == .number("8.5"))

      // For a moment the service rejects the key in all requests.
      try upstream.setFault("error", ["code": 7])
      #expect(try server.ask("rate", ["id": Self.film, "value": 2]).reason == "upstreamUnauthorized")
      #expect(try server.ask("search", ["query": "oldboy"]).reason == "upstreamUnauthorized")
      try upstream.clearFaults()
      #expect(try server.ask("session").result["loggedIn"] == true)
      #expect(try server.ask("search", ["query": "oldboy"]).result["total"] == 1)
      #expect(try server.ask("detail", ["id": Self.film]).result["myRating"] == .number("8.5"))

      #expect(try server.ask("unrate", ["id": Self.film]).result == ["id": Self.film])
      #expect(try server.ask("detail", ["id": Self.film]).result["myRating"] == nil)
      for value: JSON in [0, .number("0.7"), .number("10.5"), "8"] {
        #expect(try server.ask("rate", ["id": Self.film, "value": value]).reason == "invalidParams")
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a login that the service ended is over, and everything else continues`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      try logIn(server, upstream)
      let search = try server.ask("search", ["query": "e"]).result
      try upstream.setFault("error", ["code": 3], match: "/rating")
      let refused = try server.ask("rate", ["id": Self.film, "value": 8])
      #expect(refused.reason == "notLoggedIn")
      #expect(refused.notifications.filter(isSessionChange).count == 1)
      #expect(try server.ask("nextPage").result["offset"] == .integer(search.ids.count))
      try upstream.clearFaults()
      try logIn(server, upstream)
      #expect(try server.ask("rate", ["id": Self.film, "value": 8]).result["myRating"] == 8)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `stars are sent to the account, and its favorites are imported`() throws {
    let upstream = try Upstream(.tmdb)
    // Another machine of the same user.
    try Sandbox.use { elsewhere in
      try Sandbox.use { sandbox in
        let there = try elsewhere.launch(upstream, "--sync-favorites")
        try logIn(there, upstream)
        _ = try there.ask("star", ["id": "tmdb:670"])
        try upstream.wait(for: "POST /3/account/548/favorite", state: .done)

        let server = try sandbox.launch(upstream, "--sync-favorites")
        _ = try server.ask("star", ["id": Self.film])
        let before = try logIn(server, upstream)
        let isTakenIn: (JSON) -> Bool = { $0["params"]?["added"]?.array?.contains { $0["id"] == "tmdb:670" } == true }
        if !before.contains(where: isTakenIn) { _ = try server.notifications(upTo: isTakenIn) }
        // By its alternative ID, and back again.
        let star = try server.ask("star", ["id": "tmdb:tt0137523"]).result
        #expect(star["id"] == "tmdb:550")
        try upstream.wait(for: "POST /3/account/548/favorite", count: 3, state: .done)
        #expect(try Set(server.ask("favorites").result.ids) == ["tmdb:496243", "tmdb:670", "tmdb:550"])

        _ = try there.ask("refreshFavorites")
        #expect(try Set(there.ask("favorites").result.ids) == ["tmdb:496243", "tmdb:670", "tmdb:550"])
        _ = try there.ask("unstar", ["id": "tmdb:670"])
        try upstream.wait(for: "POST /3/account/548/favorite", count: 4, state: .done)
        _ = try server.ask("refreshFavorites")
        #expect(try Set(server.ask("favorites").result.ids) == ["tmdb:496243", "tmdb:550"])
        #expect(try server.finish() == .exited(0))
        #expect(try there.finish() == .exited(0))
      }
    }
  }
}
