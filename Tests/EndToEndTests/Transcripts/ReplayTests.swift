import Foundation
import JSON
import Testing
import Transcripts

private let conversation = """
  # A conversation.
  --> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"locale":"ko","processId":1,"clientInfo":{"name":"a"}}}
  <-- {"jsonrpc":"2.0","id":1,"result":{}}

  --> {"jsonrpc":"2.0","id":2,"method":"search","params":{"query":"x","limit":3}}
  <-- {"jsonrpc":"2.0","method":"loading","params":{"request":2,"active":true}}
  --> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}
  <-- {"jsonrpc":"2.0","id":2,"error":{"code":-32800}}
  --> {"jsonrpc":"2.0","id":3,"method":"genres"}
  <-- {"jsonrpc":"2.0","id":3,"result":{"genres":[]}}
  """

private let clientMessages = [
  #"{"jsonrpc":"2.0","method":"initialize","id":"a","params":{"clientInfo":{"name":"b"},"processId":77,"locale":"ko"}}"#,
  #"{"jsonrpc":"2.0","method":"search","id":"b","params":{"limit":3,"query":"x"}}"#,
  #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"b"}}"#,
  #"{"jsonrpc":"2.0","method":"genres","id":"c","params":[]}"#,
]

private struct Deviation: CustomTestStringConvertible {
  var testDescription: String
  var line: Int
  var complaints: [String]
  var client: [String]

  init(_ name: String, line: Int, _ complaints: String..., client: ([String]) -> [String]) {
    (testDescription, self.line, self.complaints) = (name, line, complaints)
    self.client = client(clientMessages)
  }
}

private func replacing(_ index: Int, _ text: String, with other: String) -> ([String]) -> [String] {
  { lines in
    var lines = lines
    lines[index].replace(text, with: other)
    return lines
  }
}

@Suite("replay")
struct ReplayTests {
  private func replay(
    _ transcript: String, _ lines: [String], _ arguments: String..., file: String = "x.rpc", framing: Framing = .lines
  ) throws -> Sandbox.Output {
    var output: Sandbox.Output?
    try Sandbox.use { sandbox in
      let input = lines.flatMap { framing.frame($0) }
      output = try sandbox.run(
        ["replay", try sandbox.write(transcript, to: file)] + arguments, input: String(decoding: input, as: UTF8.self))
    }
    return try #require(output)
  }

