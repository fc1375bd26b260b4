import Foundation
import JSON
import Testing

/// The limits on the length of a message and on the number of requests in flight.
@Suite("limits")
struct LimitTests {
  @Test(arguments: [0, 1])
  func `a line of exactly the limit is accepted, whatever ends it; a longer one is dropped`(_ excess: Int) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-line-bytes", "2000")
      for (id, end) in ["\n", "\r\n"].enumerated() {
        let bare = ServerProcess.request(.integer(id), "search", ["query": ""])
        let query = String(repeating: "x", count: 2_000 + excess - bare.utf8.count)
        try server.write(ServerProcess.request(.integer(id), "search", ["query": .string(query)]) + end)
        if excess == 0 {
          #expect(try server.reply(to: .integer(id)).result["total"] == 0)
        } else {
          let refusal = try server.reply(to: .integer(id))
          #expect(refusal.reason == "messageTooLarge")
          #expect(refusal.message["error"]?["data"]?["limit"] == 2_000)
        }
      }
      #expect(try server.ask("genres").message["result"] != nil)
      #expect(try server.finish() == .exited(0))
      #expect(try server.allLines().filter { $0.json?["method"] == nil }.count == 3)
    }
  }

  @Test(arguments: [false, true])
  func `a hundred megabytes without a line end are dropped as they arrive`(hasEnd: Bool) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<100 { try server.child.write(megabyte) }
      #expect(try server.reply(to: .null).reason == "messageTooLarge")
      if hasEnd {
        try server.write("\n")
        #expect(try server.ask("genres").message["result"] != nil)
      }
      if ProcessStatistics.isAvailable {
        #expect(try ProcessStatistics(of: server.processID).peakMemory() < 48 << 20)
      }
      #expect(try server.finish() == .exited(0))
      #expect(try server.allLines().count == (hasEnd ? 2 : 1))
    }
  }

  @Test func `messages with hundreds of thousands of combining marks are answered, wherever these stand`() throws {
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 225_000)
    let marks = JSON.string(text)
    let requests: [(method: String, params: JSON)] = [
      ("search", ["query": marks]), ("search", ["query": "x", "list": marks]),
      ("search", ["query": "x", "catalog": marks]),
      ("search", ["query": "x", "language": marks]), ("nextPage", ["list": marks]), ("home", ["sections": [marks]]),
      ("discover", ["genres": [marks]]), ("detail", ["id": marks]), ("detail", ["id": .string("builtin:" + text)]),
      ("favorites", ["sort": marks]), ("favorites", ["query": marks]), ("favorites", .object([.init(text, 1)])),
      ("star", ["movie": ["id": .string("x:" + text), "title": marks, "posterUrl": marks, "releaseDate": marks]]),
      ("star", ["movie": ["id": "x:1", "title": marks, "cast": [marks], "imdbId": marks]]),
      ("poster", ["url": marks]), (text, [:]),
    ]
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for (id, request) in requests.enumerated() {
        try server.send(line: ServerProcess.request(.integer(id), request.method, request.params))
      }
      try server.send(line: ServerProcess.request(marks, "genres"))
      for id in requests.indices { _ = try server.reply(to: .integer(id)) }
      #expect(try server.ask("genres").message["result"] != nil)
      #expect(try server.finish() == .exited(0))
      #expect(try server.allLines().count { $0.text.hasPrefix(#"{"jsonrpc":"2.0","id":"a\u0301\u0316\u0301"#) } == 1)
    }
  }

  @Test func `a framed message over the limit is skipped by its length, and the next one is answered`() throws {
    try Sandbox.use { sandbox in
      func frame(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
      let long = ServerProcess.request(1, "search", ["query": .string(String(repeating: "x", count: 5_000_000))])
      let output = try sandbox.run(input: frame(long) + frame(ServerProcess.request(2, "genres")))
      #expect(output.status == .exited(0))
      #expect(output.text.contains(#"{"jsonrpc":"2.0","id":1,"error":"#))
      #expect(output.text.contains(#""reason":"messageTooLarge""#))
      #expect(output.text.contains(#"{"jsonrpc":"2.0","id":2,"result":"#))
    }
  }

  private static let inFlight = 1_024

  @Test func `at the limit of requests in flight, a cancellation makes room for the next request`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "0")
      let waiting = try (0..<Self.inFlight).map { try send($0, to: server) }
      try server.cancel(waiting[500])
      #expect(try server.reply(to: waiting[500]).reason == "cancelled")
      #expect(try server.ask("genres").message["result"] != nil)
      #expect(try server.finish() == .exited(0))
      for id in waiting where id != waiting[500] {
        #expect(try server.reply(to: id).reason == "cancelled")
      }
    }
  }

  @Test(arguments: [nil, SIGTERM])
  func `unread requests end within the drain time after end of input or a signal`(_ signal: Int32?) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "200")
      let requests = Array(
        (1...5_000).map {
          ServerProcess.request(.integer($0), "search", Self.waiting($0)) + "\n"
        }.joined().utf8)
      let taken = try requests.withUnsafeBytes { try server.child.writeUntilStalled($0) }
      #expect(taken < requests.count)
      if let signal { server.signal(signal) } else { server.closeInput() }
      #expect(try server.waitForExit() == .exited(0))

      let answers = try server.allLines().compactMap(\.json)
      let answered = answers.compactMap { $0["id"]?.int }
      if signal == nil {
        // All complete lines, and an incomplete one that counts as invalid.
        let lines = requests[..<taken].split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(answered.sorted() == Array(1..<lines.count))
        #expect(answers.filter { $0["id"] == .null }.count == (lines.last?.isEmpty == true ? 0 : 1))
      } else {
        // The accepted requests; those not yet read may be rejected or not.
        #expect(Set(answered).count == answered.count)
        #expect(Set(answered).isSuperset(of: 1...Self.inFlight))
      }
      let reasons = Set(answers.compactMap { $0["error"]?["data"]?["reason"]?.string })
      #expect(reasons.subtracting(["cancelled", "shuttingDown", "parseError"]).isEmpty)
    }
  }

  /// A search that only a cancellation ends during this test.
  private static func waiting(_ number: Int) -> JSON {
    ["query": "the", "list": .string("\(number)"), "debounceMs": 60_000]
  }

  private func send(_ number: Int, to server: ServerProcess) throws -> JSON {
    try server.send("search", Self.waiting(number))
  }
}
