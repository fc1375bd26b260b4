import Files
import JSON
import JSONRPC
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that is verified: a process that is spoken to over pipes. What it writes to stderr is let through.
final class Peer {
  enum Incoming {
    case message(JSON, text: String)
    /// What is no message in the framing that was spoken; says what is wrong.
    case faulty(String)
    case end
    case silence
  }

  private let process: pid_t
  private let framing: Framing
  private let channel: Channel
  /// Nil when it is closed, or somebody else's.
  private var output: Int32?
  private var input: Int32?
  private let status = Monitor<Int32?>(nil)

  /// Whose groups may be signalled: the processes that are not reaped.
  private static let running = Locked<Set<pid_t>>([])

  /// - Parameter command: the program's path and its arguments.
  init(command: [String], environment: [String: String], framing: Framing) throws(TranscriptError) {
    self.framing = framing
    let (input, output) = (try Self.pipe(), try Self.pipe())
    defer {
      close(input.read)
      close(output.write)
    }
    do {
      // A group of its own, so that a shell and what it runs end together.
      process = try spawn(command, environment: environment, input: input.read, output: output.write)
    } catch {
      close(input.write)
      close(output.read)
      throw TranscriptError("\(command[0]) \(error.description)")
    }
    self.input = input.write
    self.output = output.read
    channel = Channel(input: output.read, output: input.write)
    _ = Self.running.withLock { $0.insert(process) }
    startThread { [process, status] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      // As long as it is not reaped its number, the group's, is nobody else's.
      Self.running.withLock { running in
        kill(-process, SIGKILL)
        running.remove(process)
      }
      var code: Int32 = 0
      waitpid(process, &code, 0)
      // As a shell tells it.
      let signal = code & 0x7F
      status.withLock { [code] in $0 = signal == 0 ? (code >> 8) & 0xFF : 128 + signal }
      status.notify()
    }
  }

  deinit {
    closeInput()
    if let output { close(output) }
  }

  /// Hands over the server's input and output, to be used and closed by whoever has them now.
  func takeEnds() -> (input: Int32, output: Int32) {
    defer { (input, output) = (nil, nil) }
    return (input ?? -1, output ?? -1)
  }

  /// False when the server takes no more input.
  func send(_ text: String) -> Bool { input != nil && channel.send(text.utf8, framing: framing) }

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

  func closeInput() {
    if let input { close(input) }
    input = nil
  }

  /// The exit status, 128 and the signal's number where one ended it; nil when it goes on.
  func waitForExit(milliseconds: Int) -> Int32? {
    status.wait(milliseconds: milliseconds, until: { $0 != nil })
    return status.withLock { $0 }
  }

  /// The same, however long it takes.
  func waitForExit() -> Int32 { status.wait(until: { $0 != nil }) { $0 ?? 0 } }

  /// Signals all that there are, with what they have started.
  static func signalAll(_ signal: Int32) {
    running.withLock { for process in $0 { kill(-process, signal) } }
  }

  /// Leaves no process behind, nor one that this one has started.
  func destroy() {
    Self.running.withLock { running in
      if running.contains(process) { kill(-process, SIGKILL) }
    }
    status.wait(until: { $0 != nil }) { _ in }
  }

  /// Kills all that there are and then ends this process, before anybody can see that they are gone.
  static func killAll(thenExit status: Int32, _ cleanUp: () -> Void) -> Never {
    running.withLock { running in
      for process in running { kill(-process, SIGKILL) }
      cleanUp()
      _exit(status)
    }
  }

  // MARK: Starting

  private static func pipe() throws(TranscriptError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let made = Darwin.pipe(&ends)
    #elseif canImport(Musl)
      let made = Musl.pipe(&ends)
    #else
      let made = Glibc.pipe(&ends)
    #endif
    guard made == 0 else { throw TranscriptError("no pipe: \(String(cString: strerror(errno)))") }
    // One server must not hold another's pipes open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
