import Foundation
import JSON
import TestSupport
import Testing

/// A server that is stopped (SIGSTOP, Ctrl-Z, a freezer) at any moment, with whatever it has locked.
@Suite("stopped neighbours", .timeLimit(.minutes(10)))
struct StoppedNeighbourTests {
  /// Far more than the four seconds of two lock timeouts. A neighbour is stopped until all requests are answered.
  private static let limit = Duration.seconds(60)

  /// Sends each kind of request and checks that each is answered in time: with a result, or an error that says “again”.
  private func expectAnswers(_ server: ServerProcess, _ id: JSON) throws {
    let clock = ContinuousClock()
    for (method, params) in [
      ("initialize", [:]), ("search", ["query": "parasite"]), ("star", ["id": id]), ("favorites", [:]),
      ("home", [:]), ("unstar", ["id": id]),
    ] as [(String, JSON)] {
      let start = clock.now
      let reply = try server.ask(method, params)
      #expect(clock.now - start < Self.limit, "\(method) takes too long")
      guard let error = reply.message["error"] else { continue }
      #expect(error["data"]?["reason"] == "storageFailed", "\(method)")
      #expect(error["data"]?["retryable"] == true, "\(method)")
    }
  }

  @Test func `while somebody holds the lock of the data folder every request is answered`() throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch()
      _ = try first.ask("star", ["id": "builtin:tt6751668"]).result
      let descriptor = open(sandbox.folder + "/data/movie-server", O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      let server = try sandbox.launch()
      try expectAnswers(server, "builtin:tt0468492")
      #expect(try server.ask("favorites").result["total"] == 1)
      for server in [first, server] { #expect(try server.finish() == .exited(0)) }
    }
  }

  @Test func `a neighbour that is stopped at a random moment holds nobody up, and no star is lost`() throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["STOP_SEED"] ?? "") ?? 1
    let rounds = Int(ProcessInfo.processInfo.environment["STOP_ROUNDS"] ?? "") ?? 4
    var random = SeededGenerator(seed: seed)
    try Sandbox.use { sandbox in
      var answered: Set<String> = []
      for round in 0..<rounds {
        let neighbour = try sandbox.launch()
        // It opens, migrates and writes the file, without waiting for its client.
        let stars = try (0..<20).map { number in
          let id = "n:\(round)-\(number)"
          return (id, try neighbour.send("star", ["movie": ["id": .string(id), "title": "N"]]))
        }
        usleep(UInt32.random(in: 0..<30_000, using: &random))
        neighbour.signal(SIGSTOP)
        let server = try sandbox.launch()
        try expectAnswers(server, .string("builtin:tt0468492"))
        let id = "m:\(round)"
        let star = try server.ask("star", ["movie": ["id": .string(id), "title": "M"]])
        if star.message["error"] == nil { answered.insert(id) }
        neighbour.signal(SIGCONT)
        for (id, request) in stars where try neighbour.reply(to: request).message["error"] == nil {
          answered.insert(id)
        }
        #expect(try neighbour.finish() == .exited(0))
        #expect(try server.finish() == .exited(0))
      }
      let check = try sandbox.launch()
      let items = try check.ask("favorites", ["limit": 1_000]).result["items"]?.array ?? []
      let missing = answered.subtracting(items.compactMap { $0["id"]?.string })
      #expect(missing.isEmpty, "seed \(seed)")
      #expect(try check.finish() == .exited(0))
    }
  }
}
