import Concurrency
import JSON
import JSONRPC
import Testing

/// A client and a connection that talk over two pipes.
///
/// What blocks runs on threads of its own: the handler's tasks need those of the tests. There are no deadlines here;
/// the suites' time limits cancel the test, which ends each wait with nil.
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
  init(limits: Connection.Limits = .patient, handler: TestHandler = TestHandler(), reads: Bool = true) {
    self.handler = handler
    (lines, linesFeed) = AsyncStream.makeStream()
    let (closings, closingsFeed) = AsyncStream<Void>.makeStream()
    self.closings = closings
    let (ends, endsFeed) = AsyncStream<Connection.End>.makeStream()
    self.ends = ends
    let connection = Connection(
      input: toServer.readEnd, output: toClient.writeEnd, limits: limits, handler: handler,
      onOutputClosed: { closingsFeed.yield() })
    self.connection = connection
    // Both pipes are held, so that no descriptor is closed, and its number used anew, while one still serves it.
    startThread { [toServer, toClient] in
      let end = connection.run()
      toServer.closeReadEnd()
      toClient.closeWriteEnd()
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
    startThread { [toClient, linesFeed] in
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

  /// The client closes its end without reading.
  func closeOutput() { toClient.closeReadEnd() }

  /// The next line that the server has written.
  func line() async throws -> String {
    for await line in lines { return line }
    throw Ended()
  }

  /// All lines up to the end, which has to come by itself or with `closeInput`.
  func remainingLines() async -> [String] {
    var all: [String] = []
    for await line in lines { all.append(line) }
    return all
  }

  struct Ended: Error {}

  /// Why `run` returned.
  func end() async throws -> Connection.End {
    for await end in ends { return end }
    throw Ended()
  }

  func outputClosed() async throws {
    for await _ in closings { return }
    throw Ended()
  }

  /// Asks and answers so often that whatever was under way elsewhere has had its chance; a clock made of work.
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
  /// The usual limits without the drain's deadline, which a busy machine would miss.
  static var patient: Connection.Limits {
    var limits = Connection.Limits()
    limits.drainMilliseconds = 600_000
    return limits
  }
}

/// The lines of `texts`, each parsed.
func parse(_ texts: [String]) throws -> [JSON] {
  try texts.map { try JSON.parse($0) }
}

extension JSON {
  /// The name that clients branch on, of a response that is an error.
  var reason: String? { self["error"]?["data"]?["reason"]?.string }
  var code: Int? { self["error"]?["code"]?.int }
}
