import OperatingSystem
import Platform

/// Runs another program, in a process group of its own and without a shell, for what it prints.
enum ChildCommand {
  struct Output {
    /// From stdout.
    var bytes: [UInt8] = []
    /// From stderr.
    var errors: [UInt8] = []
    /// Why what was printed does not count; nil for success.
    var failure: String?
  }

  static let outputBytes = 64 << 10
  private static let errorBytes = 4 << 10

  /// Blocks until the program has ended or the time is over; then it is killed, with its group.
  static func run(_ words: [String], timeoutMilliseconds: Int) throws(SpawnFailure) -> Output {
    let (output, errors, end) = (try PrivatePipe(), try PrivatePipe(), try PrivatePipe())
    defer { for pipe in [output, errors, end] { pipe.closeRead() } }
    for pipe in [output, errors] { _ = fcntl(pipe.read, F_SETFL, O_NONBLOCK) }
    let process = try ChildProcess(words, output: output.write, errors: errors.write, isGroupKilled: false) {
      end.closeWrite()
    }
    // Only the program may hold these open.
    output.closeWrite()
    errors.closeWrite()
    return collect(process, output, errors, end, timeoutMilliseconds)
  }

  /// Takes what is printed until the program has ended. Not until its output does: what it has left running in the
  /// background, such as an agent, may hold that open for good.
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
      // Looked at first: whatever was printed before the end is then in the pipes.
      let hasEnded = requests[2].revents != 0
      if requests[0].revents != 0, !output.take(into: &result.bytes, atMost: outputBytes) { requests[0].fd = -1 }
      if requests[1].revents != 0, !errors.take(into: &result.errors, atMost: errorBytes) { requests[1].fd = -1 }
      if hasEnded { break }
    }
    _ = output.take(into: &result.bytes, atMost: outputBytes)
    _ = errors.take(into: &result.errors, atMost: errorBytes)
    result.failure =
      switch process.waitForExit() {
      case _ where isKilled: "has not ended within \(timeoutMilliseconds / 1_000) s"
      case .status(0): nil
      case .status(let status): "has ended with status \(status)"
      case .signal(let number): "was ended by signal \(number)"
      }
    return result
  }
}

extension PrivatePipe {
  /// Takes what is there without waiting for more, keeping no more than `limit` bytes in all; false at the end.
  fileprivate func take(into bytes: inout [UInt8], atMost limit: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    // No more at a time than a pipe holds: whoever never stops printing must not keep this busy past its deadline.
    for _ in 0..<8 {
      #if canImport(Darwin)
        let count = Darwin.read(read, &chunk, chunk.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(read, &chunk, chunk.count)
      #else
        let count = Musl.read(read, &chunk, chunk.count)
      #endif
      if count == 0 { return false }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      bytes += chunk.prefix(min(count, limit - bytes.count))
    }
    return true
  }
}
