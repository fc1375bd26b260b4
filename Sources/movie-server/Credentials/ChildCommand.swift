import Files
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Those that run. Whoever is in here has not been waited for, so that its id is no other process's.
  private static let running = Locked<Set<pid_t>>([])

  /// Ends all that run; for a process that has to end.
  static func killAll() {
    running.withLock { for process in $0 { kill(-process, SIGKILL) } }
  }

  /// Blocks until the program has ended or the time is over; then it is killed, with its group.
  static func run(_ words: [String], patienceMilliseconds: Int) throws(SpawnFailure) -> Output {
    guard let output = Pipe(), let errors = Pipe(), let end = Pipe() else {
      throw SpawnFailure(description: "cannot be started: \(String(cString: strerror(errno)))")
    }
    // Counted in the same moment as it is there: who kills all must not miss it.
    let process = try running.withLock { running throws(SpawnFailure) in
      let process = try spawn(words, output: output.write, errors: errors.write)
      running.insert(process)
      return process
    }
    // Only the program may hold these open.
    output.closeWrite()
    errors.closeWrite()
    let status = Locked<Int32>(0)
    startThread {
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      running.withLock { running in
        var code: Int32 = 0
        waitpid(process, &code, 0)
        status.withLock { $0 = code }
        running.remove(process)
      }
      end.closeWrite()
    }
    return collect(process, output, errors, end, patienceMilliseconds) { status.withLock { $0 } }
  }

  /// Takes what is printed until the program has ended. Not until its output does: what it has left running in the
  /// background, such as an agent, may hold that open for good.
  private static func collect(
    _ process: pid_t, _ output: Pipe, _ errors: Pipe, _ end: Pipe, _ patienceMilliseconds: Int, status: () -> Int32
  ) -> Output {
    var result = Output()
    let deadline = ContinuousClock.now + .milliseconds(patienceMilliseconds)
    var isKilled = false
    var requests = [output, errors, end].map { pollfd(fd: $0.read, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      let count = poll(&requests, nfds_t(requests.count), isKilled ? -1 : Int32(max(0, left.rounded(.up))))
      if count < 0 { continue }
      if count == 0 {
        running.withLock { if $0.contains(process) { kill(-process, SIGKILL) } }
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
    let code = status()
    result.failure =
      switch code {
      case _ where isKilled: "has not ended within \(patienceMilliseconds / 1_000) s"
      case 0: nil
      case _ where code & 0x7F == 0: "has ended with status \((code >> 8) & 0xFF)"
      default: "was ended by signal \(code & 0x7F)"
      }
    return result
  }
}

/// Two descriptors that no other program inherits, closed with this object.
private final class Pipe: Sendable {
  let read: Int32
  let write: Int32
  private let isWritable = Locked(true)

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (read, write) = (ends[0], ends[1])
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(read, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(read)
    closeWrite()
  }

  func closeWrite() {
    isWritable.withLock { isWritable in
      if isWritable { close(write) }
      isWritable = false
    }
  }

  /// Takes what is there, keeping no more than `limit` bytes in all; false at the end.
  func take(into bytes: inout [UInt8], atMost limit: Int) -> Bool {
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
