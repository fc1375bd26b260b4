import Concurrency
import JSON
import JSONRPC
import OperatingSystem
import Platform

/// Writes a session as a transcript while it goes on.
///
/// Who serves only copies bytes to the end of a passage; a thread of its own takes the secrets out and writes. A disk
/// that is slow or full costs messages in the file, which then says how many, and never an answer.
///
/// Rejected: keeping the messages themselves until they are written, which copies nothing. The memory that a page was
/// in is then not there for the next one, which costs a good deal more than copying it.
public final class Recorder: MessageObserver {
  private struct State {
    /// What comes is added to it.
    var open = Passage()
    /// Those before it, which are long enough to be written.
    var full: [Passage] = []
    /// One that was written: its memory is warm.
    var spare: Passage?
    /// What all weigh that are not written yet, but for the open one.
    var byteCount = 0
    /// Handed over while too much was waiting.
    var lostCount = 0
    var lastTime: Int64?
    /// At first: the head of the file.
    var isWriting = true
    /// Counts what was written: a disk that takes something is one that goes on.
    var writes = 0
    var isFinishing = false

    /// Whether there is nothing to be written.
    var isEmpty: Bool { open.isEmpty && full.isEmpty && lostCount == 0 }

    /// Ends the open passage and begins another one.
    mutating func close() {
      byteCount += open.text.count
      full.append(open)
      open = spare ?? Passage()
      spare = nil
    }

    /// Where messages are missing.
    mutating func tellLost() {
      guard lostCount > 0 else { return }
      open.append(lost: lostCount, because: "they came too fast")
      lostCount = 0
    }
  }

  private let descriptor: Int32
  /// Told once, when the file cannot be written any more.
  private let onFailure: @Sendable (String) -> Void
  private let monitor = Monitor(State())

  /// How long what came is gathered before it is written: one wake-up for a burst, and none where nothing passes.
  private static let gatherMilliseconds = 100
  /// From here on a passage is written at once.
  private static let passageBytes = 256 << 10
  /// What a disk that does not keep up may cost of memory.
  private static let maximumBytes = 64 << 20

  /// Opens the file, empties it, and starts to write.
  ///
  /// - Parameters:
  ///   - path: `%p` in it stands for the number of this process, so that several can be told to record.
  ///   - title: of the recording, its first line.
  /// - Throws: what is wrong with the file.
  public init(
    path: String, title: String, onFailure: @escaping @Sendable (String) -> Void
  ) throws(TranscriptError) {
    let path = Self.expanded(path)
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TranscriptError("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    self.onFailure = onFailure
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(descriptor)
        throw TranscriptError("\(path) is being written by another process; %p in a name stands for the process")
      }
      _ = ftruncate(descriptor, 0)
    }
    let names = Transcript.volatileNames.joined(separator: " ")
    startThread { [self] in write(head: "# \(title)\n! any \(names)\n\n") }
  }

  private static func expanded(_ path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(Substring(parts[0]))) { path, part in
      let isProcess = part.first == UInt8(ascii: "p")
      return path + (isProcess ? "\(getpid())" + Substring(part.dropFirst()) : "%" + Substring(part))
    }
  }

  // MARK: Taking

  public func received(_ frame: FrameReader.Frame) {
    switch frame {
    case .message(let bytes): take { $0.append(received: bytes) }
    case .tooLong: take { $0.append(refused: "a message over the limit") }
    case .malformed(let fault): take { $0.append(refused: fault) }
    }
  }

  public func sent(_ message: [UInt8]) { take { $0.append(sent: message) } }

  /// A server that is not this program may say anything.
  func sentNoJSON(byteCount: Int) { take { $0.append(garbled: byteCount) } }

  @inline(__always)
  private func take(_ append: (inout Passage) -> Void) {
    let nanoseconds = monotonicNanoseconds()
    let isNews = monitor.withLock { state in
      guard state.byteCount + state.open.text.count < Self.maximumBytes else {
        state.lostCount += 1
        return false
      }
      let isFirst = state.isEmpty
      state.tellLost()
      if let lastTime = state.lastTime { state.open.append(pause: nanoseconds - lastTime) }
      state.lastTime = nanoseconds
      append(&state.open)
      guard state.open.text.count >= Self.passageBytes else { return isFirst }
      state.close()
      return state.full.count == 1
    }
    if isNews { monitor.notify() }
  }

  /// Waits until all that was handed over is in the file; gives up when the disk has taken nothing for so long.
  ///
  /// - Parameter status: what the server ends with.
  public func finish(status: Int32, milliseconds: Int) {
    // That it is 0 goes without saying.
    if status != 0 { take { $0.append(exit: status) } }
    monitor.withLock { $0.isFinishing = true }
    monitor.notify()
    let isDone = { (state: State) in state.isEmpty && !state.isWriting }
    var before: Int
    repeat {
      before = monitor.withLock { $0.writes }
      monitor.wait(milliseconds: milliseconds) { isDone($0) || $0.writes != before }
    } while monitor.withLock { !isDone($0) && $0.writes != before }
  }

  // MARK: Writing

  private func write(head: String) {
    var file = RecordingFile(descriptor: descriptor)
    var recording = Recording()
    var isFailureTold = false
    /// Messages that were to be written when the file could not be.
    var unwritten = 0

    func write(_ text: [UInt8], messages: Int) {
      guard let reason = file.append(text) else {
        unwritten = 0
        return
      }
      if !isFailureTold { onFailure(reason) }
      isFailureTold = true
      unwritten += messages
    }

    write(Array(head.utf8), messages: 0)
    var passage = Passage()
    while true {
      next(&passage)
      var text = recording.replacement(for: passage) ?? passage.text
      if unwritten > 0 {
        var remark = Passage()
        remark.append(lost: unwritten, because: "the file could not be written")
        text = remark.text + text
      }
      write(text, messages: passage.messageCount)
    }
  }

  /// Gives back a passage that is written, and waits for the next one.
  private func next(_ passage: inout Passage) {
    let size = passage.text.count
    passage.removeAll()
    monitor.withLock { state in
      state.byteCount -= size
      state.writes += 1
      state.isWriting = false
      // What one huge message has needed goes back.
      if passage.text.capacity <= 4 * Self.passageBytes { state.spare = passage }
    }
    passage = Passage()
    monitor.notify()
    monitor.wait(until: { !$0.isEmpty }) { _ in }
    monitor.wait(milliseconds: Self.gatherMilliseconds) { $0.isFinishing || !$0.full.isEmpty }
    monitor.withLock { state in
      state.isWriting = true
      if state.full.isEmpty {
        state.tellLost()
        state.close()
      }
      passage = state.full.removeFirst()
    }
  }
}

/// Appends whole lines to a file, or nothing.
private struct RecordingFile {
  let descriptor: Int32
  /// Half a line is in the file.
  private var isCut = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// - Returns: why it could not be written; nil where it was.
  mutating func append(_ text: [UInt8]) -> String? {
    let length = lseek(descriptor, 0, SEEK_END)
    do throws(WriteError) {
      try writeAll(isCut ? [UInt8(ascii: "\n")] + text : text, to: descriptor)
    } catch {
      if error.bytesWritten > 0 { isCut = length < 0 || ftruncate(descriptor, length) != 0 || isCut }
      return String(cString: strerror(error.code))
    }
    isCut = false
    return nil
  }
}
