import Foundation
import Testing

@Suite("record")
struct RelayTests {
  /// What a server of a shell's command says to some input through `record`, and what is written.
  private func record(
    _ command: String, _ input: String, arguments: [String] = []
  ) throws -> (output: Sandbox.Output, file: String) {
    var result: (Sandbox.Output, String)?
    try Sandbox.use { sandbox in
      let output = try sandbox.run(
        ["record", sandbox.folder + "/s.rpc", "--command", command] + arguments, input: input)
      // A pause is whatever the machine makes of it.
      let lines = try sandbox.text("s.rpc").split(separator: "\n").filter { !$0.hasPrefix("# +") }
      result = (output, lines.dropFirst(2).joined(separator: "\n"))
    }
    return try #require(result)
  }

  @Test("A session with this program is that with this program, and holds", arguments: Framing.allCases)
  func own(_ framing: Framing) throws {
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

  @Test("Any server's session is handed on to the byte, and written as a transcript with its end")
  func any() throws {
    // It has all of its input before it says anything.
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
        # <-- 1 bytes that are no JSON
        # <-- 27 bytes that are no JSON
        ! exit 3
        """)
  }

  @Test("Secrets of any server stay out of the file, however they are written")
  func secrets() throws {
    let (_, file) = try record("cat", #"{"token" : "S3CRET-1"}"# + "\n" + #"{"a":{"to\u006ben":"S3CRET-2"}}"#)
    #expect(!file.contains("S3CRET"))
    #expect(file.contains(#"<-- {"a":{"token":"…token"#))
  }

  @Test("Messages of several lines, as headers frame them, are one line each")
  func headers() throws {
    let message = "{\n\"id\":1\n}"
    let framed = "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
    let (output, file) = try record("cat", framed)
    #expect(output.text == framed)
    #expect(file == "--> {\"id\":1}\n<-- {\"id\":1}")
  }

  @Test("It ends with the server, though the client goes on")
  func serverEnds() throws {
    try Sandbox.use { sandbox in
      let child = try sandbox.launch("record", sandbox.folder + "/s.rpc", "--command", "exit 4")
      #expect(try child.waitForExit() == .exited(4))
      #expect(try sandbox.text("s.rpc").hasSuffix("! exit 4\n"))
    }
  }

  @Test("A client that closes its end, and a signal, end the server and it")
  func clientEnds() throws {
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

  @Test(
    "A mistake ends with 2 before anything is started",
    arguments: [([], "one file"), (["a", "b"], "one file"), (["/nonexistent/s.rpc"], "cannot be written")])
  func mistakes(_ arguments: [String], _ complaint: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(["record", "--command", "echo started"] + arguments)
      #expect(output.status == .exited(2))
      #expect(output.text.isEmpty)
      #expect(output.errors.contains(complaint), "\(output.errors)")
    }
  }
}
