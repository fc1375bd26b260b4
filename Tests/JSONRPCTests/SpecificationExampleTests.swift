import JSON
import Testing

@testable import JSONRPC

/// The examples of section 7 of the JSON-RPC 2.0 specification, over pipes. The batch's parameters by position are by name
/// here, because this server accepts only those.
@Suite(.timeLimit(.minutes(20))) struct SpecificationExampleTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var request: String
    /// A summary of each response: its id and its result or error code.
    var responses: [String]
    var isBatch = false
  }

  static let examples = [
    Example(
      testDescription: "positional parameters",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      responses: ["1 -32602"]),
    Example(
      testDescription: "named parameters",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      responses: ["3 19"]),
    Example(
      testDescription: "named parameters, in the other order",
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      responses: ["4 19"]),
    Example(
      testDescription: "a notification",
      request: #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, responses: []),
    Example(
      testDescription: "a notification of a method that does not exist",
      request: #"{"jsonrpc": "2.0", "method": "foobar"}"#, responses: []),
    Example(
      testDescription: "a method that does not exist",
      request: #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, responses: [#""1" -32601"#]),
    Example(
      testDescription: "invalid JSON",
      request: #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, responses: ["null -32700"]),
    Example(
      testDescription: "an invalid request",
      request: #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, responses: ["null -32600"]),
    Example(
      testDescription: "a batch, invalid JSON",
      request: #"[ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method" ]"#,
      responses: ["null -32700"]),
    Example(testDescription: "an empty array", request: "[]", responses: ["null -32600"]),
    Example(
      testDescription: "an invalid batch, not empty", request: "[1]", responses: ["null -32600"], isBatch: true),
    Example(
      testDescription: "an invalid batch", request: "[1,2,3]",
      responses: ["null -32600", "null -32600", "null -32600"], isBatch: true),
    Example(
      testDescription: "a batch",
      request: """
        [ {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 9, "subtrahend": 2}, "id": "1"}, \
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}, \
        {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": "2"}, \
        {"foo": "boo"}, {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"}, \
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"} ]
        """,
      responses: [#""1" 7"#, #""2" 19"#, "null -32600", #""5" -32601"#, #""9" ["hello",5]"#], isBatch: true),
    Example(
      testDescription: "a batch of notifications",
      request: #"[ {"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]}, {"jsonrpc":"2.0","method":"update"} ]"#,
      responses: []),
  ]

  private func describe(_ response: JSON) -> String {
    #expect(response["jsonrpc"] == "2.0")
    // Exactly one of the two (JSON-RPC 2.0, section 5).
    #expect((response["result"] == nil) != (response["error"] == nil))
    let outcome = response["result"]?.jsonText ?? response.code.map(String.init) ?? "?"
    return "\(response["id"]?.jsonText ?? "none") \(outcome)"
  }

  @Test(arguments: examples)
  func `the specification's examples get the specified responses`(example: Example) async throws {
    let client = Conversation()
    // The second request shows that the first has no further response and that the session continues.
    client.send(example.request, #"{"jsonrpc":"2.0","id":"last","method":"echo","params":{"value":1}}"#)
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.last.map(describe) == #""last" 1"#)
    if example.isBatch {
      #expect(lines.count == 2)
      #expect(lines.first?.array?.map(describe).sorted() == example.responses.sorted())
    } else {
      #expect(lines.dropLast().map(describe) == example.responses)
    }
    #expect(try await client.end() == .orderly)
  }

  @Test func `all examples work in one session, with lines and with headers`() async throws {
    let expected = Self.examples.count { !$0.responses.isEmpty }
    let lines = Conversation()
    for example in Self.examples { lines.send(example.request) }
    lines.closeInput()
    let answers = await lines.remainingLines()
    #expect(answers.count == expected)

    let headers = Conversation()
    for example in Self.examples {
      headers.send(bytes: "Content-Length: \(example.request.utf8.count)\r\n\r\n\(example.request)".utf8)
    }
    headers.closeInput()
    let framed = await headers.remainingLines().joined(separator: "\n")
    #expect(framed == answers.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined())
  }

  @Test func `a malformed header block is answered with headers, and the next message is handled`() async throws {
    let client = Conversation()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#
    client.send(bytes: "Content-Length: x\r\n\r\n{}Content-Length: \(request.utf8.count)\r\n\r\n\(request)".utf8)
    client.closeInput()
    let output = await client.remainingLines().joined(separator: "\n")
    #expect(output.hasPrefix("Content-Length: "))
    #expect(output.contains(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
    #expect(output.hasSuffix("\r\n\r\n" + #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"#))
  }

  @Test func `an unexpected error becomes an internal error that reveals nothing`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"fail"}"#)
    let response = try JSON.parse(try await client.line())
    #expect(response.code == -32603)
    #expect(response.reason == "internalError")
    #expect(!response.jsonText.contains("Failure"))
  }

  @Test func `lines that are too long or not UTF-8 are answered, and the session continues`() async throws {
    var limits = Connection.Limits.patient
    limits.messageBytes = 200
    let client = Conversation(limits: limits)
    client.send(String(repeating: "x", count: 100_000))
    client.send(bytes: [UInt8](#"{"jsonrpc":"2.0","id":1,"method":"ec"#.utf8) + [0xFF] + Array("\"}\n".utf8))
    client.send(#"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.map(\.reason) == ["messageTooLarge", "parseError", nil])
    #expect(lines.map { $0["id"] } == [.null, .null, 2])
    #expect(lines.first?.code == -32600)
  }
}
