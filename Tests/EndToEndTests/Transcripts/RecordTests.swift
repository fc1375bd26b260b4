import Foundation
import JSON
import Testing
import Transcripts

@Suite("--record")
struct RecordTests {
  /// The messages of both sides in a recording, in order.
  private func messages(_ sandbox: Sandbox, _ path: String) throws -> [Transcript.Step] {
    let lines = try sandbox.text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return try Transcript.parse(lines, file: path).flatMap(\.messages)
  }

  private func verify(_ sandbox: Sandbox, _ path: String) throws {
    for framing in Framing.allCases {
      let output = try sandbox.run(["verify", "\(sandbox.folder)/\(path)", "--framing", "\(framing)"])
      #expect(output.text == "1 passed, 0 failed\n")
    }
  }

  @Test(arguments: Framing.allCases)
  func `a recorded session verifies`(_ framing: Framing) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", framing: framing)
      _ = try server.ask("initialize", ["processId": .integer(getpid()), "locale": "ko"])
      _ = try server.ask("search", ["query": "기생충"])
      _ = try server.ask("star", ["id": "builtin:tt6751668"])
      _ = try server.ask("favorites")
      _ = try server.ask("nonsense")
      _ = try server.ask("completeLogin", ["requestToken": "a-token-of-mine"])
      try server.send(line: #"[{"jsonrpc":"2.0","id":"b","method":"genres"},{"jsonrpc":"2.0","id":"c","method":"x"}]"#)
      try server.send(line: #"{"jsonrpc":"2.0","#)
      _ = try server.ask("unstar", ["id": "builtin:tt6751668"])
      #expect(try server.finish() == .exited(0))
      // The client read what was recorded, apart from the secret, which no response contains here.
      let sent = try messages(sandbox, "s.rpc").compactMap(\.expected)
      #expect(try server.allLines().map(\.json) == sent)
      try verify(sandbox, "s.rpc")
      #expect(try sandbox.permissions("s.rpc") == 0o600)
    }
  }

  @Test func `a recorded poster verifies wherever the caches are`() throws {
    try Sandbox.use { sandbox in
      let services = Repository.root.appendingPathComponent("Tests/RecordedServices/exchanges").path
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", "--http-replay", services)
      let poster = try server.ask("poster", ["id": "tmdb:496243"]).result
      #expect(poster["path"]?.string?.hasPrefix(sandbox.folder) == true)
      #expect(try server.finish() == .exited(0))
      let command = "'\(try Executable.path())' --http-replay '\(services)'"
      let output = try sandbox.run(["verify", sandbox.folder + "/s.rpc", "--command", command])
      #expect(output.text == "1 passed, 0 failed\n")
    }
  }

