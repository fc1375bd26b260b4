import Foundation
import JSON
import TestSupport
import Testing

/// What a list's newer search does to the one before it, when each goes over the network.
@Suite("Searches of a service that supersede each other")
struct SupersededSearchTests {
  private static let searches = Executable.isSanitized ? 1_000 : 10_000

  @Test("Of many lists that search at once no more than six have a connection")
  func connections() throws {
    let upstream = try Upstream(.omdb)
    try upstream.setFault("delay", ["ms": 50])
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-cache-bytes", "0")
      let ids = try (1...30).map { number in
        try server.send("search", ["query": .string("lord \(number)"), "list": .string("list \(number)")])
      }
      for id in ids { #expect(try server.reply(to: id).message["error"] == nil) }
      let log = try upstream.log()
      #expect(log.requests.count == 30)
      #expect(log.connections.peak == 6)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test("10,000 searches superseded at random moments have one answer each and leave nothing behind")
  func many() throws {
    let upstream = try Upstream(.omdb)
    try upstream.setFault("delay", ["ms": 6])
    try Sandbox.use { sandbox in
      // Without a cache: every search goes out.
      let server = try sandbox.launch(upstream, "--http-cache-bytes", "0")
      let figures = ProcessFigures.areThere ? ProcessFigures(of: server.processID) : nil
      var random = SeededGenerator(seed: 10_000)
      var (early, pages) = ((memory: 0, descriptors: 0), 0)
      var last: JSON = .null
      var due: [JSON] = []

      /// Takes the answers of all that was sent.
      func settle() throws {
        for id in due {
          let reply = try server.reply(to: id)
          if reply.message["result"] == nil { #expect(reply.reason == "superseded") } else { pages += 1 }
        }
        #expect(try server.remainingResponses() == [], "an answer too many")
        // The last of a list is superseded by none.
        #expect(try server.ask("nextPage").result["query"] == last)
        due = []
      }

      for number in 1...Self.searches {
        // Before it is sent, on its way, while the service thinks, and after the answer.
        let pause = Int.random(in: 0...9, using: &random)
        if pause > 6 { usleep(UInt32(Int.random(in: 0...(pause == 9 ? 12_000 : 3_000), using: &random))) }
        last = .string("godfather \(number)")
        due.append(try server.send("search", ["query": last]))
        if number.isMultiple(of: 500) { try settle() }
        if number == Self.searches / 5, let figures {
          early = (try figures.residentMemory(), try figures.descriptors().count)
        }
      }

      // How many connections were open at a time the service cannot tell: it learns late of those that were closed.
      let log = try upstream.log()
      // Some were asked and some were not, or nothing of this was tested.
      #expect(pages > 0)
      #expect(log.requests.contains { $0.state == .gone })
      #expect(log.requests.count < Self.searches * 3)
      if let figures {
        let late = (memory: try figures.residentMemory(), descriptors: try figures.descriptors().count)
        // A connection that is kept or not is one more or less.
        #expect(abs(late.descriptors - early.descriptors) <= 6)
        #expect(late.memory < early.memory + 4 << 20)
      }
      #expect(try server.finish() == .exited(0))
      #expect(try server.remainingLines().allSatisfy { $0.json?["id"] == nil }, "an answer too many")
    }
  }
}
