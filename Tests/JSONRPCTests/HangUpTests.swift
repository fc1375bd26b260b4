import Foundation
import JSONRPC
import Testing

/// A client that has closed its end of the input is noticed while the reader waits for something else.
@Suite(.timeLimit(.minutes(20))) struct HangUpTests {
  @Test func `a reader that waits for room notices the end of the input`() async throws {
    var limits = Connection.Limits()
    limits.queueBytes = 100_000
    limits.drainMilliseconds = 20
    let client = Conversation(limits: limits, reads: false)
    for id in 0..<20 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"blob","params":{"bytes":50000}}"#) }
    try await Conversation.passTime(rounds: 20)
    #expect(client.handler.called.count < 20)
    client.closeInput()
    #expect(try await client.end() == .orderly)
    #expect(client.handler.called.count == 20)
  }

  @Test func `a reader at the limit of requests in flight notices that a socket is shut down`() async throws {
    var limits = Connection.Limits()
    limits.inFlight = 4
    limits.drainMilliseconds = 20
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, socketType, 0, &ends) == 0)
    let (client, server) = (ends[0], ends[1])
    let handler = TestHandler()
    let connection = Connection(
      (input: server, output: server), protocol: TestProtocol(), limits: limits, handler: handler, onOutputClosed: {})
    let (ended, feed) = AsyncStream<Connection.End>.makeStream()
    Thread.detachNewThread { feed.yield(connection.run()) }

    let requests = (0..<5).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"hold"}"# + "\n" }.joined()
    #expect(send(client, requests, requests.utf8.count, 0) == requests.utf8.count)
    while handler.called.count < limits.inFlight { await Task.yield() }
    // It still reads, so the socket is not hung up.
    #expect(shutdown(client, Int32(SHUT_WR)) == 0)
    for await end in ended {
      #expect(end == .orderly)
      break
    }
    #expect(handler.called.count == 5)
    close(client)
    close(server)
  }

  private var socketType: Int32 {
    #if os(Linux)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}
