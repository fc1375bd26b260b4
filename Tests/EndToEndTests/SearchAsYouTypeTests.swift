import JSON
import Testing

@Suite("search as you type")
struct SearchAsYouTypeTests {
  @Test func `of 50 debounced searches sent at once the last returns a page, and all others are superseded`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let ids = (0..<50).map { _ in server.nextID() }
      try server.write(
        ids.map { ServerProcess.request($0, "search", ["query": "parasite", "debounceMs": 3_000]) + "\n" }.joined())
      let replies = try ids.map { try server.reply(to: $0) }
      #expect(replies.dropLast().map(\.reason) == Array(repeating: "superseded", count: 49))
      #expect(try replies[49].result["items"]?.array?.first?["title"] == "Parasite")
      // No superseded search had started: only the last one sent loading.
      let spinners = replies.flatMap(\.notifications).compactMap { $0["params"] }
      #expect(spinners.map { $0["request"] } == [ids[49], ids[49]])
      #expect(spinners.map { $0["active"] } == [true, false])
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `without debounce every search has one response, and the last one makes the list`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let queries = (0..<100).map { $0 == 99 ? "okja" : "toy story" }
      let ids = queries.map { _ in server.nextID() }
      let lines = zip(ids, queries).map { id, query in
        ServerProcess.request(id, "search", ["query": .string(query), "limit": 1]) + "\n"
      }
      try server.write(lines.joined())
      for id in ids.dropLast() {
        let reply = try server.reply(to: id)
        #expect(reply.message["result"] != nil || reply.reason == "superseded")
      }
      #expect(try server.reply(to: ids[99]).result["query"] == "okja")
      #expect(try server.ask("nextPage").result["query"] == "okja")
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a request that is waiting at the end of the input is still answered`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let id = try server.send("search", ["query": "okja", "debounceMs": 300])
      server.closeInput()
      #expect(try server.reply(to: id).result["total"] == 1)
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `a request that takes longer than the drain time is cancelled, and answered as cancelled`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--drain-ms", "100")
      let id = try server.send("search", ["query": "okja", "debounceMs": 60000])
      server.closeInput()
      #expect(try server.reply(to: id).reason == "cancelled")
      #expect(try server.waitForExit() == .exited(0))
    }
  }

  @Test func `loading is sent if work takes longer than the delay`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      _ = try server.ask("initialize", ["loadingDelayMs": 50])
      let search = server.nextID()
      let page = server.nextID()
      // A page that waits for its search counts as slow work.
      let slow = ServerProcess.request(search, "search", ["query": "okja", "debounceMs": 3_000])
      try server.write(slow + "\n" + ServerProcess.request(page, "nextPage") + "\n")
      let spinners = try (server.reply(to: search).notifications + server.reply(to: page).notifications)
        .compactMap { $0["params"] }.filter { $0["request"] == page }
      #expect(spinners.map { $0["active"] } == [true, false])
      #expect(spinners.last?["outcome"] == "empty")
      #expect(try server.finish() == .exited(0))
    }
  }
}
