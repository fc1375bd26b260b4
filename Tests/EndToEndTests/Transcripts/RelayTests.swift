import Foundation
import Testing

@Suite("record")
struct RelayTests {
  /// Runs a shell command as the server of `record`, and returns its output and the recording.
  private func record(
    _ command: String, _ input: String, arguments: [String] = []
  ) throws -> (output: Sandbox.Output, file: String) {
    var result: (Sandbox.Output, String)?
    try Sandbox.use { sandbox in
      let output = try sandbox.run(
        ["record", sandbox.folder + "/s.rpc", "--command", command] + arguments, input: input)
      // The length of a pause depends on the machine.
      let lines = try sandbox.text("s.rpc").split(separator: "\n").filter { !$0.hasPrefix("# +") }
      result = (output, lines.dropFirst(2).joined(separator: "\n"))
    }
    return try #require(result)
  }

  @Test(arguments: Framing.allCases)
  func `a recorded session equals the session without record, and verifies`(_ framing: Framing) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("record", sandbox.folder + "/s.rpc", framing: framing)
      _ = try server.ask("initialize", ["processId": .integer(getpid())])
      _ = try server.ask("search", ["query": "기생충"])
      _ = try server.ask("star", ["id": "builtin:tt6751668"])
      _ = try server.ask("completeLogin", ["requestToken": "a-token-of-mine"])
      #expect(try server.finish() == .exited(0))
      #expect(sandbox.exists("data/movie-server/favorites.db"))
      #expect(!(try sandbox.text("s.rpc")).contains("a-token-of-mine"))
      #expect(try sandbox.run(["verify", sandbox.folder + "/s.rpc"]).text == "1 passed, 0 failed\n")
    }
  }

  @Test func `any server's session is forwarded byte for byte and written as a transcript with its end`() throws {
    // Reads all of its input before it writes anything.
    let command = "all=$(cat); printf %s \"$all\"; echo no JSON; exit 3"
    let (output, file) = try record(command, "{ \"id\" : 1 }\nx\n\n{\"token\":\"12345678\"}")
    #expect(output.text == "{ \"id\" : 1 }\nx\n\n{\"token\":\"12345678\"}no JSON\n")
    #expect(output.status == .exited(3))
    #expect(
      file == """
        --> { "id" : 1 }
        --> x
        --> {"token":"…token"}
        <-- {"id":1}
        # <-- 1 bytes that are not JSON
        # <-- 27 bytes that are not JSON
        ! exit 3
        """)
  }

  @Test func `secrets of any server stay out of the file, in every spelling`() throws {
    let (_, file) = try record("cat", #"{"token" : "S3CRET-1"}"# + "\n" + #"{"a":{"to\u006ben":"S3CRET-2"}}"#)
    #expect(!file.contains("S3CRET"))
    #expect(file.contains(#"<-- {"a":{"token":"…token"#))
  }

  @Test func `header-framed messages of several lines become one line each`() throws {
    let message = "{\n\"id\":1\n}"
    let framed = "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
    let (output, file) = try record("cat", framed)
    #expect(output.text == framed)
    #expect(file == "--> {\"id\":1}\n<-- {\"id\":1}")
  }

  @Test func `record ends with the server, even if the client continues`() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.launch("record", sandbox.folder + "/s.rpc", "--command", "exit 4")
      #expect(try child.waitForExit() == .exited(4))
      #expect(try sandbox.text("s.rpc").hasSuffix("! exit 4\n"))
    }
  }

  @Test func `a client that closes its end, or a signal, ends the server and record`() throws {
    try Sandbox.use { sandbox in
      let closing = try sandbox.launch("record", sandbox.folder + "/a.rpc", readsOutput: false)
      closing.closeOutput()
      try closing.send("genres")
      #expect(try closing.waitForExit() == .exited(0))

      let interrupted = try sandbox.launch("record", sandbox.folder + "/b.rpc")
      _ = try interrupted.ask("genres")
      interrupted.signal(SIGTERM)
      #expect(try interrupted.waitForExit() == .exited(0))
      #expect(try sandbox.text("b.rpc").contains("<-- "))
    }
  }

  @Test(arguments: [([], "one file"), (["a", "b"], "one file"), (["/nonexistent/s.rpc"], "cannot be written")])
  func `a mistake ends with status 2 before anything starts`(_ arguments: [String], _ complaint: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["record", "--command", "echo started"] + arguments)
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      #expect(output.errors.contains(complaint), "\(output.errors)")
    }
  }
}
