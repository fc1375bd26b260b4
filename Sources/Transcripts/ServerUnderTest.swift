/// A server process that is connected by pipes. Its stderr is inherited.
final class ServerUnderTest {
  let input: PrivatePipe
  let output: PrivatePipe
  let process: ChildProcess
  private let framing: Framing
  private let stream: MessageStream

  /// - Parameter framing: of the messages that are sent, and the only one that is accepted.
  init(command: [String], environment: [String: String], framing: Framing) throws(TranscriptError) {
    self.framing = framing
    do {
      (input, output) = (try PrivatePipe(), try PrivatePipe())
      process = try ChildProcess(
        command, environment: environment, streams: (input.read, output.write, nil), isGroupKilled: true)
    } catch {
      throw TranscriptError("\(command[0]) \(error.description)")
    }
    input.closeRead()
    output.closeWrite()
    stream = MessageStream(input: output.read, output: input.write)
  }

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

  /// Kills the server with every process that it has started.
  func kill() {
    process.signal(SIGKILL)
    _ = process.waitForExit()
  }
}

extension ChildProcess.Exit {
  /// The exit status as a shell reports it: 128 plus the number of a signal.
  var shellStatus: Int32 {
    switch self {
    case .status(let status): status
    case .signal(let number): 128 + number
    }
  }
}

/// An empty home folder for a server, which is removed afterwards.
struct TemporaryHome: Sendable {
  let path: String

  private static let existing = Mutex<Set<String>>([])

  init() throws(TranscriptError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/movie-server-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw TranscriptError("no folder can be made in \(folder): \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.path = path
    Self.existing.withLock { _ = $0.insert(path) }
  }

  /// The environment variables by which programs find their home.
  var variables: [String: String] {
    [
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config",
      "XDG_CACHE_HOME": path + "/cache", "XDG_STATE_HOME": path + "/state",
    ]
  }

  func remove() {
    Self.removeTree(path)
    Self.existing.withLock { _ = $0.remove(path) }
  }

  /// Removes all homes, for a process that must exit at once.
  static func removeAll() { for path in existing.withLock({ $0 }) { removeTree(path) } }

  private static func removeTree(_ path: String) {
    // Everything but a folder, also a link to a folder, is unlinked and not entered.
    guard unlink(path) != 0 else { return }
    for name in namesInFolder(path) { removeTree(path + "/" + name) }
    rmdir(path)
  }
}
