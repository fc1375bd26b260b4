import Foundation
import JSON
import Testing

@Suite("shutdown and exit status")
struct ShutdownTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `after a signal accepted requests are finished and answered`(_ signal: Int32) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let search = try server.send("search", ["query": "okja", "debounceMs": 400])
      let star = try server.ask("star", ["id": "builtin:tt6751668"]).result
      #expect(star["changed"] == true)
      // The input stays open, so only the signal can end the process.
      server.signal(signal)
      #expect(try server.reply(to: search).result["total"] == 1)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends an idle server`(_ signal: Int32) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      _ = try server.ask("genres")
      server.signal(signal)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `a second signal ends the process at once`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "600000")
      // Its loading notification shows that the search is accepted when the signal arrives.
      try server.send("search", ["query": "okja", "debounceMs": 60000])
      let page = try server.send("nextPage")
      let spinners = try server.notifications { $0["params"]?["request"] == page }
      #expect(spinners.count == 1)
      server.signal(SIGTERM)
      // Two pending signals of the same number count as one; the rejection shows that the first was handled.
      let isTaken = try (0..<10_000).contains { _ in try server.ask("genres").reason == "shuttingDown" }
      #expect(isTaken)
      server.signal(SIGTERM)
      #expect(try server.waitForExit() == .exited(128 + SIGTERM))
    }
  }

  @Test(arguments: [true, false])
  func `exit ends with status 0 after shutdown, otherwise with 1`(afterShutdown: Bool) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      if afterShutdown {
        #expect(try server.ask("shutdown").result == [:])
        #expect(try server.ask("genres").reason == "shuttingDown")
      }
      try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(try server.waitForExit() == .exited(afterShutdown ? 0 : 1))
    }
  }

  @Test(arguments: [0, 50])
  func `a client that closes its end of the output ends the server quietly`(unread: Int) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(readsOutput: false)
      // So much that the pipe is full and the server is blocked in a write.
      for _ in 0..<unread { try server.send("search", ["query": "the", "limit": 100]) }
      server.closeOutput()
      // The server notices at the next write; it may exit before this is written.
      try? server.send(line: ServerProcess.request("last", "genres"))
      #expect(try server.waitForExit() == .exited(0))
      #expect(try server.errorText().isEmpty)
    }
  }

  @Test func `the server exits with the process named in initialize`() throws {
    try Sandbox.use { sandbox in
      let parent = try PipedProcess("/bin/sleep", ["600"], environment: [:])
      defer { parent.destroy() }
      let server = try sandbox.launch()
      _ = try server.ask("initialize", ["processId": .integer(parent.id)]).result
      _ = try server.ask("genres").result
      parent.signal(SIGKILL)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `if that process has already exited, the server exits after its response`() throws {
    try Sandbox.use { sandbox in
      let parent = try PipedProcess("/bin/sleep", ["0"], environment: [:])
      defer { parent.destroy() }
      _ = try parent.waitForExit()
      let server = try sandbox.launch()
      _ = try server.ask("initialize", ["processId": .integer(parent.id)]).result
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `a message over the limit is rejected and dropped, and the session continues`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-line-bytes", "4096")
      let line = ServerProcess.request(1, "search", ["query": .string(String(repeating: "x", count: 1 << 20))])
      try server.send(line: line)
      let refusal = try server.reply(to: 1)
      #expect(refusal.reason == "messageTooLarge")
      #expect(refusal.message["error"]?["code"] == -32600)
      #expect(try server.ask("genres").message["result"] != nil)
      #expect(try server.finish() == .exited(0))
    }
  }
}
