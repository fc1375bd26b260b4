import OperatingSystem

enum ChildCommand {
  struct Output {
    var bytes: [UInt8] = []
    var errors: [UInt8] = []
    /// The reason why the program failed, after its name; nil for success.
    var failure: String?

    /// The first lines. By bytes: CR LF is one Character, which is not equal to a line feed.
    func lines(_ maximum: Int) -> [String] {
      bytes.split(separator: UInt8(ascii: "\n"), maxSplits: maximum, omittingEmptySubsequences: false)
        .prefix(maximum).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  static let outputBytes = 64 << 10
  private static let errorBytes = 4 << 10
  /// A program with more output than a pipe holds waits for this time.
  private static let intervalMilliseconds = 20

  /// Runs the program and blocks until it exits, not until its output is closed: a background process that it has
  /// started, such as an agent, may keep that open forever. At the timeout it is killed, with its process group.
  static func run(_ words: [String], environment: [String: String]? = nil, timeoutMilliseconds: Int) -> Output {
    var result = Output()
    do throws(SpawnFailure) {
      let (output, errors) = (try PrivatePipe(), try PrivatePipe())
      let process = try ChildProcess(
        words, environment: environment, streams: (nil, output.write, errors.write), isGroupKilled: false)
      for pipe in [output, errors] {
        _ = fcntl(pipe.read, F_SETFL, O_NONBLOCK)
        pipe.closeWrite()
      }
      let deadline = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
      var exit: ChildProcess.Exit?
      repeat {
        exit = process.waitForExit(milliseconds: intervalMilliseconds)
        output.readAvailable(into: &result.bytes, atMost: outputBytes)
        errors.readAvailable(into: &result.errors, atMost: errorBytes)
      } while exit == nil && .now < deadline
      if exit == nil { process.signal(SIGKILL) }
      result.failure =
        switch exit {
        case nil: "has not exited within \(timeoutMilliseconds / 1_000) s"
        case .status(0): nil
        case .status(let status): "has exited with status \(status)"
        case .signal(let number): "was killed by signal \(number)"
        }
    } catch { result.failure = error.description }
    return result
  }
}

extension PrivatePipe {
  /// Reads what is available without waiting, and keeps at most `limit` bytes in all.
  fileprivate func readAvailable(into bytes: inout [UInt8], atMost limit: Int) {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    // At most as much at a time as a pipe holds: a program that never stops printing must not delay its timeout.
    for _ in 0..<8 {
      let count = Platform.read(read, &chunk, chunk.count)
      guard count > 0 else { return }
      bytes += chunk.prefix(min(count, limit - bytes.count))
    }
  }
}
