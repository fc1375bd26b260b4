import Foundation
import JSON
import TestSupport
import Testing

/// An account used by several processes on one data folder, and failed logins.
@Suite("shared accounts")
struct SharedAccountTests {
  private static let favorite = "POST /3/account/548/favorite"

  private func isSessionChange(_ notification: JSON) -> Bool { notification["method"] == "sessionChanged" }

  private func token(_ server: ServerProcess) throws -> JSON {
    try #require(try server.ask("login").result["requestToken"])
  }

  private func logIn(_ server: ServerProcess, _ upstream: Upstream) throws -> ServerProcess.Reply {
    let token = try token(server)
    try upstream.decide(.approved, token: token.string ?? "")
    return try server.ask("completeLogin", ["requestToken": token])
  }

  @Test(arguments: [(Upstream.Decision.denied, "notApproved"), (.expired, "notLoggedIn")], [false, true])
  func `a failed login leaves the previous one unchanged`(
    _ answer: (decision: Upstream.Decision, reason: String), isLoggedIn: Bool
  ) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      if isLoggedIn { _ = try logIn(server, upstream).result }
      let before = try server.ask("session").result
      let token = try token(server)
      try upstream.decide(answer.decision, token: token.string ?? "")
      for _ in 0..<2 {
        let reply = try server.ask("completeLogin", ["requestToken": token])
        #expect(reply.reason == answer.reason)
        #expect(!reply.notifications.contains(where: isSessionChange))
      }
      #expect(try server.ask("session").result == before)
      #expect(try server.ask("rate", ["id": "tmdb:550", "value": 8]).message["error"] == nil || !isLoggedIn)
      // The next login succeeds like the first.
      #expect(try logIn(server, upstream).result["loggedIn"] == true)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `logout works offline, and in all processes`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let (server, other) = (try sandbox.launch(upstream), try sandbox.launch(upstream))
      _ = try other.ask("session").result
      #expect(try logIn(server, upstream).notifications.filter(isSessionChange).count == 1)
      _ = try other.notifications(upTo: isSessionChange)
      upstream.stop()
      #expect(try server.ask("logout").result["loggedIn"] == false)
      #expect(try other.notifications(upTo: isSessionChange).last?["params"]?["loggedIn"] == false)
      #expect(try other.ask("rate", ["id": "tmdb:550", "value": 8]).reason == "notLoggedIn")
      #expect(!sandbox.exists("data/movie-server/sessions.json"))
      for server in [server, other] { #expect(try server.finish() == .exited(0)) }
    }
  }

  /// A user can have a limited number of watched folders, which editors and file synchronization use up.
  private static let withoutInotify =
    "unshare -Ur sh -ec 'echo 0 >/proc/sys/user/max_inotify_instances; exec \"$0\" --catalog tmdb'"

  private static let canLimitInotify: Bool = {
    (try? Sandbox.use { sandbox in
      let server = try sandbox.launch(through: "exec \(withoutInotify) \"$0\"")
      guard try server.finish() == .exited(0) else { throw Failure("The system allows no user namespaces.") }
    }) != nil
  }()

  @Test(.enabled(if: canLimitInotify, "The system allows no user namespaces."))
  func `a process that cannot watch its folders learns of the favorites and the login of others all the same`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let other = try sandbox.launch(upstream)
      let server = try sandbox.launch(
        through: "exec \(Self.withoutInotify) \"$0\"", environment: upstream.environment)
      for server in [server, other] {
        _ = try server.ask("initialize").result
        #expect(try server.ask("session").result["loggedIn"] == false)
      }
      #expect(try other.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      let pushed = try server.notifications { $0["method"] == "favoritesChanged" }.last?["params"]
      #expect(pushed?["added"]?.array?.first?["title"] == "Parasite")
      _ = try logIn(other, upstream).result
      #expect(try server.notifications(upTo: isSessionChange).last?["params"]?["loggedIn"] == true)
      for server in [server, other] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test func `a damaged login file, or one that others can read, is not used, and the next login repairs it`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let file = "data/movie-server/sessions.json"
      let server = try sandbox.launch(upstream)
      _ = try logIn(server, upstream).result
      let good = try sandbox.bytes(file)
      for spoil in [
        {
          try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: sandbox.folder + "/" + file)
        },
        { _ = try sandbox.write(good.prefix(good.count / 2), to: file) }, { _ = try sandbox.write("", to: file) },
      ] as [() throws -> Void] {
        try spoil()
        #expect(try server.ask("session").result["loggedIn"] == false)
        let reply = try server.ask("rate", ["id": "tmdb:550", "value": 8])
        #expect(reply.reason == "notLoggedIn")
        #expect(reply.message["error"]?["data"]?["detail"]?.string?.contains("sessions.json") == true)
        #expect(try logIn(server, upstream).result["loggedIn"] == true)
        #expect(try sandbox.permissions(file) == 0o600)
        #expect(try server.ask("rate", ["id": "tmdb:550", "value": 8]).result["myRating"] == 8)
      }
      // A login belongs to the key that it was made with.
      let stranger = try sandbox.launch(
        [], environment: upstream.address.merging(["TMDB_API_KEY": String(repeating: "f", count: 32)]) { $1 })
      #expect(try stranger.ask("session", ["catalog": "tmdb"]).result["loggedIn"] == false)
      for server in [server, stranger] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test func `two processes that sync one data folder send each star once and end with the same favorites`() throws {
    let upstream = try Upstream(.tmdb)
    let films = [496243, 670, 550, 27205, 603, 278].map { "tmdb:\($0)" }
    try Sandbox.use { sandbox in
      let servers = [
        try sandbox.launch(upstream, "--sync-favorites"), try sandbox.launch(upstream, "--sync-favorites"),
      ]
      for server in servers { _ = try server.ask("initialize").result }
      _ = try logIn(servers[0], upstream).result
      _ = try servers[1].notifications(upTo: isSessionChange)
      for (index, film) in films.enumerated() {
        #expect(try servers[index % 2].ask("star", ["id": .string(film)]).result["changed"] == true)
      }
      try upstream.wait(for: Self.favorite, count: films.count, state: .done)
      // Each is unstarred by the process that did not star it.
      for (index, film) in films.prefix(3).enumerated() {
        #expect(try servers[1 - index % 2].ask("unstar", ["id": .string(film)]).result["changed"] == true)
      }
      try upstream.wait(for: Self.favorite, count: films.count + 3, state: .done)
      for server in servers {
        _ = try server.ask("refreshFavorites").result
        #expect(try Set(server.ask("favorites").result.ids) == Set(films.dropFirst(3)))
      }
      for server in servers { #expect(try server.finish() == .exited(0)) }
      #expect(
        try upstream.log().requests.filter { "\($0.method) \($0.path)" == Self.favorite }.count == films.count + 3)

      // The account's favorites, as another machine sees them.
      try Sandbox.use { elsewhere in
        let there = try elsewhere.launch(upstream, "--sync-favorites")
        _ = try logIn(there, upstream).result
        _ = try there.ask("refreshFavorites").result
        #expect(try Set(there.ask("favorites").result.ids) == Set(films.dropFirst(3)))
        #expect(try there.finish() == .exited(0))
      }
    }
  }
}
