import Foundation
import Testing

/// Most of these verify `cat`, which echoes its input: the transcript alone then determines the differences.
@Suite("verify")
struct VerifyTests {
  /// Verifies a transcript; the file names in messages are shortened to `FILE:LINE`.
  private func verify(
    _ transcript: String, _ arguments: String..., command: String? = "cat", file: String = "x.rpc"
  ) throws -> Sandbox.Output {
    var output: Sandbox.Output?
    try Sandbox.use { sandbox in
      let path = try sandbox.write(transcript, to: file)
      output = try sandbox.run(["verify", path] + arguments + (command.map { ["--command", $0] } ?? []))
      output?.text.replace(sandbox.folder + "/", with: "")
      output?.errors.replace(sandbox.folder + "/", with: "")
    }
    return try #require(output)
  }

  struct Failing: CustomTestStringConvertible {
    var transcript: String
    var arguments: [String] = []
    var command = "cat"
    /// What the output must contain, in this order.
    var complaints: [String]

    var testDescription: String { transcript }
  }

  @Test(arguments: [
    Failing(
      transcript: #"--> {"r":{"i":[{},{"t":"a"}]}}"# + "\n" + #"<-- {"r":{"i":[{},{"t":"b"}]}}"#,
      complaints: ["x.rpc:2: ", "at r.i[1].t\n", #"expected: "b""#, #"received: "a""#, #"expected: {"r""#]),
    Failing(transcript: "--> 1\n# x\n<-- 2", complaints: ["x.rpc:3: ", "expected: 2", "received: 1"]),
    Failing(transcript: "--> 1\n--> 2\n<-- 1\n", complaints: ["x.rpc:3: ", "more", "received: 2"]),
    Failing(
      transcript: "--> 1\n<-- 1\n! close\n<-- 2", complaints: ["x.rpc:4: ", "closed its output", "expected: 2"]),
    Failing(
      transcript: "--> 1\n<-- 1\n<-- 2", arguments: ["--timeout-ms", "3000"],
      complaints: ["x.rpc:3: ", "within 3000 ms", "expected: 2"]),
    Failing(transcript: "--> x\n<-- 2", complaints: ["x.rpc:2: ", "not JSON", "expected: 2"]),
    Failing(
      transcript: "--> 1\n<-- 1", command: "cat; exit 3", complaints: ["x.rpc:2: ", "expected: 0", "received: 3"]),
    Failing(transcript: "! exit 4", command: "cat; exit 3", complaints: ["x.rpc:1: ", "expected: 4", "received: 3"]),
    Failing(transcript: "! exit 0", command: "kill -9 $$", complaints: ["x.rpc:1: ", "received: 137"]),
    Failing(
      transcript: "<-- 1", command: "/nonexistent",
      complaints: ["x.rpc:1: ", "closed its output and exited with status 127"]),
    Failing(
      transcript: "<-- 1", command: "kill -9 $$", complaints: ["closed its output and exited with status 137"]),
    Failing(
      transcript: "--> 1\n--> 2\n<-- 3\n<-- 1\n<-- 2", complaints: ["x.rpc:3: ", "received: 1", "this is line 4: "]),
    Failing(
      transcript: "--> 1\n--> 1\n<-- 1\n<-- 2", complaints: ["x.rpc:4: ", "received: 1", "this is line 3 again"]),
    Failing(
      transcript: "--> {\"a\":\"\u{E9}\"}\n<-- {\"a\":\"e\u{301}\"}",
      complaints: ["at a", #"expected: "e\u0301""#, #"received: "\u00e9""#]),
    Failing(
      transcript: "--> 1\n<-- 1", arguments: ["--timeout-ms", "3000"], command: "cat; exec >&-; sleep 60",
      complaints: ["x.rpc:2: ", "did not exit"]),
    Failing(
      transcript: "! exit 0", arguments: ["--timeout-ms", "100"], command: "sleep 60",
      complaints: ["x.rpc:1: ", "did not exit"]),
    Failing(
      transcript: "--> {\"a\":1,\"b\":2}\n<-- {\"b\":2,\"a\":1}", arguments: ["--exact"],
      complaints: ["x.rpc:2: ", "the members b, a", "the members a, b"]),
    Failing(
      transcript: "! unordered\n--> 1\n--> 2\n<-- 1\n<-- 3\n! end", complaints: ["x.rpc:5: ", "none of the group's"]),
    Failing(
      transcript: "--> {\"a\":1}\n<-- {\"a\":\"…x\"}\n--> {\"a\":2}\n<-- {\"a\":\"…x\"}",
      complaints: ["x.rpc:4: ", "at a\n", "1, the value of …x"]),
    Failing(
      transcript: "--> 1\n<-- 1", arguments: ["--framing", "headers"], command: "echo 1; cat >/dev/null",
      complaints: ["x.rpc:2: ", "framing is not that of the client"]),
  ])
  func `a difference is reported with its position in the file and in the message, and ends with status 1`(
    _ test: Failing
  ) throws {
    var output: Sandbox.Output?
    try Sandbox.use { sandbox in
      let path = try sandbox.write(test.transcript, to: "x.rpc")
      output = try sandbox.run(["verify", "--command", test.command] + test.arguments + [path])
    }
    let text = try #require(output?.text)
    var rest = text[...]
    for complaint in test.complaints {
      let range = rest.firstRange(of: complaint)
      #expect(range != nil, "\(complaint) in \(text)")
      if let range { rest = rest[range.upperBound...] }
    }
    #expect(text.hasSuffix("0 passed, 1 failed\n"))
    #expect(output?.status == .exited(1))
  }

  @Test(
    arguments: [
      "--> {\"a\":1,\"b\":2}\n<-- {\"b\":2,\"a\":1}",
      "--> [1,{\"x\":2}]\n<-- [\"…\",{\"x\":\"…y\"}]\n--> {\"z\":\"…y\"}\n<-- {\"z\":2}",
      "! unordered\n--> 1\n--> 2\n<-- 2\n<-- 1\n! end\n--> 3\n<-- 3",
      "! any at\n--> {\"at\":1}\n<-- {\"at\":2}",
      "--> 1\n! close\n<-- 1\n! exit 0\n! server 1\n--> 2\n<-- 2",
      "! server 2\n2--> {\"a\":1}\n--> 2\n2<-- {\"a\":\"…a\"}\n<-- 2\n2! close\n2! exit 0\n--> {\"a\":\"…a\"}\n<-- {\"a\":1}",
      "--> 1\n! wait 20 ms\n<-- 1",
      "\u{FEFF}--> 1\r\n<-- 1\r\n",
    ], Framing.allCases)
  func `a matching transcript passes in either framing`(_ transcript: String, _ framing: Framing) throws {
    let output = try verify(transcript, "--framing", "\(framing)")
    #expect(output.text == "1 passed, 0 failed\n")
    #expect(output.status == .exited(0))
  }

  @Test func `both sides can write much before they read without a deadlock`() throws {
    let message = #"{"x":""# + String(repeating: "x", count: 300_000) + #""}"#
    let lines = Array(repeating: "--> \(message)\n", count: 5) + Array(repeating: "<-- \(message)\n", count: 5)
    #expect(try verify(lines.joined()).text == "1 passed, 0 failed\n")
  }

  @Test func `every transcript runs and is counted`() throws {
    let text = "```rpc\n--> 1\n<-- 2\n```\n```rpc\n--> 1\n<-- 1\n```\n```rpc\n--> 1\n<-- 3\n```\n"
    let output = try verify(text, file: "x.md")
    #expect(output.text.contains("x.md:3: "))
    #expect(output.text.contains("x.md:11: "))
    #expect(output.text.hasSuffix("1 passed, 2 failed\n"))
    #expect(output.status == .exited(1))
  }

  @Test func `a line number selects one block of a document`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write("```rpc\n--> 1\n<-- 2\n```\n\n```rpc\n--> 1\n<-- 1\n```\n", to: "x.md")
      func verify(_ line: Int) throws -> Sandbox.Output {
        try sandbox.run(["verify", "\(path):\(line)", "--command", "cat"])
      }
      #expect(try verify(3).text.hasSuffix("0 passed, 1 failed\n"))
      #expect(try verify(7).text == "1 passed, 0 failed\n")
      #expect(try verify(5).status == .exited(2))
    }
  }

  @Test(arguments: [
    ("x.rpc", "--> 1\n<-- 1\n! sleep", "x.rpc:3: "), ("x.rpc", "# nothing", "x.rpc: the file contains no transcript"),
    ("x.md", "# nothing", "x.md: the file contains no transcript"), ("x.md", "```rpc\n--> 1\n<-- {\n```", "x.md:3: "),
  ])
  func `a file that is not a transcript ends with status 2 before anything runs, and names the line`(
    _ file: String, _ text: String, _ complaint: String
  ) throws {
    let output = try verify(text, file: file)
    #expect(output.errors.contains(complaint), "\(output.errors)")
    #expect(output.text.isEmpty)
    #expect(output.status == .exited(2))
  }

  @Test func `a file that cannot be read or is not text ends with status 2`() throws {
    try Sandbox.use { sandbox in
      let missing = try sandbox.run(["verify", "missing.rpc"])
      #expect(missing.status == .exited(2))
      #expect(missing.errors.contains("missing.rpc: "))
      let binary = try sandbox.run(["verify", try sandbox.write([0x23, 0x0A, 0xFF], to: "x.rpc")])
      #expect(binary.status == .exited(2))
      #expect(binary.errors.contains("x.rpc:2: this line is not UTF-8"))
    }
  }

  @Test(arguments: [
    (["verify"], "at least one file"), (["verify", "x", "--framing", "cards"], "lines, headers"),
    (["verify", "x", "--timeout-ms", "0"], "--timeout-ms"), (["verify", "x", "--exac"], "did you mean --exact"),
    (["replay"], "one file"), (["replay", "a", "b"], "one file"), (["replay", "a", "--speed", "2"], "--speed"),
    (["replya", "a"], "did you mean replay"),
  ])
  func `a mistake on the command line ends with status 2`(_ arguments: [String], _ complaint: String) throws {
    try Sandbox.use { sandbox in
      let output = try sandbox.run(arguments)
      #expect(output.status == .exited(2))
      #expect(output.errors.contains(complaint), "\(output.errors)")
    }
  }

  @Test func `the server gets an empty temporary home, and none of the user's settings`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write(
        """
        --> {"jsonrpc":"2.0","id":1,"method":"star","params":{"id":"builtin:tt6751668"}}
        <-- {"jsonrpc":"2.0","method":"favoritesChanged","params":"…"}
        <-- {"jsonrpc":"2.0","method":"libraryChanged","params":"…"}
        <-- {"jsonrpc":"2.0","id":1,"result":{"id":"…","isFavorite":true,"changed":true,"revision":1,"starredAt":"…"}}
        """, to: "x.rpc")
      try sandbox.write("no JSON", to: "config/movie-server/config.json")
      let temporary = try sandbox.write("", to: "tmp/file").dropLast("/file".count)
      for _ in 0..<2 {
        let output = try sandbox.run(
          ["verify", path],
          environment: ["TMPDIR": String(temporary), "MOVIE_SERVER_DATA_DIR": sandbox.folder + "/mine"])
        #expect(output.text == "1 passed, 0 failed\n")
        #expect(output.errors.isEmpty)
      }
      #expect(!sandbox.exists("mine"))
      #expect(!sandbox.exists("data"))
      #expect(try sandbox.names(in: "tmp") == ["file"])
    }
  }

