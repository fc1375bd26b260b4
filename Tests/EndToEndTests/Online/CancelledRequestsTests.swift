import Foundation
import JSON
import TestSupport
import Testing

/// Requests that no client waits for any more while a service hangs.
@Suite("cancelled requests to services")
struct CancelledRequestsTests {
  struct Work: Sendable, CustomTestStringConvertible {
    var method: String
    var params: JSON
    /// The path at which the service hangs.
    var path: String
    var testDescription: String { "\(method) at \(path)" }
  }

  static let works = [
    Work(method: "search", params: ["query": "oldboy"], path: "/search/movie"),
    Work(method: "nextPage", params: [:], path: "page=2"),
    Work(method: "home", params: ["sections": ["popular", "topRated"]], path: "/movie/top_rated"),
    Work(method: "detail", params: ["id": "tmdb:550"], path: "/movie/550"),
    Work(method: "detail", params: ["id": "tmdb:tt0137523"], path: "/find/tt0137523"),
    Work(method: "reviews", params: ["id": "tmdb:550"], path: "/movie/550/reviews"),
    Work(method: "recommendations", params: ["id": "tmdb:550"], path: "/movie/550/recommendations"),
    Work(method: "poster", params: ["id": "tmdb:496243"], path: "/t/p/"),
    Work(method: "star", params: ["id": "tmdb:550"], path: "/movie/550"),
    Work(method: "login", params: [:], path: "/authentication/token/new"),
  ]

