import Concurrency
import Foundation
import TestSupport

/// A process with three pipes. It is always reaped, and none of its descriptors reaches another child.
final class ChildProcess: Sendable {
  enum Status: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// How long anything may take before a test gives it up. Generous: it is only ever used up by a failure.
  static let patience = 120_000

  /// How long a process takes nothing from its input before it is taken to have stopped reading.
  static let stall: Int32 = Executable.isSanitized ? 5_000 : 1_000

  let id: pid_t
  /// Of the input and of the output.
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
    // Only our end of the pipe: a child that stops reading must not stop the test for good.
    _ = fcntl(inputEnds.write, F_SETFL, O_NONBLOCK)
    input = Monitor(inputEnds.write)
    output = LineReader(outputEnds.read, framing: framing, isStarted: readsOutput)
    errors = LineReader(errorEnds.read)
    startThread { [id, status] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      status.withLock { status in
        // Under the lock, so that nobody signals the id of a process that is reaped already.
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
        throw Failure("The process \(id) takes no input: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Writes as much as the process takes, until it has stopped reading.
  ///
  /// - Returns: how many bytes it has taken.
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
        if poll(&request, 1, Self.stall) == 0 { break }
      } else if code != EINTR {
        throw Failure("The process \(id) takes no input: \(String(cString: strerror(code)))")
      }
    }
    return taken
  }

  private func waitForRoom() throws {
    guard let descriptor = input.withLock({ $0 }) else { return }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, Int32(Self.patience)) != 0 else { throw Failure("The process \(id) has stopped reading.") }
  }

  func closeInput() {
    input.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  // MARK: ShutdownCoordinator

  func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { kill(id, number) }
    }
  }

  func waitForExit() throws -> Status {
    let isOver = status.wait(milliseconds: Self.patience) { $0 != nil }
    guard isOver, let status = status.withLock({ $0 }) else { throw Failure("The process \(id) does not end.") }
    return status
  }

  /// Leaves nothing behind, in whatever state the process is.
  func destroy() {
    signal(SIGKILL)
    status.wait(until: { $0 != nil }) { _ in }
    closeInput()
    output.close()
    errors.close()
  }
}
