import Foundation
import JSON
import Testing

@Suite("What ends the server, and with which status")
struct EndingTests {
  @Test("A signal lets accepted work be finished and answered", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signalDrains(_ signal: Int32) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let search = try server.send("search", ["query": "okja", "debounceMs": 400])
      let star = try server.ask("star", ["id": "builtin:tt6751668"]).result
      #expect(star["changed"] == true)
      // The input stays open: it is the signal that ends the process.
      server.signal(signal)
      #expect(try server.reply(to: search).result["total"] == 1)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test("A signal ends an idle server", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signalWhileIdle(_ signal: Int32) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      _ = try server.ask("genres")
      server.signal(signal)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test("A second signal ends the process at once")
  func secondSignal() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "600000")
      // Its loading has begun, so that it is accepted when the signal comes.
      try server.send("search", ["query": "okja", "debounceMs": 60000])
      let page = try server.send("nextPage")
      let spinners = try server.notifications { $0["params"]?["request"] == page }
      #expect(spinners.count == 1)
      server.signal(SIGTERM)
      // Two that are pending at the same time are one signal; the refusal shows that the first was taken.
      let isTaken = try (0..<10_000).contains { _ in try server.ask("genres").reason == "shuttingDown" }
      #expect(isTaken)
      server.signal(SIGTERM)
      #expect(try server.waitForExit() == .exited(128 + SIGTERM))
    }
  }

  @Test("exit ends with 0 after shutdown, else with 1", arguments: [true, false])
  func exit(afterShutdown: Bool) throws {
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

  @Test("A client that closes its end of the output ends the server quietly", arguments: [0, 50])
  func outputClosed(unread: Int) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(readsOutput: false)
      // So much that the pipe is full and the server is in the middle of a write.
      for _ in 0..<unread { try server.send("search", ["query": "the", "limit": 100]) }
      server.closeOutput()
      // The end shows at the next write; the server may be gone before this is written.
      try? server.send(line: ServerProcess.request("last", "genres"))
      #expect(try server.waitForExit() == .exited(0))
      #expect(try server.errorText().isEmpty)
    }
  }

  @Test("The server ends with the process that it was told of")
  func processGone() throws {
    try Sandbox.use { sandbox in
      let parent = try ChildProcess("/bin/sleep", ["600"], environment: [:])
      defer { parent.destroy() }
      let server = try sandbox.launch()
      _ = try server.ask("initialize", ["processId": .integer(parent.id)]).result
      _ = try server.ask("genres").result
      parent.signal(SIGKILL)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test("A process that is gone already ends the server after its answer")
  func processGoneBefore() throws {
    try Sandbox.use { sandbox in
      let parent = try ChildProcess("/bin/sleep", ["0"], environment: [:])
      defer { parent.destroy() }
      _ = try parent.waitForExit()
      let server = try sandbox.launch()
      _ = try server.ask("initialize", ["processId": .integer(parent.id)]).result
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test("A message beyond the limit is refused and dropped, and the session goes on")
  func messageTooLarge() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--max-line-bytes", "4096")
      let line = ServerProcess.request(1, "search", ["query": .string(String(repeating: "x", count: 1 << 20))])
      try server.send(line: line)
      let refusal = try server.reply(to: .null)
      #expect(refusal.reason == "messageTooLarge")
      #expect(refusal.message["error"]?["code"] == -32600)
      #expect(try server.ask("genres").message["result"] != nil)
      #expect(try server.finish() == .exited(0))
    }
  }
}