  @Test(arguments: Framing.allCases)
  func `a client that follows the transcript gets the server's part, with its own IDs, in its own framing`(
    _ framing: Framing
  ) throws {
    let output = try replay(conversation, clientMessages, framing: framing)
    #expect(output.errors.isEmpty, "\(output.errors)")
    #expect(output.status == .exited(0))
    var bytes = Array(output.text.utf8)
    #expect(
      framing.takeMessages(from: &bytes).map { String(decoding: $0, as: UTF8.self) } == [
        #"{"jsonrpc":"2.0","id":"a","result":{}}"#,
        #"{"jsonrpc":"2.0","method":"loading","params":{"request":"b","active":true}}"#,
        #"{"jsonrpc":"2.0","id":"b","error":{"code":-32800}}"#,
        #"{"jsonrpc":"2.0","id":"c","result":{"genres":[]}}"#,
      ])
  }

  @Test func `after the end of the transcript a client may shut the server down or not`() throws {
    let shutdown = #"{"jsonrpc":"2.0","id":"z","method":"shutdown"}"#
    let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    for end in [[], [shutdown], [exit], [shutdown, exit]] {
      let output = try replay(conversation, clientMessages + end)
      #expect(output.status == .exited(0), "\(output.errors)")
      #expect(output.text.hasSuffix(#"{"jsonrpc":"2.0","id":"z","result":{}}"# + "\n") == end.contains(shutdown))
    }
  }

  @Test(arguments: [
    Deviation(
      "a different method", line: 5, "at method", #"expected: "search""#, client: replacing(1, "search", with: "star")),
    Deviation(
      "a different value", line: 5, "at params.query", #"received: "y""#, client: replacing(1, #""x""#, with: #""y""#)),
    Deviation(
      "a missing value", line: 5, "at params.limit", "received: nothing",
      client: replacing(1, #""limit":3,"#, with: "")),
    Deviation("an additional value", line: 9, "at params", client: replacing(3, "[]", with: #"{"a":1}"#)),
    Deviation("different params of initialize", line: 2, "at params.locale", client: replacing(0, "ko", with: "en")),
    Deviation(
      "a request that should be a notification", line: 7, "at id", client: replacing(2, "{", with: #"{"id":1,"#)),
    Deviation(
      "a notification that should be a request", line: 9, "at id", client: replacing(3, #""id":"c","#, with: "")),
    Deviation(
      "a different request is cancelled", line: 7, "at params.id", client: replacing(2, #""b""#, with: #""a""#)),
    Deviation("a different version", line: 9, "at jsonrpc", client: replacing(3, "2.0", with: "1.0")),
    Deviation("not JSON", line: 9, "received: x", client: { $0.dropLast() + ["x"] }),
    Deviation("a different order", line: 5, "received", "this is line 9: ", client: { [$0[0], $0[3], $0[1]] }),
    Deviation("a repeated message", line: 5, "received", "this is line 2 again", client: { [$0[0], $0[0]] }),
    Deviation("an additional message", line: 10, "sends more", #""method":"more""#) { $0 + [#"{"method":"more"}"#] },
    Deviation("the last message repeated", line: 10, "sends more", "this is line 9 again") { $0 + [$0[3]] },
    Deviation(
      "an invalid id", line: 9, "at id", "received: true", client: replacing(3, #""c""#, with: "true")),
    Deviation(
      "a method that only looks the same", line: 9, #"expected: "genres""#, client: replacing(3, "g", with: "g\u{301}")),
    Deviation("no message at all", line: 2, "ended early", "initialize", client: { _ in [] }),
    Deviation("left before the end", line: 9, "ended early", "genres", client: { Array($0.dropLast()) }),
    Deviation(
      "shut down before the end", line: 9, "ended early", "received: {", "shutdown",
      client: { $0.dropLast() + [#"{"id":1,"method":"shutdown"}"#] }
    ),
  ])
  fileprivate func `a deviating client ends replay with status 1 and a report`(_ deviation: Deviation) throws {
    let output = try replay(conversation, deviation.client)
    #expect(output.status == .exited(1))
    #expect(output.errors.contains("x.rpc:\(deviation.line): "), "\(output.errors)")
    for complaint in deviation.complaints { #expect(output.errors.contains(complaint), "\(output.errors)") }
  }

  @Test func `of another method only the method is reported, and not all params`() throws {
    let output = try replay(conversation, replacing(1, "search", with: "star")(clientMessages))
    #expect(output.errors.contains(#"received: "star""#), "\(output.errors)")
    let other = try replay(
      conversation, [clientMessages[0], #"{"id":1,"method":"discover","params":{"sort":"title"}}"#])
    #expect(other.errors.contains("at method\n"), "\(other.errors)")
    #expect(!other.errors.contains("at params"), "\(other.errors)")
  }

  @Test func `a client that leaves without reading has ended early only if it had more to send`() throws {
    try Sandbox.use { sandbox in
      for (transcript, status) in [("! close\n<-- 1\n<-- 2", Int32(0)), (conversation, 1)] {
        let path = try sandbox.write(transcript, to: "x.rpc")
        let server = try sandbox.launch("replay", path, readsOutput: false)
        server.closeOutput()
        server.closeInput()
        #expect(try server.waitForExit() == .exited(status))
      }
    }
  }

  @Test func `a name gets its value where it first appears`() throws {
    let transcript = """
      --> {"id":1,"method":"login"}
      <-- {"id":1,"result":{"requestToken":"…requestToken"}}
      --> {"id":2,"method":"completeLogin","params":{"requestToken":"…requestToken"}}
      <-- {"id":2,"result":"…"}
      --> {"id":3,"method":"x","params":{"name":"…name"}}
      <-- {"id":3,"result":{"name":"…name"}}
      """
    func client(_ token: String) -> [String] {
      [
        #"{"id":7,"method":"login"}"#, #"{"id":8,"method":"completeLogin","params":{"requestToken":"\#(token)"}}"#,
        #"{"id":9,"method":"x","params":{"name":[1]}}"#,
      ]
    }
    let output = try replay(transcript, client("…requestToken"))
    #expect(output.status == .exited(0))
    #expect(
      output.text
        == #"{"id":7,"result":{"requestToken":"…requestToken"}}"# + "\n" + #"{"id":8,"result":"…"}"# + "\n"
        + #"{"id":9,"result":{"name":[1]}}"# + "\n")
    #expect(try replay(transcript, client("abc")).errors.contains("x.rpc:3: "))
  }

  @Test(
    arguments: [#","params":"…""#, #","params":{"…":"…"}"#, #","…":"…""#],
    ["", #","params":null"#, #","params":{}"#, #","params":[]"#, #","params":{"a":1}"#])
  func `params with a wildcard may be absent, in a batch too`(_ open: String, _ params: String) throws {
    func message(_ id: Int, _ method: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(params)}"#
    }
    let transcript = """
      --> \(message(1, "initialize", open))
      <-- 1
      --> \(message(2, "genres", open))
      --> [\(message(3, "genres", open))]
      """
    let client = [
      message(1, "initialize", #","params":{"clientInfo":{"name":"a"}}"#), message(2, "genres", params),
      "[\(message(3, "genres", params))]",
    ]
    let output = try replay(transcript, client)
    #expect(output.status == .exited(0), "\(output.errors)")
  }

  @Test func `in batches and groups the client may use any order; the server keeps the written order`() throws {
    let transcript = """
      --> [{"id":1,"method":"a"},{"method":"b"},{"id":2,"method":"c"}]
      <-- [{"id":2,"result":{}},{"id":1,"result":{}}]
      ! unordered
      --> {"id":3,"method":"d"}
      --> {"id":4,"method":"e"}
      <-- {"id":4,"result":{}}
      <-- {"id":3,"result":{}}
      ! end
      ! close
      <-- {"method":"bye"}
      """
    let output = try replay(
      transcript,
      [
        #"[{"id":"x","method":"a"},{"method":"b"},{"id":"y","method":"c"}]"#, #"{"id":"e","method":"e"}"#,
        #"{"id":"d","method":"d"}"#,
      ])
    #expect(output.status == .exited(0), "\(output.errors)")
    #expect(
      output.text.split(separator: "\n") == [
        #"[{"id":"y","result":{}},{"id":"x","result":{}}]"#, #"{"id":"e","result":{}}"#, #"{"id":"d","result":{}}"#,
        #"{"method":"bye"}"#,
      ])
    let extra = try replay("--> 1\n! close", ["1", "2"])
    #expect(extra.errors.contains("x.rpc:2: the client must close"))
    #expect(extra.status == .exited(1))
  }

  @Test func `an ID can be used again only after its request is answered`() throws {
    let transcript = """
      --> {"id":1,"method":"a"}
      --> {"id":2,"method":"b"}
      <-- {"id":1,"result":{}}
      --> {"id":3,"method":"c"}
      <-- [{"id":3,"result":{}},{"id":2,"result":{}}]
      --> {"id":3,"method":"d"}
      --> {"id":3,"method":"e"}
      """
    func client(_ ids: String...) -> [String] {
      zip(ids, ["a", "b", "c", "d", "e"]).map { #"{"id":\#($0),"method":"\#($1)"}"# }
    }
    #expect(try replay(transcript, client("1", "2", "1", "2", "2")).status == .exited(0))
    // The message is in the transcript, so sending it is not a deviation.
    #expect(try replay(transcript, client("1", "2", "3", "3", "3")).status == .exited(0))
    #expect(try replay(transcript, client("\"\u{E9}\"", "\"e\u{301}\"", "1", "2", "2")).status == .exited(0))
    let again = try replay(transcript, client("7", "7"))
    #expect(again.status == .exited(1))
    #expect(again.errors.contains("x.rpc:2: the client uses the id 7 again although its request of line 1"))
  }

  @Test func `one of several servers is replayed, up to its end`() throws {
    let transcript = "! server 2\n--> 1\n2--> 2\n<-- 3\n2<-- 4\n2! exit 0\n! server 2\n2--> 5"
    #expect(try replay(transcript, ["1"]).text == "3\n")
    let second = try replay(transcript, ["2"], "--server", "2")
    #expect(second.text == "4\n")
    #expect(second.status == .exited(0))
  }

  @Test(arguments: [0, 1])
  func `recorded times are kept on request`(_ speed: Int) throws {
    let begin = ContinuousClock.now
    let transcript = """
      --> 1
      # +100 ms
      # --> refused: a message over the limit
      # +200 ms
      <-- 2
      ! wait 200 ms
      <-- 3
      # +100 ms
      ! unordered
      <-- 4
      ! end
      """
    let output = try replay(transcript, ["1"], "--speed", "\(speed)")
    #expect(output.text == "2\n3\n4\n")
    // A machine can be slow, but no wait can be too short.
    if speed == 1 { #expect(ContinuousClock.now - begin >= .milliseconds(600)) }
  }

  @Test func `a client may write far ahead`() throws {
    let count = 3_000
    let text = String(repeating: "x", count: 200)
    let transcript = (0..<count).map {
      "--> {\"id\":\($0),\"method\":\"\(text)\"}\n<-- {\"id\":\($0),\"result\":\"\(text)\"}\n"
    }
    let output = try replay(transcript.joined(), (0..<count).map { "{\"id\":\"\($0)\",\"method\":\"\(text)\"}" })
    #expect(output.status == .exited(0), "\(output.errors)")
    #expect(output.text.split(separator: "\n").count == count)
  }

  @Test func `a file with no transcript, or several, ends with status 2`() throws {
    let fault = try replay("--> 1\nx", [])
    #expect(fault.status == .exited(2))
    #expect(fault.errors.contains("x.rpc:2: "))
    let nothing = try replay("# nothing", [])
    #expect(nothing.status == .exited(2))
    #expect(nothing.errors.contains("x.rpc: the file contains no transcript"))
    let two = try replay("```rpc\n--> 1\n```\n```rpc\n--> 2\n```", [], file: "x.md")
    #expect(two.status == .exited(2))
    #expect(two.errors.contains("2 transcripts"))
    #expect(two.errors.contains("x.md:2"))
  }

  @Test(
    arguments: try Transcript.files().filter { $0.hasSuffix(".rpc") },
    Framing.allCases)
  func `a replayed transcript passes verification`(_ file: String, _ framing: Framing) throws {
    let path = Repository.root.appendingPathComponent(file).path
    // A replayed server plays one session, once.
    guard try !Repository.lines(of: file).contains(where: { $0.hasPrefix("! server") }) else { return }
    try Sandbox.use { sandbox in
      let output = try sandbox.run(
        [
          "verify", "--exact", path, "--framing", "\(framing)", "--command",
          "'\(try Executable.path())' replay '\(path)'",
        ])
      #expect(output.text == "1 passed, 0 failed\n")
      #expect(output.errors.isEmpty, "\(output.errors)")
    }
  }

  // MARK: Clients

  /// A test client, and how to run it with a server's command line.
  struct Client: CustomTestStringConvertible, Equatable {
    var script: String
    var testDescription: String { script }

    func run(_ sandbox: Sandbox, _ arguments: [String]) throws -> (status: PipedProcess.Status, text: String) {
      let path = Repository.root.appendingPathComponent("Tests/ReplayClients/\(script)").path
      let modules = Repository.root.appendingPathComponent("clients/python/src").path
      // TOUR is passed in shell variables: nvim takes every command-line argument for a file.
      let command =
        switch script.split(separator: ".").last {
        case "py": "PYTHONPATH='\(modules)' exec python3 '\(path)' \"$0\" \"$@\""
        case "mjs": "exec node '\(path)' \"$0\" \"$@\""
        default:
          "TOUR=$(printf '%s\\n' \"$0\" \"$@\") exec nvim --headless --clean -n -c 'luafile \(path)'"
        }
      let child = try sandbox.shell(command, arguments)
      defer { child.destroy() }
      let status = try child.waitForExit()
      #expect(try child.errors.readToEnd().all.map(\.text).isEmpty)
      return (status, try child.output.readToEnd().all.map(\.text).joined(separator: "\n"))
    }
  }

  private static let programs = ["client.py", "client.mjs"].map(Client.init)
  private static let tours = ["tour.py", "tour.mjs", "tour.lua"].map(Client.init)

  @Test(arguments: programs, programs)
  func `a session recorded by one client can be replayed to it and to another`(_ recorder: Client, _ player: Client)
    throws
  {
    try Sandbox.use { sandbox in
      let recorded = try recorder.run(sandbox, ["--record", "s.rpc"])
      #expect(recorded.status == .exited(0))
      #expect(recorded.text.hasPrefix("Parasite "))
      #expect(!(try sandbox.text("s.rpc")).contains("a-secret-of-somebody"))
      let replayed = try player.run(sandbox, ["replay", "s.rpc"])
      #expect(replayed.status == .exited(0))
      if recorder == player { #expect(replayed.text == recorded.text) }
      #expect(replayed.text.hasPrefix("Parasite "))
    }
  }

  @Test(arguments: tours)
  func `a tour of every method, recorded with one client, is the same for clients in other languages`(
    _ recorder: Client
  ) throws {
    let services = Repository.root.appendingPathComponent("Tests/RecordedServices/exchanges").path
    try Sandbox.use { sandbox in
      let recorded = try recorder.run(sandbox, ["--http-replay", services, "--record", "tour.rpc"])
      #expect(recorded.status == .exited(0))
      // Makes sure that the tour covers every method.
      let transcript = try sandbox.text("tour.rpc")
      for entry in try PublishedContract.published.get().entries where entry["result"] != nil {
        let name = try #require(entry["name"]?.string)
        #expect(transcript.contains("\"method\":\"\(name)\""), "\(name)")
      }
      for player in Self.tours {
        let replayed = try player.run(sandbox, ["replay", "tour.rpc"])
        #expect(replayed.status == .exited(0), "\(player)")
        #expect(replayed.text == recorded.text, "\(player)")
      }
    }
  }
}
