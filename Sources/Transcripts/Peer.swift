import JSON
import JSONRPC
import OperatingSystem
import Platform

/// A server that is verified: a process that is spoken to over pipes. What it writes to stderr is let through.
final class Peer {
  enum Incoming {
    case message(JSON, text: String)
    /// What is no message in the framing that was spoken; says what is wrong.
    case faulty(String)
    case end
    case silence
  }

  /// What it reads and what it writes; whoever uses one of our ends may close it.
  let input: PrivatePipe
  let output: PrivatePipe
  private let process: ChildProcess
  private let framing: Framing
  private let channel: Channel

  /// - Parameter command: the program's path and its arguments.
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
    channel = Channel(input: output.read, output: input.write)
  }

  /// False when the server takes no more input.
  func send(_ text: String) -> Bool { input.isWriteOpen && channel.send(text.utf8, framing: framing) }

  func next(milliseconds: Int) -> Incoming {
    switch channel.next(milliseconds: milliseconds) {
    case .end: return .end
    case .silence: return .silence
    case .faulty(let fault): return .faulty(fault)
    case .message(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard channel.framing == framing else { return .faulty("this is framed otherwise than it was asked: \(text)") }
      do {
        return .message(try JSON.parse(bytes), text: text)
      } catch {
        return .faulty("this is no JSON (\(error.description), at byte \(error.offset)): \(text)")
      }
    }
  }

  func closeInput() { input.closeWrite() }

  /// The exit status, 128 and the signal's number where one ended it; nil when it goes on.
  func waitForExit(milliseconds: Int) -> Int32? { process.waitForExit(milliseconds: milliseconds)?.shellStatus }

  /// The same, however long it takes.
  func waitForExit() -> Int32 { process.waitForExit().shellStatus }

  /// Leaves no process behind, nor one that this one has started.
  func destroy() {
    process.signal(SIGKILL)
    _ = process.waitForExit()
  }
}

extension ChildProcess.Exit {
  /// As a shell tells it.
  fileprivate var shellStatus: Int32 {
    switch self {
    case .status(let status): status
    case .signal(let number): 128 + number
    }
  }
}
