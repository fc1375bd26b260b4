/// Records a session as a transcript while it runs. The threads that serve requests only copy bytes, which costs less
/// than to keep the memory of messages; its own thread removes secrets and writes. A slow disk costs messages in the
/// file, which says how many, and never delays a response.
public final class Recorder: MessageObserver {
  private struct State {
    var items: [RecordedItem] = []
    var byteCount = 0
    /// Messages that came while too much was unwritten.
    var lostCount = 0
    var lastTime: Int64?
    /// True from the start, because the head of the file is written first.
    var isWriting = true
    /// Increases with each write, to distinguish a slow disk from one that is stuck.
    var writeCount = 0
    var isFinishing = false

    var isEmpty: Bool { items.isEmpty && lostCount == 0 }

    mutating func appendLost() {
      guard lostCount > 0 else { return }
      items.append(.lost(lostCount, "they came too fast"))
      lostCount = 0
    }
  }

  private let descriptor: Int32
  private let onFailure: @Sendable (String) -> Void
  private let monitor = Monitor(State())

  /// How long messages are collected before they are written. A burst then needs one wake-up, and an idle session none.
  private static let collectMilliseconds = 100
  private static let bufferBytes = 256 << 10
  /// The largest size of all unwritten messages; a slow disk cannot cost more memory.
  private static let maximumBytes = 64 << 20
  /// Shorter pauses are left out, because they would make the files of equal sessions differ.
  private static let shortestPauseMilliseconds: Int64 = 10

  /// Opens and empties the file, and starts to write. Throws why it cannot, also if another process records in it.
  ///
  /// - Parameters:
  /// - path: `%p` in it stands for the process id.
  /// - onFailure: called once, with the reason, when the file cannot be written.
  public init(path: String, title: String, onFailure: @escaping @Sendable (String) -> Void) throws(TranscriptError) {
    let path = Self.expanded(path)
    do throws(FileError) {
      descriptor = try openForAppending(path)
    } catch { throw TranscriptError("\(path) cannot be written: \(error.reason)") }
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

  /// Records a frame from the client: a message, or a comment that says why the input was refused.
  public func received(_ frame: FrameReader.Frame) {
    switch frame {
    case .message(let bytes): record(.received(Array(bytes)))
    case .tooLong: record(.refused("a message over the limit"))
    case .malformed(let fault): record(.refused(fault))
    }
  }

  /// Records a message from the server, which must be one line of JSON.
  public func sent(_ message: [UInt8]) { record(.sent(message)) }

  /// Records that the client has closed its output. Without it, a transcript is answered in full before that.
  public func inputEnded() { record(.line("! close")) }

  func record(_ item: RecordedItem) {
    let now = monotonicNanoseconds()
    let wakesWriter = monitor.withLock { state in
      guard state.byteCount < Self.maximumBytes else {
        state.lostCount += 1
        return false
      }
      let isFirst = state.isEmpty
      state.appendLost()
      let pause = state.lastTime.map { (now - $0) / 1_000_000 } ?? 0
      if pause >= Self.shortestPauseMilliseconds { state.items.append(.line("# +\(pause) ms")) }
      state.lastTime = now
      state.items.append(item)
      state.byteCount += item.byteCount
      return isFirst || state.byteCount >= Self.bufferBytes
    }
    if wakesWriter { monitor.notify() }
  }

  /// Waits until everything is in the file. Gives up when nothing was written for `milliseconds`.
  public func finish(status: Int32, milliseconds: Int) {
    // A transcript without an exit status means 0.
    if status != 0 { record(.line("! exit \(status)")) }
    monitor.withLock { $0.isFinishing = true }
    monitor.notify()
    monitor.wait(stallMilliseconds: milliseconds, progress: \.writeCount) { $0.isEmpty && !$0.isWriting }
  }

  private func write(head: String) {
    var writer = RecordingWriter(descriptor: descriptor)
    var failure = writer.append(Array(head.utf8))
    var isFailureReported = false
    while true {
      if let failure, !isFailureReported {
        onFailure(failure)
        isFailureReported = true
      }
      let items = nextItems()
      failure = writer.write(items)
      monitor.withLock { state in state.byteCount -= items.reduce(0) { $0 + $1.byteCount } }
    }
  }

  private func nextItems() -> [RecordedItem] {
    monitor.withLock { state in
      state.writeCount += 1
      state.isWriting = false
    }
    monitor.notify()
    monitor.wait(until: { !$0.isEmpty }) { _ in }
    monitor.wait(milliseconds: Self.collectMilliseconds) { $0.isFinishing || $0.byteCount >= Self.bufferBytes }
    return monitor.withLock { state in
      state.isWriting = true
      if state.items.isEmpty { state.appendLost() }
      var (count, bytes) = (0, 0)
      while count < state.items.count, bytes < Self.bufferBytes {
        bytes += state.items[count].byteCount
        count += 1
      }
      defer { state.items.removeFirst(count) }
      return Array(state.items[..<count])
    }
  }
}
