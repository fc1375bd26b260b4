import Concurrency
import JSONRPC
import OperatingSystem
import Platform

/// Records a session as a transcript while it runs.
///
/// The threads that serve requests only copy bytes into a buffer. Its own thread removes secrets and writes. A
/// slow or full disk costs messages in the file, which says how many, and never delays a response.
///
/// Rejected: keeping references to the messages until they are written, which copies nothing. The memory of a message
/// is then not free for the next one, which costs much more than the copy.
public final class Recorder: MessageObserver {
  private struct State {
    /// The buffer that is being filled.
    var open = RecordingBuffer()
    /// Buffers that are long enough to be written.
    var full: [RecordingBuffer] = []
    /// A written buffer to use again, because its memory is in the processor's cache.
    var spare: RecordingBuffer?
    /// The size of all unwritten buffers but the open one.
    var byteCount = 0
    /// Messages that came while too much was unwritten.
    var lostCount = 0
    var lastTime: Int64?
    /// True from the start, because the head of the file is written first.
    var isWriting = true
    /// Increases with each write, to distinguish a slow disk from one that is stuck.
    var writeCount = 0
    var isFinishing = false

    var isEmpty: Bool { open.isEmpty && full.isEmpty && lostCount == 0 }

    mutating func closeBuffer() {
      byteCount += open.text.count
      full.append(open)
      open = spare ?? RecordingBuffer()
      spare = nil
    }

    /// Notes where messages are missing.
    mutating func appendLost() {
      guard lostCount > 0 else { return }
      open.append(lost: lostCount, because: "they came too fast")
      lostCount = 0
    }
  }

  private let descriptor: Int32
  private let onFailure: @Sendable (String) -> Void
  private let monitor = Monitor(State())

  /// How long messages are collected before they are written. A burst then needs one wake-up, and an idle session none.
  private static let collectMilliseconds = 100
  /// A buffer of this size is written at once.
  private static let bufferBytes = 256 << 10
  /// The largest size of all unwritten buffers; a slow disk cannot cost more memory.
  private static let maximumBytes = 64 << 20

  /// Opens and empties the file, and starts to write.
  ///
  /// - Parameters:
  ///   - path: `%p` in it stands for the process id, so that several processes can record with the same setting.
  ///   - title: the first line of the recording.
  ///   - onFailure: called once, with the reason, when the file cannot be written.
  /// - Throws: the reason why the file cannot be opened, also if another process is recording in it.
  public init(path: String, title: String, onFailure: @escaping @Sendable (String) -> Void) throws(TranscriptError) {
    let path = Self.expanded(path)
    do throws(FileError) {
      descriptor = try openForAppending(path)
    } catch {
      throw TranscriptError("\(path) cannot be written: \(error.reason)")
    }
    self.onFailure = onFailure
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(descriptor)
        throw TranscriptError(
          "\(path) is being written by another process; put %p into the name to give each process its own file")
      }
      _ = ftruncate(descriptor, 0)
    }
    let names = Transcript.volatileNames.joined(separator: " ")
    do throws(ThreadError) {
      try startThread { [self] in write(head: "# \(title)\n! any \(names)\n\n") }
    } catch {
      close(descriptor)
      throw TranscriptError("\(path) cannot be written: \(error)")
    }
  }

  private static func expanded(_ path: String) -> String {
    // By bytes: a combining mark would make one Character with “%” or “p”.
    let parts = path.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(Substring(parts[0]))) { path, part in
      let isProcess = part.first == UInt8(ascii: "p")
      return path + (isProcess ? "\(getpid())" + Substring(part.dropFirst()) : "%" + Substring(part))
    }
  }

  // MARK: Collecting

  /// Records a frame from the client: a message, or a comment that says why the input was refused.
  public func received(_ frame: FrameReader.Frame) {
    switch frame {
    case .message(let bytes): record { $0.append(received: bytes) }
    case .tooLong: record { $0.append(refused: "a message over the limit") }
    case .malformed(let fault): record { $0.append(refused: fault) }
    }
  }

  /// Records a message from the server, which must be one line of JSON.
  public func sent(_ message: [UInt8]) { record { $0.append(sent: message) } }

  /// Records that the client has closed its output. Without it, a transcript is answered in full before that.
  public func inputEnded() { record { $0.appendClose() } }

  /// Records output of another server that is not JSON.
  func sentMalformed(byteCount: Int) { record { $0.append(malformedByteCount: byteCount) } }

  @inline(__always)
  private func record(_ append: (inout RecordingBuffer) -> Void) {
    let now = monotonicNanoseconds()
    let wakesWriter = monitor.withLock { state in
      guard state.byteCount + state.open.text.count < Self.maximumBytes else {
        state.lostCount += 1
        return false
      }
      let isFirst = state.isEmpty
      state.appendLost()
      if let lastTime = state.lastTime { state.open.append(pauseNanoseconds: now - lastTime) }
      state.lastTime = now
      append(&state.open)
      guard state.open.text.count >= Self.bufferBytes else { return isFirst }
      state.closeBuffer()
      return state.full.count == 1
    }
    if wakesWriter { monitor.notify() }
  }

  /// Waits until everything is in the file. Gives up when nothing was written for `milliseconds`.
  ///
  /// - Parameter status: the server's exit status.
  public func finish(status: Int32, milliseconds: Int) {
    // A transcript without an exit status means 0.
    if status != 0 { record { $0.append(exit: status) } }
    monitor.withLock { $0.isFinishing = true }
    monitor.notify()
    monitor.wait(stallMilliseconds: milliseconds, progress: \.writeCount) { $0.isEmpty && !$0.isWriting }
  }

  // MARK: Writing

  private func write(head: String) {
    var writer = RecordingWriter(descriptor: descriptor)
    var failure = writer.append(Array(head.utf8))
    var isFailureReported = false
    var buffer = RecordingBuffer()
    while true {
      if let failure, !isFailureReported {
        onFailure(failure)
        isFailureReported = true
      }
      waitForNext(&buffer)
      failure = writer.write(buffer)
    }
  }

  /// Gives back a written buffer and waits for the next one.
  private func waitForNext(_ buffer: inout RecordingBuffer) {
    let size = buffer.text.count
    buffer.removeAll()
    monitor.withLock { state in
      state.byteCount -= size
      state.writeCount += 1
      state.isWriting = false
      // The memory of one huge message is freed.
      if buffer.text.capacity <= 4 * Self.bufferBytes { state.spare = buffer }
    }
    buffer = RecordingBuffer()
    monitor.notify()
    monitor.wait(until: { !$0.isEmpty }) { _ in }
    monitor.wait(milliseconds: Self.collectMilliseconds) { $0.isFinishing || !$0.full.isEmpty }
    monitor.withLock { state in
      state.isWriting = true
      if state.full.isEmpty {
        state.appendLost()
        state.closeBuffer()
      }
      buffer = state.full.removeFirst()
    }
  }
}