  @Test(arguments: Framing.allCases)
  func `the end of a session is recorded`(_ framing: Framing) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", framing: framing)
      _ = try server.ask("genres")
      try server.send(line: #"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(try server.finish() == .exited(1))
      #expect(try sandbox.text("s.rpc").hasSuffix("\n! exit 1\n"))
      try verify(sandbox, "s.rpc")
    }
  }

  @Test func `of many requests written at once none is lost, and the order is that of the wire`() throws {
    try Sandbox.use { sandbox in
      let requests = (0..<5_000).map { number in
        number % 50 == 0
          ? ServerProcess.request(.integer(number), "star", ["id": "builtin:tt6751668"])
          : ServerProcess.request(.integer(number), number % 2 == 0 ? "genres" : "nonsense", ["x": .integer(number)])
      }
      let output = try sandbox.run(
        ["--record", sandbox.folder + "/s.rpc"], input: requests.map { $0 + "\n" }.joined())
      let steps = try messages(sandbox, "s.rpc")
      #expect(steps.compactMap(\.sent) == requests)
      let answers = steps.compactMap(\.expected)
      #expect(try output.text.split(separator: "\n").map { try JSON.parse(String($0)) } == answers)
      #expect(answers.compactMap { $0["id"] }.count == requests.count)
      // A response is recorded after its request.
      var asked: Set<JSON> = []
      for step in steps {
        if let text = step.sent { asked.insert(try #require(try JSON.parse(text)["id"])) }
        if let id = step.expected?["id"] { #expect(asked.contains(id)) }
      }
    }
  }

  @Test func `messages read late are recorded in the order of delivery`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", readsOutput: false)
      for _ in 0..<300 { try server.send("search", ["query": "the", "limit": 50]) }
      server.startReading()
      #expect(try server.finish() == .exited(0))
      #expect(try server.allLines().map(\.json) == (try messages(sandbox, "s.rpc")).compactMap(\.expected))
    }
  }

  @Test func `a slow disk gets all messages, after the client has left`() throws {
    try Sandbox.use { sandbox in
      let pipe = sandbox.folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      // Opened for writing too, so that neither side waits for the other, and then for reading only, so that the end is
      // seen.
      let own = open(pipe, O_RDWR)
      let server = try sandbox.launch("--record", pipe)
      for _ in 0..<150 { _ = try server.ask("search", ["query": "the", "limit": 100]) }
      let reader = open(pipe, O_RDONLY)
      close(own)
      defer { close(reader) }
      server.closeInput()
      var recorded: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while case let count = read(reader, &chunk, chunk.count), count > 0 {
        recorded += chunk.prefix(count)
        usleep(20_000)
      }
      #expect(try server.waitForExit() == .exited(0))
      let count = try server.allLines().count
      #expect(recorded.count > 4 << 20)
      #expect(recorded.split(separator: 0x0A).count { $0.starts(with: "<-- ".utf8) } == count)
    }
  }

  @Test func `secrets are not in the file, wherever they appeared`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc")
      let secret = "S3CRET-\"\\-기생충"
      _ = try server.ask("completeLogin", ["requestToken": .string(secret), "password": "short"])
      _ = try server.ask("search", ["query": .string("x \(secret) y"), "session_id": [.string(secret), 1]])
      _ = try server.ask("S3CRET-method", ["apiKey": "S3CRET-5"])
      for text in [
        #"{"jsonrpc":"2.0","id":9,"params":{"token":"S3CRET-1""#, #"{"API_KEY": S3CRET-2"#,
        #"{"to\u006ben": "S3CRET-3"}"#, "\"S3CRET-\\\"\\\\-기생충\" x",
      ] { try server.send(line: text) }
      try server.write(Array(#"{"id":"S3CRET-4 "#.utf8) + [0xFF, 0x0A])
      _ = try server.ask("session")
      #expect(try server.finish() == .exited(0))
      let text = try sandbox.text("s.rpc")
      #expect(text.contains("…requestToken"))
      #expect(text.replacing("S3CRET-method", with: "").contains("S3CRET") == false, "\(text)")
      #expect(!text.contains("short"))
      // The transcript still verifies without them.
      try verify(sandbox, "s.rpc")
    }
  }

  @Test func `the server's own data is recorded unchanged`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc")
      let schemas = try server.ask("rpc.discover").result["components"]
      #expect(schemas?["schemas"]?["Login"]?["properties"]?["requestToken"]?["type"] == "string")
      #expect(try server.finish() == .exited(0))
      #expect(try messages(sandbox, "s.rpc").last?.expected?["result"]?["components"] == schemas)
      try verify(sandbox, "s.rpc")
    }
  }

  @Test func `after invalid input the file still verifies`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", "--max-line-bytes", "6000")
      try server.write([0xFF, 0xFE, 0x0A])
      try server.write(Array(repeating: UInt8(ascii: "x"), count: 7_000) + [0x0A])
      try server.write(
        ServerProcess.request("long", "search", ["query": .string(String(repeating: "x", count: 7_000))]) + "\n")
      try server.write("{\"a\u{0}\": 1}\n")
      try server.write("\t {} x\r\n")
      try server.write("\u{301}abc\n")
      try server.write("\u{200D}{\"a\":1}\n")
      _ = try server.ask("session")
      try server.write(ServerProcess.request(7, "genres"))
      server.closeInput()
      #expect(try server.waitForExit() == .exited(0))
      let text = try sandbox.text("s.rpc")
      #expect(text.contains("# --> refused: a message over the limit\n"))
      #expect(text.contains("# --> 2 bytes that are not JSON\n"))
      try verify(sandbox, "s.rpc")
    }
  }

  @Test func `headers without a length become a comment`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc", framing: .headers)
      _ = try server.ask("session")
      try server.write("Content-Length: x\r\n\r\n")
      _ = try server.ask("session")
      #expect(try server.finish() == .exited(0))
      #expect(try sandbox.text("s.rpc").contains("# --> refused: The Content-Length is not a number"))
      try verify(sandbox, "s.rpc")
    }
  }

  @Test func `messages are soon in the file, even if the server is killed`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--record", sandbox.folder + "/s.rpc")
      _ = try server.ask("session")
      #expect(try sandbox.wait { try messages(sandbox, "s.rpc").count == 2 })
      server.signal(SIGKILL)
      #expect(try server.waitForExit() == .killed(signal: SIGKILL))
      #expect(try messages(sandbox, "s.rpc").count == 2)
    }
  }

  @Test func `a file that cannot be written ends with status 2 before anything is served`() throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["--record", sandbox.folder + "/missing/s.rpc"])
      #expect(output.status == .exited(2))
      #expect(output.errors.contains("/missing/s.rpc cannot be written"))
      #expect(output.text.isEmpty)
    }
  }

  #if os(Linux)
    @Test func `a full disk is reported once, and has no other effect`() throws {
      try Sandbox.use { sandbox in
        let requests = (0..<20).map { ServerProcess.request(.integer($0), "genres") + "\n" }
        let output = try sandbox.run(["--record", "/dev/full"], input: requests.joined())
        #expect(output.text.split(separator: "\n").count { $0.contains(#""result":{"genres":["#) } == 20)
        #expect(output.status == .exited(0))
        #expect(output.errors.wholeMatch(of: /\S+Z movie-server: cannot record the session: .*\n/) != nil)
      }
    }
  #endif

  @Test func `a recording that reaches the file size limit ends with a whole line`() throws {
    try Sandbox.use { sandbox in
      // In blocks of 512 bytes; the server's other files need much less.
      let server = try sandbox.launch(through: "ulimit -f 400; exec $0 --record s.rpc --log-file log")
      _ = try server.ask("genres")
      // Messages written together are written completely or not at all: some must be in the file before the limit is
      // reached.
      #expect(try sandbox.wait(until: { try sandbox.text("s.rpc").contains("<-- ") }))
      for _ in 0..<40 { _ = try server.ask("search", ["query": "the", "limit": 50]) }
      #expect(try server.finish() == .exited(0))
      #expect(try sandbox.text("log").split(separator: "\n").count == 1)
      let text = try sandbox.text("s.rpc")
      #expect(text.hasSuffix("\n"))
      #expect(text.utf8.count <= 400 * 1_024)
      #expect(try messages(sandbox, "s.rpc").count >= 2)
    }
  }

  @Test func `two processes never write the same file; with %p in the name each has its own`() throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch("--record", sandbox.folder + "/s.rpc")
      _ = try first.ask("session")
      let second = try sandbox.run(["--record", sandbox.folder + "/s.rpc"])
      #expect(second.status == .exited(2))
      #expect(second.errors.contains("%p"))
      #expect(try first.finish() == .exited(0))
      #expect(try messages(sandbox, "s.rpc").count == 2)

      let servers = try (0..<2).map { _ in
        try sandbox.launch(environment: ["MOVIE_SERVER_RECORD": sandbox.folder + "/r-%p\u{301}-%.rpc"])
      }
      for server in servers {
        _ = try server.ask("session")
        #expect(try server.finish() == .exited(0))
        #expect(try messages(sandbox, "r-\(server.processID)\u{301}-%.rpc").count == 2)
      }
    }
  }

  @Test func `the file of an earlier session is overwritten`() throws {
    try Sandbox.use { sandbox in
      for _ in 0..<2 { _ = try sandbox.run(["--record", sandbox.folder + "/s.rpc"], input: "{}\n") }
      #expect(try messages(sandbox, "s.rpc").count == 2)
      try sandbox.write(#"{"record": "\#(sandbox.folder)/c.rpc"}"#, to: "config/movie-server/config.json")
      _ = try sandbox.run(input: "{}\n")
      #expect(try messages(sandbox, "c.rpc").count == 2)
    }
  }
}
