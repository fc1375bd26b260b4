import Concurrency
import Foundation
import JSON
import JSONRPC
import Testing

/// A client and a connection, joined by two pipes.
///
/// Blocking calls run on threads of their own, because the handler's tasks need the tests' threads. There are no
/// deadlines here: a suite's time limit cancels the test, which ends every wait.
final class Conversation: Sendable {
  let handler: TestHandler
  let connection: Connection
  private let toServer = Pipe()
  private let toClient = Pipe()
  private let lines: AsyncStream<String>
  private let linesFeed: AsyncStream<String>.Continuation
  private let ends: AsyncStream<Connection.End>
  private let closings: AsyncStream<Void>

  /// - Parameter reads: false for a client that reads nothing until `startReading`.
  init(
    _ wire: any WireProtocol = TestProtocol(), limits: Connection.Limits = .patient,
    handler: TestHandler = TestHandler(), reads: Bool = true
  ) {
    self.handler = handler
    (lines, linesFeed) = AsyncStream.makeStream()
    let (closings, closingsFeed) = AsyncStream<Void>.makeStream()
    self.closings = closings
    let (ends, endsFeed) = AsyncStream<Connection.End>.makeStream()
    self.ends = ends
    let connection = Connection(
      (input: toServer.readEnd, output: toClient.writeEnd), protocol: wire, limits: limits, handler: handler,
      onOutputClosed: { closingsFeed.yield() })
    self.connection = connection
    // The thread keeps both pipes, so that no descriptor is closed and reused while the connection still uses it. To a
    // client that does not read, a thread may still be writing.
    Thread.detachNewThread { [toServer, toClient] in
      let end = connection.run()
      toServer.closeReadEnd()
      if reads && toClient.readEnd >= 0 { toClient.closeWriteEnd() } else { toClient.abandonWriteEnd() }
      endsFeed.yield(end)
    }
    if reads { startReading() }
  }

  // MARK: Writing

  func send(_ lines: String...) {
    for line in lines { toServer.write(Array((line + "\n").utf8)) }
  }

  func send(bytes: some Collection<UInt8>) { toServer.write(bytes) }

  func closeInput() { toServer.closeWriteEnd() }

  // MARK: Reading

  func startReading() {
    Thread.detachNewThread { [toClient, linesFeed] in
      var rest: [UInt8] = []
      while true {
        let bytes = toClient.read()
        guard !bytes.isEmpty else { break }
        rest += bytes
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(lines.removeLast())
        for line in lines { linesFeed.yield(String(decoding: line, as: UTF8.self)) }
      }
      if !rest.isEmpty { linesFeed.yield(String(decoding: rest, as: UTF8.self)) }
      linesFeed.finish()
    }
  }

  /// Closes the client's end without reading.
  func closeOutput() { toClient.closeReadEnd() }

  /// The next line from the server.
  func line() async throws -> String {
    for await line in lines { return line }
    throw Ended()
  }

  /// All lines up to the end, which the server reaches by itself or after `closeInput`.
  func remainingLines() async -> [String] {
    var all: [String] = []
    for await line in lines { all.append(line) }
    return all
  }

  struct Ended: Error {}

  /// The result of `run`.
  func end() async throws -> Connection.End {
    for await end in ends { return end }
    throw Ended()
  }

  func outputClosed() async throws {
    for await _ in closings { return }
    throw Ended()
  }

  /// Exchanges so many messages that work elsewhere has had time to progress: a clock that is made of work.
  static func passTime(rounds: Int = 200) async throws {
    let other = Conversation()
    for round in 0..<rounds {
      other.send(#"{"jsonrpc":"2.0","id":\#(round),"method":"yield"}"#)
      _ = try await other.line()
    }
    other.closeInput()
    _ = try await other.end()
  }
}

extension Connection.Limits {
  /// The default limits without a short drain timeout, which a busy machine would miss.
  static var patient: Connection.Limits {
    var limits = Connection.Limits()
    limits.drainMilliseconds = 600_000
    return limits
  }
}

/// Parses each text.
func parse(_ texts: [String]) throws -> [JSON] {
  try texts.map { try JSON.parse($0) }
}

extension JSON {
  /// The reason of an error response.
  var reason: String? { self["error"]?["data"]?["reason"]?.string }
  var code: Int? { self["error"]?["code"]?.int }
}
