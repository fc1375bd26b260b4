import OperatingSystem
import Platform

enum ChildCommand {
  struct Output {
    var bytes: [UInt8] = []
    var errors: [UInt8] = []
    /// The reason why the program failed; nil for success.
    var failure: String?
  }

  static let outputBytes = 64 << 10
  private static let errorBytes = 4 << 10

  /// Runs the program and blocks until it exits. At the timeout it is killed, with its process group.
  static func run(
    _ words: [String], environment: [String: String]? = nil, timeoutMilliseconds: Int
  ) throws(SpawnFailure) -> Output {
    let (output, errors, end) = (try PrivatePipe(), try PrivatePipe(), try PrivatePipe())
    defer { for pipe in [output, errors, end] { pipe.closeRead() } }
    for pipe in [output, errors] { _ = fcntl(pipe.read, F_SETFL, O_NONBLOCK) }
    let process = try ChildProcess(
      words, environment: environment, output: output.write, errors: errors.write, isGroupKilled: false
    ) {
      end.closeWrite()
    }
    // Only the program may keep these open.
    output.closeWrite()
    errors.closeWrite()
    return collect(process, output, errors, end, timeoutMilliseconds)
  }

  /// Collects the output until the program exits, not until its output is closed: a background process that it has
  /// started, such as an agent, may keep that open forever.
  private static func collect(
    _ process: ChildProcess, _ output: PrivatePipe, _ errors: PrivatePipe, _ end: PrivatePipe,
    _ timeoutMilliseconds: Int
  ) -> Output {
    var result = Output()
    let deadline = ContinuousClock.now + .milliseconds(timeoutMilliseconds)
    var isKilled = false
    var requests = [output, errors, end].map { pollfd(fd: $0.read, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      let count = poll(&requests, nfds_t(requests.count), isKilled ? -1 : Int32(max(0, left.rounded(.up))))
      if count < 0 { continue }
      if count == 0 {
        process.signal(SIGKILL)
        isKilled = true
      }
      // Checked before the pipes are read, which then contain everything that was printed before the exit.
      let hasEnded = requests[2].revents != 0
      if requests[0].revents != 0, !output.readAvailable(into: &result.bytes, atMost: outputBytes) {
        requests[0].fd = -1
      }
      if requests[1].revents != 0, !errors.readAvailable(into: &result.errors, atMost: errorBytes) {
        requests[1].fd = -1
      }
      if hasEnded { break }
    }
    _ = output.readAvailable(into: &result.bytes, atMost: outputBytes)
    _ = errors.readAvailable(into: &result.errors, atMost: errorBytes)
    result.failure =
      switch process.waitForExit() {
      case _ where isKilled: "has not exited within \(timeoutMilliseconds / 1_000) s"
      case .status(0): nil
      case .status(let status): "has exited with status \(status)"
      case .signal(let number): "was killed by signal \(number)"
      }
    return result
  }
}

extension PrivatePipe {
  /// Reads what is available without waiting, and keeps at most `limit` bytes in all. Returns false at the end.
  fileprivate func readAvailable(into bytes: inout [UInt8], atMost limit: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    // At most as much at a time as a pipe holds: a program that never stops printing must not delay its timeout.
    for _ in 0..<8 {
      let count = Platform.read(read, &chunk, chunk.count)
      if count == 0 { return false }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      bytes += chunk.prefix(min(count, limit - bytes.count))
    }
    return true
  }
}
