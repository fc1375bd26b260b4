import JSON
import Testing

@testable import JSONRPC

/// After the end of the input, accepted requests are answered.
@Suite(.timeLimit(.minutes(20))) struct DrainTests {
  private func limits(drainMilliseconds: Int) -> Connection.Limits {
    var limits = Connection.Limits()
    limits.drainMilliseconds = drainMilliseconds
    return limits
  }

  @Test func `requests directly before the end of the input are all answered`() async throws {
    let client = Conversation()
    for id in 0..<200 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"yield"}"#) }
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<200))
    #expect(lines.allSatisfy { $0["result"] == .null })
    #expect(try await client.end() == .orderly)
  }

  @Test func `a last request without a line end is answered`() async throws {
    let client = Conversation()
    client.send(bytes: #"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#.utf8)
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"#])
  }

  @Test func `a request that finishes in time is answered with its result`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, #"[{"jsonrpc":"2.0","id":2,"method":"hold"}]"#)
    client.closeInput()
    try await Conversation.passTime(rounds: 20)
    client.handler.gate.open()
    #expect(
      await client.remainingLines().sorted()
        == [
          #"[{"jsonrpc":"2.0","id":2,"result":"held"}]"#, #"{"jsonrpc":"2.0","id":1,"result":"held"}"#,
        ].sorted())
    #expect(try await client.end() == .orderly)
  }

  @Test func `a request that takes too long is cancelled`() async throws {
    let client = Conversation(limits: limits(drainMilliseconds: 20))
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, #"{"jsonrpc":"2.0","method":"hold"}"#)
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.map(\.reason) == ["cancelled"])
    #expect(try await client.end() == .orderly)
  }

  @Test func `a request that ignores its cancellation is answered anyway, once`() async throws {
    let client = Conversation(limits: limits(drainMilliseconds: 20))
    client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"stubborn"}"#,
      #"[{"jsonrpc":"2.0","id":2,"method":"stubborn"},{"jsonrpc":"2.0","id":3,"method":"get_data"}]"#,
      #"{"jsonrpc":"2.0","id":"s","method":"shutdown"}"#)
    client.closeInput()
    #expect(try await client.end() == .orderly)
    // The handler finishes now, without effect.
    client.handler.gate.open()
    let responses = try parse(await client.remainingLines()).flatMap { $0.array ?? [$0] }
    #expect(Set(responses.compactMap { $0["id"]?.jsonText }) == ["1", "2", "3", #""s""#])
    #expect(responses.count == 4)
    #expect(responses.filter { $0.reason == "cancelled" }.compactMap { $0["id"]?.int }.sorted() == [1, 2])
  }

  @Test func `after a drain from outside, as on a signal, new requests are rejected`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#)
    _ = try await client.line()
    client.connection.drain()
    client.send(#"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)
    #expect(try JSON.parse(try await client.line()).reason == "shuttingDown")
    client.closeInput()
    #expect(try await client.end() == .orderly)
  }
}