  @Test func `processId becomes the ID of a running process`() throws {
    let output = try verify(
      """
      --> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":2147483647}}
      <-- {"jsonrpc":"2.0","id":1,"result":"…"}
      --> {"jsonrpc":"2.0","id":2,"method":"search","params":{"query":"okja"}}
      <-- {"jsonrpc":"2.0","method":"loading","params":"…"}
      <-- {"jsonrpc":"2.0","method":"loading","params":"…"}
      <-- {"jsonrpc":"2.0","id":2,"result":"…"}
      """, command: nil)
    #expect(output.text == "1 passed, 0 failed\n")
  }

  @Test func `a signal ends verify and the server, and removes the home`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write("<-- 1", to: "x.rpc")
      let folder = try sandbox.write("", to: "tmp/file").dropLast("/file".count)
      let verify = try sandbox.launch(
        "verify", path, "--command", "echo $$ >'\(sandbox.folder)/id'; sleep 300",
        environment: ["TMPDIR": String(folder)])
      #expect(try sandbox.wait { try sandbox.exists("id") && sandbox.text("id").hasSuffix("\n") })
      #expect(try sandbox.names(in: "tmp").count == 2)
      verify.signal(SIGINT)
      #expect(try verify.waitForExit() == .exited(130))
      let group = try #require(Int32(try sandbox.text("id").filter(\.isNumber)))
      #expect(sandbox.wait(until: { kill(-group, 0) != 0 }))
      #expect(try sandbox.names(in: "tmp") == ["file"])
    }
  }

  @Test func `a server that does not end is killed with all its children`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write("! exit 0", to: "x.rpc")
      let output = try sandbox.run(
        ["verify", path, "--timeout-ms", "3000", "--command", "echo $$ >\(sandbox.folder)/id; sleep 300 & sleep 300"])
      #expect(output.status == .exited(1))
      let group = try #require(Int32(try sandbox.text("id").filter(\.isNumber)))
      // A killed process may still be exiting.
      #expect(sandbox.wait(until: { kill(-group, 0) != 0 }))
    }
  }
}
