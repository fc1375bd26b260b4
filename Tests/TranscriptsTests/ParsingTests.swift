import JSON
import Testing

@testable import Transcripts

@Suite struct ParsingTests {
  /// Describes each step in a short text.
  private func steps(_ text: String, file: String = "x.rpc") throws -> [String] {
    try transcripts(text, file: file).flatMap(\.steps).map(describe)
  }

  private func transcripts(_ text: String, file: String) throws -> [Transcript] {
    // By bytes: CR LF is one Character, so it would not end a line.
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String($0)! }
    return try Transcript.parse(lines, file: file)
  }

  private func describe(_ step: Transcript.Step) -> String {
    let what =
      switch step.action {
      case .client(let text): "client \(text)"
      case .server(let json, let text): "server \(json.jsonText == text ? text : "\(json.jsonText) from \(text)")"
      case .wait(let time, let isRecorded): "wait \(time)\(isRecorded ? " recorded" : "")"
      case .close: "close"
      case .exit(let status): "exit \(status)"
      case .start: "start"
      case .unordered(let steps): "unordered [\(steps.map(describe).joined(separator: ", "))]"
      }
    return "\(step.line): \(step.server) \(what)"
  }

  @Test func `each kind of line is recognized, with any indentation and either line end`() throws {
    let text = """
      # a comment

      --> {"id": 1}
        <-- {"id": 2}\r
      --> no JSON\u{20}
      # +12 ms
      # +12 ms later
      ! wait 200 ms
      ! close
      ! exit 3
      ! server 1
      ! server 12
        12--> [1]
      12<-- "…"
      12! close
      12! exit 0
      #12--> x
      """
    #expect(
      try steps(text) == [
        #"3: 1 client {"id": 1}"#, #"4: 1 server {"id":2} from {"id": 2}"#, "5: 1 client no JSON ",
        "6: 1 wait 12 recorded", "8: 1 wait 200", "9: 1 close", "10: 1 exit 3", "11: 1 start", "12: 12 start",
        "13: 12 client [1]", #"14: 12 server "…""#, "15: 12 close", "16: 12 exit 0",
      ])
  }

  @Test func `a combining mark after a space belongs to the text`() throws {
    let text = """
      ! server 2
      --> \u{301}abc
      2--> \u{200D}{"a":1}
      ! any \u{301}x
      #\u{20E3} a comment
      # \u{301} another
        --> \u{301}
      """
    #expect(
      try steps(text) == [
        "1: 2 start", "2: 1 client \u{301}abc", "3: 2 client \u{200D}{\"a\":1}", "7: 1 client \u{301}",
      ])
    #expect(try transcripts("--> 1\n! any \u{301}x", file: "x").first?.ignored == ["\u{301}x"])
    let document = "```rpc \u{301}x\n--> 1\n```\u{301}\n```\n```\u{301}\n```"
    let fault = #expect(throws: TranscriptError.self) { try steps(document, file: "a.md") }
    #expect(fault?.description.hasPrefix("a.md:3: ") == true)
    #expect(try steps("```rpc \u{301}x\n--> 1\n```\n```\u{301}\nx\n```", file: "a.md") == ["2: 1 client 1"])
  }

  @Test func `a group contains the messages between its directives, without recorded times`() throws {
    let text = """
      ! server 2
      ! unordered
      --> 1
      # +30 ms
      2<-- 2
      # said

      ! end
      --> 3
      """
    #expect(
      try steps(text) == ["1: 2 start", "2: 1 unordered [3: 1 client 1, 5: 2 server 2]", "9: 1 client 3"])
    #expect(try transcripts(text, file: "x").flatMap(\.messages).map(\.line) == [3, 5, 9])
  }

  @Test func `names whose values are not compared apply to the whole transcript`() throws {
    let transcript = try #require(try transcripts("--> 1\n! any epoch at\n! any x", file: "x").first)
    #expect(transcript.ignored == ["epoch", "at", "x"])
    #expect(transcript.steps.count == 1)
  }

  struct Fault: CustomTestStringConvertible {
    var text: String
    var line: Int
    var complaint: String

    init(_ text: String, line: Int, _ complaint: String) {
      (self.text, self.line, self.complaint) = (text, line, complaint)
    }

    var testDescription: String { text }
  }

  @Test(
    arguments: [
      Fault("--> 1\n\nx", line: 3, "must begin with"),
      Fault("-->", line: 1, "must begin with"),
      Fault("-> 1", line: 1, "must begin with"),
      Fault("<-- {", line: 1, "must be JSON"),
      Fault("<-- 1 2", line: 1, "byte 2"),
      Fault("# x\n! sleep 3", line: 2, "wait N ms"),
      Fault("! wait 3", line: 1, "wait N ms"),
      Fault("! wait -3 ms", line: 1, "wait N ms"),
      Fault("! wait 3 s", line: 1, "wait N ms"),
      Fault("! exit", line: 1, "exit N"),
      Fault("! exit 256", line: 1, "exit N"),
      Fault("! any", line: 1, "any NAME"),
      Fault("! ", line: 1, "directives"),
      Fault("2--> 1", line: 1, "server 2 is not running"),
      Fault("! server 2\n2! exit 0\n2<-- 1", line: 3, "server 2 is not running"),
      Fault("! server 1", line: 1, "already running"),
      Fault("! server 100", line: 1, "server N"),
      Fault("0--> 1", line: 1, "1 to 99"),
      Fault("! end", line: 1, "without"),
      Fault("--> 1\n! unordered\n<-- 1", line: 2, "without “! end”"),
      Fault("! unordered\n! unordered", line: 2, "inside another"),
      Fault("! unordered\n! close", line: 2, "only messages"),
    ])
  func `a line that is not valid is reported with its number`(_ fault: Fault) throws {
    let error = #expect(throws: TranscriptError.self) { try steps(fault.text) }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("x.rpc:\(fault.line): "))
    #expect(text.contains(fault.complaint), "\(text)")
  }

  @Test func `each Markdown block marked as rpc is a transcript, with the line numbers of the file`() throws {
    let text = """
      # --> no transcript
      ```rpc
      --> 1
      ```
      - in a list
        ```rpc title
        --> 2
        <-- 3
        ```
      ```sh
      --> no transcript
      ```rpc
      ```
      ```rpcx
      x
      ```
      ````md
      ```rpc
      x
      ```
      ````
      ```code``` in a line
      ~~~ sh
      ```rpc
      ~~~
      ~~~ rpc
      --> 4
      ~~~~
      """
    let transcripts = try transcripts(text, file: "a.md")
    #expect(
      transcripts.map { $0.steps.map(describe) } == [
        ["3: 1 client 1"], ["7: 1 client 2", "8: 1 server 3"], ["27: 1 client 4"],
      ])
    #expect(transcripts.map(\.lines) == [3..<4, 7..<9, 27..<28])
  }

  @Test func `a Markdown block that is not closed or not valid is reported with its line`() {
    let open = #expect(throws: TranscriptError.self) { try steps("x\n```rpc\n--> 1", file: "a.md") }
    #expect(open?.description.hasPrefix("a.md:2: ") == true)
    let fault = #expect(throws: TranscriptError.self) { try steps("x\n```rpc\n--> 1\nx\n```", file: "a.md") }
    #expect(fault?.description.hasPrefix("a.md:4: ") == true)
  }
}
