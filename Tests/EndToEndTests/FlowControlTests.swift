import Concurrency
import Foundation
import JSON
import Testing

/// Clients that write much and read late or never: memory stays bounded, and nothing is lost.
@Suite("flow control")
struct FlowControlTests {
  @Test func `a client that reads late loses no response, and gets at least the end of every loading`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-queue-bytes", "1048576", readsOutput: false)
      let count = 4_000
      let requests = Array(
        (1...count).map {
          ServerProcess.request(.integer($0), "search", ["query": "the", "limit": 2, "list": .string("\($0)")]) + "\n"
        }.joined().utf8)
      let taken = try requests.withUnsafeBytes { try server.child.writeUntilStalled($0) }
      #expect(taken < requests.count, "The server must stop reading while its output is not read.")
      server.startReading()
      try server.child.write(requests[taken...])
      #expect(try server.finish() == .exited(0))

      let messages = try server.allLines().compactMap(\.json)
      #expect(messages.compactMap { $0["id"]?.int }.sorted() == Array(1...count))
      let spinners = messages.filter { $0["method"] == "loading" }.compactMap { $0["params"] }
      #expect(Set(spinners.filter { $0["active"] == false }.compactMap { $0["request"]?.int }) == Set(1...count))
      // Coalesced to fit, but not dropped.
      #expect(spinners.count < 2 * count)
      #expect(!messages.contains { $0["method"] == "resync" })
    }
  }

  @Test func `a client that missed changes is informed once, and gets them all on request`() throws {
    try Sandbox.use { sandbox in
      // Room for all responses, which are never dropped: about 2 MiB wait with the changes.
      let server = try sandbox.launch("--max-queue-bytes", "4194304", readsOutput: false)
      // More notifications than are queued individually, and then more changes than one notification can hold.
      let ids = (1...4_000).map { "x:\($0)" }
      for id in ids { try server.send("star", ["movie": ["id": .string(id), "title": "A film"]]) }
      // The file shows that the last request was answered; reading starts only then.
      let other = try sandbox.launch()
      _ = try other.ask("initialize")
      #expect(try sandbox.wait { try other.ask("favorites", ["limit": 1]).result["total"]?.int == ids.count })
      server.startReading()

      let listing = try server.ask("favorites", ["since": 0])
      #expect(Set(try listing.result["added"]?.array?.compactMap { $0["id"]?.string } ?? []) == Set(ids))
      #expect(try server.finish() == .exited(0))
      let messages = try server.allLines().compactMap(\.json)
      #expect(messages.compactMap { $0["id"]?.int }.sorted() == Array(1...ids.count + 1))
      #expect(messages.compactMap { $0["result"]?["changed"] }.count == ids.count)
      let resyncs = messages.indices.filter { messages[$0]["method"] == "resync" }
      #expect(resyncs.count == 1)
      let topics = resyncs.map { messages[$0]["params"]?["topics"]?.array?.compactMap(\.string) ?? [] }
      #expect(topics.map(Set.init) == [["favorites", "library"]])
    }
  }

  @Test func `a million requests written before anything is read get one response each, in bounded memory`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-queue-bytes", "8388608", readsOutput: false)
      let count = Executable.isSanitized ? 50_000 : 1_000_000
      let requests = Requests(count: count)
      let taken = try requests.bytes.withUnsafeBytes { try server.child.writeUntilStalled($0) }
      if ProcessStatistics.isAvailable {
        #expect(try ProcessStatistics(of: server.processID).peakMemory() < 64 << 20)
      }
      // The rest is written while the responses are read, like a shell pipe does.
      Thread.detachNewThread {
        do {
          try server.child.write(requests.bytes[taken...])
        } catch {
          Issue.record(error)
        }
        server.closeInput()
      }

      var answered = AnsweredIDs(count: count)
      try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 8) { chunk in
        while case let bytes = try server.child.output.nextBytes(into: chunk), !bytes.isEmpty {
          answered.take(UnsafeRawBufferPointer(bytes))
        }
      }
      #expect(answered.total == count)
      #expect(answered.unknown == 0 && answered.repeated == 0)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `a waiting request does not delay others`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let slow = try server.send("search", ["query": "okja", "list": "slow", "debounceMs": 60_000])
      for _ in 0..<100 {
        #expect(try server.ask("search", ["query": "okja", "limit": 1]).result["total"] == 1)
        #expect(try server.ask("genres").message["error"] == nil)
      }
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      try server.cancel(slow)
      #expect(try server.reply(to: slow).reason == "cancelled")
      #expect(try server.finish() == .exited(0))
    }
  }
}

/// Requests so small that the test itself is not the bottleneck.
private struct Requests {
  var bytes: [UInt8] = []

  init(count: Int) {
    bytes.reserveCapacity(count * 48)
    for id in 0..<count { bytes.append(contentsOf: "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"x\"}\n".utf8) }
  }
}
