import Foundation
import JSON
import Testing

@Suite("shared favorites")
struct SharedFavoritesTests {
  @Test func `after a thousand stars and unstars through both servers both have the same favorites and missed none`()
    throws
  {
    try Sandbox.use { sandbox in
      let servers = [try sandbox.launch(), try sandbox.launch()]
      // Both open the file before anything happens to it.
      for server in servers { _ = try server.ask("initialize").result }
      let movies = try catalogIDs(servers[0], 40)
      var mirrors = [FavoritesMirror(), FavoritesMirror()]
      var sent: [[JSON]] = [[], []]
      for step in 0..<1_000 {
        // Strides without a common divisor: each movie gets both methods through both servers.
        let id = movies[step * 7 % movies.count]
        let method = step / 3 % 2 == 0 ? "star" : "unstar"
        sent[step % 2].append(try servers[step % 2].send(method, ["id": id]))
      }

      var ownRevisions: [Set<Int>] = [[], []]
      for (index, server) in servers.enumerated() {
        for id in sent[index] {
          let reply = try server.reply(to: id)
          try mirrors[index].apply(reply.notifications)
          let revision = try #require(try reply.result["revision"]?.int)
          // The change was pushed before the response that mentions it.
          #expect(mirrors[index].revision >= revision)
          if try reply.result["changed"] == true { ownRevisions[index].insert(revision) }
        }
      }
      let last = try #require(ownRevisions.joined().max())
      #expect(ownRevisions[0].union(ownRevisions[1]) == Set(1...last))
      #expect(ownRevisions[0].isDisjoint(with: ownRevisions[1]))
      #expect(ownRevisions.allSatisfy { !$0.isEmpty })

      // No requests here: the rest is pushed.
      for (index, server) in servers.enumerated() where mirrors[index].revision < last {
        try mirrors[index].apply(server.notifications { $0["params"]?["revision"]?.int == last })
      }
      #expect(mirrors[0].ids == mirrors[1].ids)
      #expect(mirrors[0].epoch == mirrors[1].epoch)
      for index in 0...1 {
        let others = mirrors[index].origins.filter { $0.value == "other" }.keys
        #expect(Set(others) == ownRevisions[1 - index])
        let listing = try servers[index].ask("favorites", ["limit": 1000]).result
        #expect(listing["revision"]?.int == last)
        #expect(Set((listing["items"]?.array ?? []).compactMap { $0["id"]?.string }) == mirrors[index].ids)
      }
      for server in servers { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test func `a star in one server is pushed by the other, whose responses show it from then on`() throws {
    try Sandbox.use { sandbox in
      let (one, two) = (try sandbox.launch(), try sandbox.launch())
      for server in [one, two] { _ = try server.ask("initialize").result }
      let star = try one.ask("star", ["id": "builtin:tt6751668"]).result
      let pushed = try two.notifications { $0["method"] == "favoritesChanged" }.last?["params"]
      #expect(pushed?["origin"] == "other")
      #expect(pushed?["revision"] == star["revision"])
      #expect(pushed?["added"]?.array?.first?["title"] == "Parasite")
      #expect(try two.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["isFavorite"] == true)
      // Starring it in the other server too changes nothing, for either.
      #expect(try two.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == false)

      _ = try two.ask("unstar", ["id": "builtin:tt6751668"]).result
      let removed = try one.notifications { $0["params"]?["origin"] == "other" }.last?["params"]
      #expect(removed?["removed"] == ["builtin:tt6751668"])
      #expect(try one.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["isFavorite"] == false)
      for server in [one, two] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test(arguments: 1...4)
  func `no acknowledged star is lost when a server is killed, and the other continues at once`(_ round: Int) throws {
    try Sandbox.use { sandbox in
      let survivor = try sandbox.launch()
      _ = try survivor.ask("initialize").result
      var answered: Set<String> = []
      for burst in 0..<4 {
        let victim = try sandbox.launch()
        let ids = (0..<150).map { "x:\(burst)-\($0)" }
        for id in ids { try victim.send("star", ["movie": ["id": .string(id), "title": "A film"]]) }
        // In the middle of the requests, at a different point each time.
        for _ in 0..<(round * 7 + burst * 5) { _ = try victim.nextLine() }
        victim.signal(SIGKILL)
        #expect(try victim.waitForExit() == .killed(signal: SIGKILL))
        for line in try victim.allLines() {
          if let id = line.json?["result"]?["id"]?.string { answered.insert(id) }
        }
        let own = "x:survivor-\(burst)"
        let star = try survivor.ask("star", ["movie": ["id": .string(own), "title": "A film"]]).result
        #expect(star["changed"] == true)
        answered.insert(own)
        let kept = try favorites(survivor)
        #expect(answered.subtracting(kept).isEmpty)
      }
      // Nor for a server that opens the file afterwards.
      let kept = try favorites(try sandbox.launch())
      #expect(answered.subtracting(kept).isEmpty)
      #expect(try survivor.finish() == .exited(0))
    }
  }

  @Test func `favorites are there in the next session, with their data`() throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch()
      let star = try first.ask("star", ["movie": ["id": "tmdb:1", "title": "기생충", "rating": .number("8.5")]]).result
      #expect(try first.finish() == .exited(0))
      let second = try sandbox.launch()
      let listing = try second.ask("favorites").result
      #expect(listing["revision"] == star["revision"])
      let movie = try #require(listing["items"]?.array?.first)
      #expect(movie["title"] == "기생충")
      #expect(movie["rating"] == .number("8.5"))
      #expect(movie["starredAt"] == star["starredAt"])
      #expect(try second.finish() == .exited(0))
    }
  }

  private func favorites(_ server: ServerProcess) throws -> Set<String> {
    let listing = try server.ask("favorites", ["limit": 1000]).result
    return Set((listing["items"]?.array ?? []).compactMap { $0["id"]?.string })
  }

  private func catalogIDs(_ server: ServerProcess, _ count: Int) throws -> [JSON] {
    let page = try server.ask("search", ["query": "the", "limit": .integer(count)]).result
    let ids = (page["items"]?.array ?? []).compactMap { $0["id"] }
    try #require(ids.count == count)
    return ids
  }
}
