import Foundation

/// The two ends of a real pipe. Each is closed at most once.
final class Pipe: @unchecked Sendable {
  // Unchecked: the descriptors change only under `lock`.
  private let lock = NSLock()
  private var descriptors: [Int32] = [-1, -1]

  /// Writing to a pipe without a reader is an error, as in the server, and does not end the process.
  private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  init() {
    Self.ignoresBrokenPipes
    precondition(pipe(&descriptors) == 0, "no pipe")
  }

  deinit {
    closeReadEnd()
    abandonWriteEnd()
  }

  var readEnd: Int32 { lock.withLock { descriptors[0] } }
  var writeEnd: Int32 { lock.withLock { descriptors[1] } }

  func closeReadEnd() { close(0) }

  /// Ends the pipe for its reader while a thread may still write to it. The descriptor stays open, and leads nowhere: its
  /// number could otherwise become that of a file of another test, which the thread would overwrite.
  func abandonWriteEnd() {
    lock.withLock {
      guard descriptors[1] >= 0 else { return }
      let nowhere = open("/dev/null", O_WRONLY)
      dup2(nowhere, descriptors[1])
      _ = Foundation.close(nowhere)
      descriptors[1] = -1
    }
  }

  func closeWriteEnd() { close(1) }

  private func close(_ index: Int) {
    lock.withLock {
      if descriptors[index] >= 0 { _ = Foundation.close(descriptors[index]) }
      descriptors[index] = -1
    }
  }

  /// Writes all bytes and waits for the reader. More than a pipe's capacity needs a thread of its own.
  func write(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(writeEnd, $0.baseAddress!, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for the next bytes; empty at the end.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = Foundation.read(readEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}

/// Makes writes to the descriptor fail with EAGAIN instead of waiting.
func setNonBlocking(_ descriptor: Int32) -> Bool {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
}
