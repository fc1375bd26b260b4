import JSON
import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(20))) struct IdentifierTests {
  private static let identifiers = [
    "1", "0", "-1", "-0", "1.0", "1e2", "1E+2", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "123456789012345678901234567890", "0.1", #""""#, #""1""#, #""a/b""#, #""é 기 😀""#, #""\"\\\n""#, #""\u2028""#,
    "null",
    #""\ud83d""#, #""\uDE00\uD83D""#,
  ]

  @Test(arguments: identifiers)
  func `an id is echoed exactly`(id: String) async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"get_data"}"#)
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":["hello",5]}"#)
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"no such"}"#)
    #expect(try await client.line().hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"#))
    client.closeInput()
  }

  @Test func `a second request with an id in flight is rejected, and the first is answered`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":7,"method":"hold"}"#, #"{"jsonrpc":"2.0","id":7,"method":"echo"}"#)
    let rejection = try JSON.parse(try await client.line())
    #expect(rejection["id"] == 7)
    #expect(rejection.code == -32600)
    #expect(rejection.reason == "duplicateId")
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":7,"result":"held"}"#)
    // After the response the id is free again.
    client.send(#"{"jsonrpc":"2.0","id":7,"method":"get_data"}"#)
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":7,"result":["hello",5]}"#)
    #expect(client.handler.called == ["hold", "get_data"])
  }

  @Test func `a shutdown with an id in flight is rejected`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":7,"method":"hold"}"#, #"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#)
    #expect(try JSON.parse(try await client.line()).reason == "duplicateId")
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":7,"result":"held"}"#)
    client.send(#"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#)
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":7,"result":{}}"#)
    client.closeInput()
  }

  @Test(arguments: [#"7"#, #""a""#, "null"])
  func `an id in flight is rejected in a batch too`(id: String) async throws {
    let client = Conversation()
    client.send(
      #"[{"jsonrpc":"2.0","id":\#(id),"method":"hold"},{"jsonrpc":"2.0","id":\#(id),"method":"echo"}]"#,
      #"{"jsonrpc":"2.0","id":"probe","method":"get_data"}"#)
    _ = try await client.line()
    client.handler.gate.open()
    let batch = try #require(try JSON.parse(try await client.line()).array)
    #expect(batch.count == 2)
    #expect(batch.compactMap(\.reason) == ["duplicateId"])
    #expect(batch.compactMap { $0["result"] } == ["held"])
  }

  @Test(arguments: [
    ("1", #""1""#), ("1", "1.0"), ("1", "-1"), ("100", "1e2"), (#""a""#, #""A""#), ("null", #""null""#),
    // Equal to Swift's ==, but different code points.
    ("\"\u{E9}\"", "\"e\u{301}\""),
    (#""\ud83d""#, #""\ud83e""#), (#""\ud83d""#, "\"\u{FFFD}\""),
  ])
  func `ids with different texts are different ids`(first: String, second: String) async throws {
    let client = Conversation()
    client.send(
      #"{"jsonrpc":"2.0","id":\#(first),"method":"hold"}"#, #"{"jsonrpc":"2.0","id":\#(second),"method":"hold"}"#)
    client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(second)}}"#)
    let cancelled = try await client.line()
    #expect(Array(cancelled.utf8).starts(with: #"{"jsonrpc":"2.0","id":\#(second),"error":{"code":-32800"#.utf8))
    client.handler.gate.open()
    let held = try await client.line()
    #expect(Array(held.utf8) == Array(#"{"jsonrpc":"2.0","id":\#(first),"result":"held"}"#.utf8))
  }
}
