import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(5))) struct OrderTests {
  /// The second request lets the first go on, on another thread, and is itself done at once on the reader's.
  @Test func `A request that is done at once does not overtake one that was done before`() async throws {
    for _ in 0..<200 {
      let client = Conversation()
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, #"{"jsonrpc":"2.0","id":2,"method":"open"}"#)
      client.closeInput()
      #expect(
        await client.remainingLines() == [
          #"{"jsonrpc":"2.0","id":1,"result":"held"}"#, #"{"jsonrpc":"2.0","id":2,"result":null}"#,
        ])
    }
  }

  @Test func `A request that is done at once does not wait for one that is not`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, #"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":2,"result":["hello",5]}"#)
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":1,"result":"held"}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }
}
