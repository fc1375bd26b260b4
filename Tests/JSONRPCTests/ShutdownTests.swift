import JSON
import Testing

@testable import JSONRPC

@Suite(.timeLimit(.minutes(20))) struct ShutdownTests {
  private let shutdown = #"{"jsonrpc":"2.0","id":"s","method":"shutdown"}"#
  private let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
  private let hold = #"{"jsonrpc":"2.0","id":1,"method":"hold"}"#
  private let isShutDown = #"{"jsonrpc":"2.0","id":"s","result":{}}"#

  @Test func `shutdown and exit end the connection in order`() async throws {
    let client = Conversation()
    client.send(shutdown, exit)
    #expect(await client.remainingLines() == [isShutDown])
    #expect(try await client.end() == .orderly)
  }

  @Test(arguments: ["\n", ""])
  func `exit without shutdown is not orderly, also as a last line without a line end`(lineEnd: String) async throws {
    let client = Conversation()
    client.send(bytes: (exit + lineEnd).utf8)
    client.closeInput()
    #expect(await client.remainingLines() == [])
    #expect(try await client.end() == .exitWithoutShutdown)
  }

  @Test func `the end of the input is orderly, with or without shutdown`() async throws {
    for lines in [[], [shutdown]] {
      let client = Conversation()
      for line in lines { client.send(line) }
      client.closeInput()
      #expect(try await client.end() == .orderly)
    }
  }

  @Test func `shutdown is answered after all accepted requests`() async throws {
    let client = Conversation()
    client.send(hold, shutdown, #"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)
    // The rejection comes first, because the shutdown waits.
    let rejection = try JSON.parse(try await client.line())
    #expect(rejection["id"] == 2)
    #expect(rejection.reason == "shuttingDown")
    #expect(rejection.code == 1019)
    client.handler.gate.open()
    #expect(try await client.line() == #"{"jsonrpc":"2.0","id":1,"result":"held"}"#)
    #expect(try await client.line() == isShutDown)
    #expect(client.handler.called == ["hold"])
  }

  @Test func `a second shutdown and notifications after it are rejected`() async throws {
    let client = Conversation()
    client.send(shutdown, #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"update"}"#)
    client.send(#"[{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","id":3,"method":"get_data"}]"#, exit)
    let lines = await client.remainingLines()
    #expect(lines.first == isShutDown)
    #expect(try parse(lines).flatMap { $0.array ?? [$0] }.map(\.reason) == [nil, "shuttingDown", "shuttingDown"])
    #expect(client.handler.called == [])
    #expect(try await client.end() == .orderly)
  }

  @Test func `a request can be cancelled during the shutdown`() async throws {
    let client = Conversation()
    client.send(hold, shutdown, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, exit)
    let lines = await client.remainingLines()
    #expect(try parse(lines).map(\.reason) == ["cancelled", nil])
    #expect(lines.last == isShutDown)
  }

  @Test func `exit without shutdown cancels and answers the requests in flight`() async throws {
    let client = Conversation()
    client.send(hold, exit, #"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)
    let lines = try parse(await client.remainingLines())
    #expect(lines.map { $0["id"] } == [1])
    #expect(lines.map(\.reason) == ["cancelled"])
    #expect(try await client.end() == .exitWithoutShutdown)
  }

  @Test func `a batch may contain shutdown and exit, and its responses are one message`() async throws {
    let client = Conversation()
    client.send("[\(shutdown),\(exit),\(#"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#)]")
    let lines = try parse(await client.remainingLines())
    #expect(lines.count == 1)
    #expect(lines.first?.array?.map(\.reason) == [nil, "shuttingDown"])
    #expect(try await client.end() == .orderly)
  }

  @Test func `the response to shutdown is written before the connection ends`() async throws {
    // The last request finishes on another thread just when the reader checks for requests in flight.
    for _ in 0..<300 {
      let client = Conversation()
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"yield"}"# + "\n" + shutdown + "\n" + exit)
      let lines = await client.remainingLines()
      try #require(lines == [#"{"jsonrpc":"2.0","id":1,"result":null}"#, isShutDown])
    }
  }
}
