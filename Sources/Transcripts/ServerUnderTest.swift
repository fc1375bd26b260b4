import JSON
import JSONRPC
import OperatingSystem
import Platform

/// A server process that is connected by pipes. Its stderr is inherited.
final class ServerUnderTest {
  let input: PrivatePipe
  let output: PrivatePipe
  private let process: ChildProcess
  private let framing: Framing
  private let stream: MessageStream

  /// - Parameter framing: of the messages that are sent, and the only one that is accepted.
  init(command: [String], environment: [String: String], framing: Framing) throws(TranscriptError) {
    self.framing = framing
    do {
      (input, output) = (try PrivatePipe(), try PrivatePipe())
      process = try ChildProcess(
        command, environment: environment, input: input.read, output: output.write, isGroupKilled: true)
    } catch {
      throw TranscriptError("\(command[0]) \(error.description)")
    }
    input.closeRead()
    output.closeWrite()
    stream = MessageStream(input: output.read, output: input.write)
  }

  /// Sends a message, and returns false if the server's input is closed.
  func send(_ text: String) -> Bool { input.isWriteOpen && stream.send(Array(text.utf8), framing: framing) }

  func next(milliseconds: Int) -> StreamEvent<(json: JSON, text: String)> {
    switch stream.next(milliseconds: milliseconds) {
    case .end: return .end
    case .timeout: return .timeout
    case .malformed(let fault): return .malformed(fault)
    case .message(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard stream.framing == framing else {
        return .malformed("the server's framing is not that of the client, which is \(framing): \(text)")
      }
      do {
        return .message((try JSON.parse(bytes), text))
      } catch {
        return .malformed("the server's message is not JSON (\(error.description), at byte \(error.offset)): \(text)")
      }
    }
  }

  func closeInput() { input.closeWrite() }

  /// Returns the exit status as a shell reports it: 128 plus the number of a signal. Returns nil after a timeout.
  func waitForExit(milliseconds: Int) -> Int32? { process.waitForExit(milliseconds: milliseconds)?.shellStatus }

  /// Returns the exit status, however long that takes.
  func waitForExit() -> Int32 { process.waitForExit().shellStatus }

  /// Kills the server with every process that it has started.
  func kill() {
    process.signal(SIGKILL)
    _ = process.waitForExit()
  }
}

extension ChildProcess.Exit {
  fileprivate var shellStatus: Int32 {
    switch self {
    case .status(let status): status
    case .signal(let number): 128 + number
    }
  }
}
