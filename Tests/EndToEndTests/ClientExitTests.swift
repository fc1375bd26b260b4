import Foundation
import JSON
import Testing

/// How the server exits when its client leaves, in each way that a client can leave.
@Suite("when the client leaves")
struct ClientExitTests {
  @Test(arguments: [true, false])
  func `accepted requests finish within the drain time; after it they are cancelled`(isEnough: Bool) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", isEnough ? "60000" : "50")
      let searches = try (0..<20).map { number in
        try server.send(
          "search", ["query": "okja", "list": .string("\(number)"), "debounceMs": isEnough ? 300 : 60_000])
      }
      let stars = try (0..<20).map { try server.send("star", ["movie": ["id": .string("x:\($0)"), "title": "A"]]) }
      #expect(try server.finish() == .exited(0))
      for id in searches {
        let reply = try server.reply(to: id)
        if isEnough { #expect(try reply.result["total"] == 1) } else { #expect(reply.reason == "cancelled") }
      }
      for id in stars where isEnough { #expect(try server.reply(to: id).result["changed"] == true) }
      #expect(try server.remainingLines().filter { $0.json?["id"] != nil }.count == (isEnough ? 0 : stars.count))
    }
  }

  @Test func `exit without shutdown answers the requests in flight as cancelled`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "60000")
      let search = try server.send("search", ["query": "okja", "debounceMs": 60_000])
      try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(try server.reply(to: search).reason == "cancelled")
      #expect(try server.waitForExit() == .exited(1))
    }
  }

  @Test func `shutdown is answered after all earlier requests, and exit then ends with status 0`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let search = try server.send("search", ["query": "okja", "debounceMs": 300])
      let shutdown = try server.send("shutdown")
      #expect(try server.ask("genres").reason == "shuttingDown")
      #expect(try server.reply(to: shutdown).result == [:])
      #expect(try server.remainingResponses() == [search])
      try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test(arguments: [true, false])
  func `a client can close the input and read late; one that never reads is not waited for`(isReadLater: Bool) throws {
    try Sandbox.use { sandbox in
      // More than a pipe holds, but less than what stops the reader.
      let server = try sandbox.launch("--drain-ms", isReadLater ? "60000" : "200", readsOutput: false)
      for number in 1...200 { try server.send("search", ["query": "the", "limit": 20, "list": .string("\(number)")]) }
      server.closeInput()
      if isReadLater {
        server.startReading()
        let answers = try server.allLines().compactMap(\.json).filter { $0["result"]?["query"] == "the" }
        #expect(answers.compactMap { $0["id"]?.int }.sorted() == Array(1...200))
      }
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `a client that closes the output while the server is blocked in a write ends it silently`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-queue-bytes", "65536", readsOutput: false)
      let requests = Array(
        String(repeating: ServerProcess.request("x", "search", ["query": "the", "limit": 100]) + "\n", count: 5_000)
          .utf8)
      // The pipe is full: both the reader and the writer wait for the client.
      let taken = try requests.withUnsafeBytes { try server.child.writeUntilStalled($0) }
      #expect(taken < requests.count)
      server.closeOutput()
      #expect(try server.waitForExit() == .exited(0))
      #expect(try server.errorText().isEmpty)
    }
  }

  @Test(arguments: ["Content-Length: 4000\r\n\r\n{\"jsonrpc\"", "Content-Length: 40", "Content-Length: 40\r\n\r\n"])
  func `input that ends inside a framed message or its header is answered with an error`(_ rest: String) throws {
    try Sandbox.use { sandbox in
      let request = ServerProcess.request(1, "genres")
      let output = try sandbox.run(input: "Content-Length: \(request.utf8.count)\r\n\r\n\(request)\(rest)")
      #expect(output.status == .exited(0))
      #expect(output.errors.isEmpty)
      let bodies = output.text.split(separator: "{\"jsonrpc\"").dropFirst()
      #expect(bodies.count == 2)
      #expect(bodies.first?.hasPrefix(":\"2.0\",\"id\":1,\"result\"") == true)
      #expect(bodies.last?.contains("\"id\":null,\"error\":{\"code\":-32600") == true)
    }
  }

  // MARK: Clients that are killed

  /// A client of three lines that owns the server's input. Both own the output, which ends with the last of them.
  private static let client = """
    mkfifo input
    "$0" --drain-ms 200 <input &
    exec 3>input; echo '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja","debounceMs":60000}}' >&3
    echo '{"jsonrpc":"2.0","id":2,"method":"genres"}' >&3; wait
    """

  @Test func `a client that is killed leaves no server behind`() throws {
    try Sandbox.use { sandbox in
      let client = try sandbox.shell(Self.client)
      defer { client.destroy() }
      _ = try client.output.wait(for: "The answer") { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
      client.signal(SIGKILL)
      #expect(try client.waitForExit() == .killed(signal: SIGKILL))
      _ = try client.output.readToEnd()
    }
  }

  @Test func `a server that knows its client's process exits with it, even if the input stays open`() throws {
    try Sandbox.use { sandbox in
      // The shell and the server share the test's pipe as their input.
      let client = try sandbox.shell("exec 3<&0; \"$0\" <&3 & wait")
      defer { client.destroy() }
      let request = ServerProcess.request(1, "initialize", ["processId": .integer(client.id)])
      try client.write(Array((request + "\n").utf8))
      _ = try client.output.wait(for: "The answer") { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
      client.signal(SIGKILL)
      #expect(try client.waitForExit() == .killed(signal: SIGKILL))
      _ = try client.output.readToEnd()
    }
  }
}
