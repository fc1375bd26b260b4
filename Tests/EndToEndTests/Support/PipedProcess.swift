import Concurrency
import Foundation
import TestSupport

/// A process with three pipes. It is always reaped, and no other child inherits its descriptors.
///
/// Unlike `OperatingSystem.ChildProcess` it has no process group of its own, and only the process itself is signalled:
/// tests kill a client without its server.
final class PipedProcess: Sendable {
  enum Status: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// The time limit, in milliseconds, for anything that a test waits for. Generous, since only a failure uses it up.
  static let timeoutMilliseconds = 120_000

  /// How long, in milliseconds, a process must not read its input before it counts as stalled.
  static let stallMilliseconds: Int32 = Executable.isSanitized ? 5_000 : 1_000

  let id: pid_t
  /// The framing of the input and of the output.
  let framing: Framing
  let output: LineReader
  let errors: LineReader
  private let input: Monitor<Int32?>
  private let status = Monitor<Status?>(nil)

  /// - Parameter readsOutput: false for a client that does not read; then only `output.close` may be called.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], framing: Framing = .lines,
    readsOutput: Bool = true
  ) throws {
    self.framing = framing
    let (inputEnds, outputEnds, errorEnds) = (try Spawning.pipe(), try Spawning.pipe(), try Spawning.pipe())
    defer { for descriptor in [inputEnds.read, outputEnds.write, errorEnds.write] { close(descriptor) } }
    do {
      id = try Spawning.spawn(
        path, arguments, environment: environment, standard: [inputEnds.read, outputEnds.write, errorEnds.write])
    } catch {
      for descriptor in [inputEnds.write, outputEnds.read, errorEnds.read] { close(descriptor) }
      throw error
    }
    // Affects only our end of the pipe: a child that stops reading must not block the test forever.
    _ = fcntl(inputEnds.write, F_SETFL, O_NONBLOCK)
    input = Monitor(inputEnds.write)
    output = LineReader(outputEnds.read, framing: framing, isStarted: readsOutput)
    errors = LineReader(errorEnds.read)
    Thread.detachNewThread { [id, status] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      status.withLock { status in
        // With the lock held, so that nobody signals the pid after the process is reaped.
        var code: Int32 = 0
        waitpid(id, &code, 0)
        status = code & 0x7F == 0 ? .exited((code >> 8) & 0xFF) : .killed(signal: code & 0x7F)
      }
      status.notify()
    }
  }

  // MARK: Input

  /// Writes everything, in as few calls of write(2) as the pipe allows.
  func write(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let (count, code) = input.withLock { descriptor -> (Int, Int32) in
        guard let descriptor else { return (-1, EBADF) }
        let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        return (count, errno)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN {
        try waitForRoom()
      } else if code != EINTR {
        throw Failure("Cannot write to the process \(id): \(String(cString: strerror(code)))")
      }
    }
  }

  /// Writes until the process stops reading.
  ///
  /// - Returns: the number of bytes written.
  func writeUntilStalled(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    var taken = 0
    while taken < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
      let (descriptor, count, code) = input.withLock { descriptor -> (Int32, Int, Int32) in
        let count = Foundation.write(descriptor ?? -1, rest.baseAddress, rest.count)
        return (descriptor ?? -1, count, errno)
      }
      if count >= 0 {
        taken += count
      } else if code == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // On a busy machine it may not read because it has not come to run.
        if poll(&request, 1, Self.stallMilliseconds) == 0,
          try !ProcessStatistics.isAvailable || ProcessStatistics(of: id).isWaiting()
        {
          break
        }
      } else if code != EINTR {
        throw Failure("Cannot write to the process \(id): \(String(cString: strerror(code)))")
      }
    }
    return taken
  }

  private func waitForRoom() throws {
    guard let descriptor = input.withLock({ $0 }) else { return }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, Int32(Self.timeoutMilliseconds)) != 0 else {
      throw Failure("The process \(id) no longer reads its input.")
    }
  }

  func closeInput() {
    input.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  // MARK: Exit

  func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { kill(id, number) }
    }
  }

  func waitForExit() throws -> Status {
    let isInTime = status.wait(milliseconds: Self.timeoutMilliseconds) { $0 != nil }
    guard isInTime, let status = status.withLock({ $0 }) else { throw Failure("The process \(id) does not exit.") }
    return status
  }

  /// Kills the process and releases everything, whatever state it is in.
  func destroy() {
    signal(SIGKILL)
    status.wait(until: { $0 != nil }) { _ in }
    closeInput()
    output.close()
    errors.close()
  }
}