  @Test(arguments: works)
  func `a transfer stops with its request, which gets one response, and the next request succeeds`(_ work: Work) throws
  {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      // Loads a list to continue, and TMDB's configuration.
      _ = try server.ask("search", ["query": "e"]).result
      for at: JSON in ["head", "body"] {
        try upstream.clearLog()
        try upstream.setFault("stall", ["at": at], match: work.path)
        let id = try server.send(work.method, work.params)
        try upstream.wait(for: work.path, state: .open)
        try server.cancel(id)
        let reply = try server.reply(to: id)
        #expect(reply.reason == "cancelled")
        let ends = reply.notifications.filter { $0["params"]?["active"] == false }
        #expect(ends.allSatisfy { $0["params"]?["outcome"] == "cancelled" })
        #expect(ends.count == (work.method == "star" ? 0 : 1))
        try upstream.wait(for: work.path, state: .gone)
        // A second cancellation changes nothing.
        try server.cancel(id)
        try upstream.clearFaults()
      }
      #expect(try server.ask(work.method, work.params).message["error"] == nil)
      #expect(try server.remainingResponses() == [])
      #expect(try server.finish() == .exited(0))
    }
    try upstream.wait(for: "", open: 0)
  }

  @Test func `a request gets its response even if an identical one is cancelled`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream)
      _ = try server.ask("search", ["query": "parasite"]).result
      for (method, params, path): (String, JSON, String) in [
        ("poster", ["id": "tmdb:496243"], "/t/p/"), ("detail", ["id": "tmdb:496243"], "GET /3/movie/496243?"),
      ] {
        try upstream.setFault("stall", match: path)
        let (first, second) = (try server.send(method, params), try server.send(method, params))
        try upstream.wait(for: path, state: .open)
        try server.cancel(first)
        #expect(try server.reply(to: first).reason == "cancelled")
        try upstream.clearFaults()
        // It either joined the transfer in time or starts its own.
        #expect(try server.reply(to: second).message["error"] == nil)
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a page requested right after a cancelled one is the same page, and every film appears once`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-cache-bytes", "0")
      var random = SeededGenerator(seed: 20)
      for _ in 0..<40 {
        var ids = try server.ask("search", ["query": "e"]).result.ids
        for page in 2...4 {
          try upstream.setFault("delay", ["ms": .integer(Int.random(in: 0...8, using: &random))], match: "page=\(page)")
          let takenBack = try server.send("nextPage")
          // While it waits for others, during the transfer, and when the response arrives.
          usleep(UInt32(Int.random(in: 0...12_000, using: &random)))
          try server.cancel(takenBack)
          let again = try server.send("nextPage")
          let first = try server.reply(to: takenBack)
          let second = try server.reply(to: again).result
          // The request may complete before its cancellation. The page after it is then the next one, or the same one
          // for both.
          if first.message["error"] == nil {
            ids += try first.result.ids
            if try second["page"] != first.result["page"] { ids += second.ids }
          } else {
            #expect(first.reason == "cancelled")
            ids += second.ids
          }
          try upstream.clearFaults()
        }
        while true {
          let page = try server.ask("nextPage").result
          ids += page.ids
          if page["hasMore"] == false { break }
        }
        #expect(ids.count == 75)
        #expect(Set(ids).count == 75)
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: [true, false])
  func `a login continues where it was interrupted`(isCancelled: Bool) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-timeout-ms", isCancelled ? "60000" : "5000")
      let token: JSON = ["requestToken": try #require(try server.ask("login").result["requestToken"])]
      try upstream.decide(.approved)
      // The token has been used by then.
      try upstream.setFault("stall", match: "GET /3/account")
      let id = try server.send("completeLogin", token)
      try upstream.wait(for: "GET /3/account", state: .open)
      if isCancelled { try server.cancel(id) }
      #expect(try server.reply(to: id).reason == (isCancelled ? "cancelled" : "upstreamTimeout"))
      #expect(try server.ask("session").result["loggedIn"] == false)
      #expect(!sandbox.exists("data/movie-server/sessions.json"))
      try upstream.clearFaults()
      #expect(try server.ask("completeLogin", token).result["loggedIn"] == true)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(arguments: ["input", "signal", "shutdown", "exit"])
  func `the end of a session does not wait for a service that hangs`(by way: String) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--drain-ms", "200")
      _ = try server.ask("search", ["query": "e"]).result
      try upstream.setFault("stall")
      // Each has its own connection, of which there are at most six.
      let requests: [(String, JSON, String)] = [
        ("search", ["query": "oldboy"], "/search/movie"), ("detail", ["id": "tmdb:550"], "/movie/550"),
        ("home", ["sections": ["popular"]], "/movie/popular"), ("poster", ["id": "tmdb:496243"], "/t/p/"),
        ("star", ["id": "tmdb:13"], "/movie/13?"),
      ]
      let ids = try requests.map { try server.send($0.0, $0.1) }
      // Requests that are unread when a signal arrives are rejected.
      for request in requests { try upstream.wait(for: request.2, state: .open) }
      switch way {
      case "input": server.closeInput()
      case "signal": server.signal(SIGTERM)
      case "shutdown":
        try server.send("shutdown")
        server.closeInput()
      default: try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
      }
      for id in ids { #expect(try server.reply(to: id).reason == "cancelled") }
      #expect(try server.waitForExit() == .exited(way == "exit" ? 1 : 0))
    }
    try upstream.wait(for: "", open: 0)
  }

  @Test(arguments: 1...3)
  func `the next process uses the cache of the one before, however that one ended`(_ round: Int) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let victim = try sandbox.launch(upstream)
      let page = try victim.ask("search", ["query": "parasite"]).result
      for number in 0..<(round * 20) { try victim.send("detail", ["id": .string("tmdb:\(9_000_001 + number)")]) }
      try upstream.wait(for: "/movie/9", count: round * 3)
      victim.signal(SIGKILL)
      _ = try victim.waitForExit()
      upstream.stop()
      let next = try sandbox.launch(upstream)
      #expect(try next.ask("search", ["query": "parasite"]).result == page)
      #expect(try next.ask("search", ["query": "oldboy"]).reason == "upstreamUnreachable")
      #expect(try next.finish() == .exited(0))
    }
  }
}
