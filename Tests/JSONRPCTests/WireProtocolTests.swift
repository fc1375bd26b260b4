import Concurrency
import JSON
import Testing

@testable import JSONRPC

/// A connection with another protocol than the Language Server Protocol's.
@Suite(.timeLimit(.minutes(20))) struct WireProtocolTests {
  private static let hold = #"{"jsonrpc":"2.0","id":1,"method":"hold"}"#
  private static let cancellation = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
  private static let probe = #"{"jsonrpc":"2.0","id":"probe","method":"get_data"}"#
  private static let probed = #"{"jsonrpc":"2.0","id":"probe","result":["hello",5]}"#

  @Test(arguments: ["hold", "stubborn"])
  func `nothing is sent for a cancelled request, however it ends`(method: String) async throws {
    let client = Conversation(ContextProtocol())
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#, Self.cancellation, Self.probe)
    #expect(try await client.line() == Self.probed)
    client.handler.gate.open()
    // The id is free again.
    while client.connection.state.withLock({ $0.count }) > 0 { await Task.yield() }
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"get_data"}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"#])
    #expect(try await client.end() == .orderly)
  }

  @Test func `nothing is sent for what still runs at the end of the input`() async throws {
    var limits = Connection.Limits()
    limits.drainMilliseconds = 20
    let client = Conversation(ContextProtocol(), limits: limits)
    client.send(Self.hold, #"{"jsonrpc":"2.0","id":2,"method":"stubborn"}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [])
    #expect(try await client.end() == .orderly)
    client.handler.gate.open()
  }

  @Test func `batches and positional params are refused where the protocol has none`() async throws {
    let client = Conversation(ContextProtocol())
    client.send("[\(Self.probe)]", #"{"jsonrpc":"2.0","id":1,"method":"get_data","params":[{}]}"#, Self.probe)
    client.closeInput()
    let lines = await client.remainingLines()
    #expect(try parse(lines).map(\.reason) == ["invalidRequest", "invalidParams", nil])
    #expect(try parse(lines).map { $0["id"] } == [nil, 1, "probe"])
  }

  @Test func `where no id is null, such a request is invalid, and an error about no id has none`() async throws {
    let client = Conversation(ContextProtocol())
    client.send("{", "7", #"{"jsonrpc":"2.0","id":null,"method":"get_data"}"#, #"{"jsonrpc":"2.0","id":{}}"#)
    client.send(#"{"jsonrpc":"2.0","id":1,"method":7}"#)
    client.closeInput()
    let responses = try parse(await client.remainingLines())
    #expect(responses.map(\.code) == [-32700, -32600, -32600, -32600, -32600])
    #expect(responses.map { $0["id"] } == [nil, nil, nil, nil, 1])
    #expect(client.handler.called.isEmpty)
  }

  @Test func `a request that stays open is answered at the end of the input`() async throws {
    let client = Conversation(ContextProtocol())
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"listen"}"#)
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":"ended"}"#])
    #expect(try await client.end() == .orderly)
  }

  @Test func `the messages of another protocol are the handler's`() async throws {
    let client = Conversation(ContextProtocol())
    client.send(Self.hold, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    client.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#)
    client.send(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    #expect(try JSON.parse(try await client.line()).reason == "methodNotFound")
    #expect(client.handler.called == ["hold", "$/cancelRequest", "exit", "shutdown"])
    client.handler.gate.open()
    client.closeInput()
    #expect(await client.remainingLines() == [#"{"jsonrpc":"2.0","id":1,"result":"held"}"#])
  }

  @Test func `a request that is cancelled before its task is known is cancelled then`() async {
    let entry = InFlight.Entry(id: .null, batch: nil, inputBytes: 0, MemoryGate(limit: 0))
    entry.cancel()
    let task = Task { while !Task.isCancelled { await Task.yield() } }
    entry.setTask(task)
    await task.value
  }
}
