import JSON
import Testing

@testable import JSONRPC

/// Requests from the server to its client.
@Suite(.timeLimit(.minutes(20))) struct OutgoingRequestTests {
  private func request(_ client: Conversation, _ method: String = "roots/list") -> Task<JSON, any Error> {
    Task { try await client.connection.request(method, ["a": 1] as JSON) }
  }

  /// The id of the next message, which is a request.
  private func id(of line: String) throws -> String { try #require(JSON.parse(line)["id"]).jsonText }

  @Test func `requests have ids, and responses are matched to them in any order`() async throws {
    let client = Conversation()
    let first = request(client)
    let firstLine = try await client.line()
    #expect(firstLine == #"{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"a":1}}"#)
    let second = request(client)
    let secondID = try id(of: try await client.line())
    client.send(#"{"jsonrpc":"2.0","id":\#(secondID),"result":[2]}"#)
    #expect(try await second.value == [2])
    client.send(#"[{"jsonrpc":"2.0","id":1,"result":null}]"#)
    #expect(try await first.value == .null)
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }

  @Test func `an error of the client is thrown`() async throws {
    let client = Conversation()
    let task = request(client)
    let id = try id(of: try await client.line())
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32601,"message":"No.","data":[1]}}"#)
    await #expect(throws: ResponseError(code: -32601, message: "No.", data: [1])) { try await task.value }
    client.closeInput()
  }

  @Test func `a response to no request is ignored`() async throws {
    let client = Conversation()
    let task = request(client)
    let id = try id(of: try await client.line())
    for other in [#""\#(id)""#, "7", "null"] { client.send(#"{"jsonrpc":"2.0","id":\#(other),"result":0}"#) }
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#, #"{"jsonrpc":"2.0","id":\#(id),"result":2}"#)
    #expect(try await task.value == 1)
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }

  @Test func `a request may wait for the client while the client waits for its own`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#)
    let task = request(client)
    let id = try id(of: try await client.line())
    // The client's ids are its own: this one is in flight too.
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
    _ = try await task.value
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":1,"result":"held"}"#)
    client.closeInput()
  }

  @Test func `requests are cancelled when the connection ends, and later ones at once`() async throws {
    let client = Conversation()
    let task = request(client)
    _ = try await client.line()
    client.closeInput()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await client.end() == .orderly)
    await #expect(throws: CancellationError.self) { try await request(client).value }
  }

  @Test func `requests are cancelled when the client closes its end of the output`() async throws {
    let client = Conversation(reads: false)
    let task = request(client)
    client.closeOutput()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#)
    await #expect(throws: CancellationError.self) { try await task.value }
    client.closeInput()
  }

  @Test func `a caller that is cancelled waits no longer`() async throws {
    let client = Conversation()
    let task = request(client)
    let id = try id(of: try await client.line())
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    client.send(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }
}
