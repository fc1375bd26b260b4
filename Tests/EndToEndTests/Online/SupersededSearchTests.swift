import Foundation
import JSON
import TestSupport
import Testing

/// How a newer search of a list affects the previous one, when both use the network.
@Suite("superseded searches of an online catalog")
struct SupersededSearchTests {
  private static let searches = Executable.isSanitized ? 1_000 : 10_000

  @Test func `however many lists search at once, at most six connections are open`() throws {
    let upstream = try Upstream(.omdb)
    try upstream.setFault("delay", ["ms": 200])
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-cache-bytes", "0")
      let ids = try (1...30).map { number in
        try server.send("search", ["query": .string("lord \(number)"), "list": .string("list \(number)")])
      }
      for id in ids { #expect(try server.reply(to: id).message["error"] == nil) }
      let log = try upstream.log()
      #expect(log.requests.count == 30)
      #expect((2...6).contains(log.connections.peak))
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `10,000 searches superseded at random moments get one response each and leave nothing behind`() throws {
    let upstream = try Upstream(.omdb)
    try upstream.setFault("delay", ["ms": 6])
    try Sandbox.use { sandbox in
      // Without a cache: every search is sent. The runtime keeps a canceled timer until its time has come, so with a
      // short time limit as many are there at the first measurement as at the last.
      let server = try sandbox.launch(upstream, "--http-cache-bytes", "0", "--http-timeout-ms", "2000")
      let figures = ProcessStatistics.isAvailable ? ProcessStatistics(of: server.processID) : nil
      var random = SeededGenerator(seed: 10_000)
      var (early, pages) = ((memory: 0, descriptors: 0), 0)
      var last: JSON = .null
      var due: [JSON] = []

      /// Reads the responses to all requests.
      func settle() throws {
        for id in due {
          let reply = try server.reply(to: id)
          if reply.message["result"] != nil {
            pages += 1
          } else if reply.reason == "upstreamTimeout" {
            // On a busy machine. So that there is a list if it was the last one:
            if id == due.last { _ = try server.askPatiently("search", ["query": last]).result }
          } else {
            #expect(reply.reason == "superseded")
          }
        }
        #expect(try server.remainingResponses() == [], "an additional response")
        // The last search of a list is not superseded.
        #expect(try server.askPatiently("nextPage").result["query"] == last)
        due = []
      }

      for number in 1...Self.searches {
        // Before the request is sent, during the transfer, while the service works, and after the response.
        let pause = Int.random(in: 0...9, using: &random)
        if pause > 6 { usleep(UInt32(Int.random(in: 0...(pause == 9 ? 12_000 : 3_000), using: &random))) }
        last = .string("godfather \(number)")
        due.append(try server.send("search", ["query": last]))
        if number.isMultiple(of: 500) { try settle() }
        if number == Self.searches / 5, let figures {
          early = (try figures.residentMemory(), try figures.descriptors().count)
        }
      }

      // The service cannot tell how many connections were open at a time: it notices closed ones late.
      let log = try upstream.log()
      // Some searches were sent and some were not, otherwise the test proves nothing.
      #expect(pages > 0)
      #expect(log.requests.contains { $0.state == .gone })
      #expect(log.requests.count < Self.searches * 3)
      if let figures {
        let late = (memory: try figures.residentMemory(), descriptors: try figures.descriptors().count)
        // The pool may keep one connection more or less.
        #expect(abs(late.descriptors - early.descriptors) <= 6)
        #expect(late.memory < early.memory + 4 << 20)
      }
      #expect(try server.finish() == .exited(0))
      #expect(try server.remainingLines().allSatisfy { $0.json?["id"] == nil }, "an additional response")
    }
  }
}
