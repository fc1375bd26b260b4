import JSON
import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
  private func cancellation(of id: String) -> String {
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
  }

  private let probe = #"{"jsonrpc":"2.0","id":"probe","method":"get_data"}"#
  private let probed = #"{"jsonrpc":"2.0","id":"probe","result":["hello",5]}"#

  @Test func `a cancelled request is answered with cancelled, once`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, cancellation(of: "1"), cancellation(of: "1"))
    let response = try JSON.parse(try await client.line())
    #expect(response["id"] == 1)
    #expect(response.code == -32800)
    #expect(response.reason == "cancelled")
    client.handler.gate.open()
    client.send(cancellation(of: "1"))
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }

  @Test func `only the named request is cancelled`() async throws {
    let client = Conversation()
    for id in 1...3 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"hold"}"#) }
    client.send(cancellation(of: "2"))
    #expect(try JSON.parse(try await client.line())["id"] == 2)
    client.handler.gate.open()
    client.closeInput()
    #expect(
      await client.remainingLines().sorted() == [
        #"{"jsonrpc":"2.0","id":1,"result":"held"}"#, #"{"jsonrpc":"2.0","id":3,"result":"held"}"#,
      ])
  }

  @Test(arguments: [
    #"{"id":99}"#, #"{"id":"1"}"#, #"{"id":true}"#, #"{"id":[1]}"#, #"{"id":null}"#, "{}", "[1]", "null", #"{"ID":1}"#,
  ])
  func `a cancellation without a matching request changes nothing`(params: String) async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#)
    client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#, probe)
    #expect(try await client.line() == probed)
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":1,"result":"held"}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [])
  }

  @Test func `a finished request keeps its result`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#, cancellation(of: "1"), probe)
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"#, probed])
  }

  @Test func `a request that finishes despite its cancellation is answered with its result`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"stubborn"}"#, cancellation(of: "1"), probe)
    #expect(try await client.line() == probed)
    client.handler.gate.open()
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":"done"}"#])
  }

  @Test func `a batch is answered as a whole when one of its entries cancels another`() async throws {
    let client = Conversation()
    client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"hold"},\#(cancellation(of: "1")),{"jsonrpc":"2.0","id":2,"method":"hold"}]"#)
    client.send(cancellation(of: "2"))
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.count == 1)
    let batch = try #require(lines.first?.array)
    #expect(batch.map(\.reason) == ["cancelled", "cancelled"])
    #expect(Set(batch.compactMap { $0["id"]?.int }) == [1, 2])
  }

  @Test func `a batch with only a cancellation has no response`() async throws {
    let client = Conversation()
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"hold"}"#, "[\(cancellation(of: "1"))]")
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.map(\.reason) == ["cancelled"])
  }

  /// Results and cancellations may cross.
  @Test func `every request has exactly one response, whenever its cancellation arrives`() async throws {
    let client = Conversation()
    let count = 300
    for id in 0..<count {
      client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"yield"}"#, cancellation(of: "\(id)"))
    }
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<count))
    #expect(lines.allSatisfy { $0["result"] == .null || $0.reason == "cancelled" })
  }
}
