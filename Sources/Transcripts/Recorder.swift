import JSON
import JSONRPC
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a session as a transcript while it goes on.
///
/// Who serves only hands bytes over; a thread of its own takes the secrets out and writes. A disk that is slow or full
/// costs messages in the file, which then says how many, and never an answer.
public final class Recorder: MessageObserver {
  private typealias Item = (entry: Recording.Entry, time: Int64, size: Int)

  private struct State {
    var items: [Item] = []
    /// What all items weigh that are not written yet.
    var byteCount = 0
    /// Handed over while too much was waiting.
    var lostCount = 0
    /// At first: the head of the file.
    var isWriting = true
    /// Counts what was written: a disk that takes something is one that goes on.
    var writes = 0
    var isFinishing = false
  }

  private let descriptor: Int32
  /// Told once, when the file cannot be written any more.
  private let onFailure: @Sendable (String) -> Void
  private let monitor = Monitor(State())

  /// How long what came is gathered before it is written: one wake-up for a burst, and none where nothing passes.
  private static let gatherMilliseconds = 100
  /// From here on nothing is gathered.
  private static let gatherBytes = 1 << 20
  /// How much is written at once.
  private static let pieceBytes = 256 << 10
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
    var parts = path.split(separator: "%", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() {
      parts[index] = parts[index].first == "p" ? "\(getpid())" + parts[index].dropFirst() : "%" + parts[index]
    }
    return parts.joined()
  }

  // MARK: Taking

  public func received(_ frame: FrameReader.Frame) {
    switch frame {
    case .message(let bytes): take(.received(Array(bytes)), size: bytes.count)
    case .tooLong: take(.refused("a message over the limit"), size: 0)
    case .malformed(let fault): take(.refused(fault), size: 0)
    }
  }

  public func sent(_ message: [UInt8]) { take(.sent(message), size: message.count) }

  /// A server that is not this program may say anything.
  func sentNoJSON(byteCount: Int) { take(.garbled(byteCount: byteCount), size: 0) }

  private func take(_ entry: Recording.Entry, size: Int) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    // What an item weighs besides its bytes.
    let item: Item = (entry, nanoseconds, size + 64)
    let isNews = monitor.withLock { state in
      guard state.byteCount < Self.maximumBytes else {
        state.lostCount += 1
        return false
      }
      let isFirst = state.items.isEmpty
      let before = state.byteCount
      state.byteCount += item.size
      state.items.append(item)
      return isFirst || before < Self.gatherBytes && state.byteCount >= Self.gatherBytes
    }
    if isNews { monitor.notify() }
  }

  /// Waits until all that was handed over is in the file; gives up when the disk has taken nothing for so long.
  ///
  /// - Parameter status: what the server ends with.
  public func finish(status: Int32, milliseconds: Int) {
    // That it is 0 goes without saying.
    if status != 0 { take(.ended(status: status), size: 0) }
    monitor.withLock { $0.isFinishing = true }
    monitor.notify()
    let isDone = { (state: State) in state.items.isEmpty && !state.isWriting }
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
    while true {
      let (items, lost) = next()
      var rest = items[...]
      while let first = rest.first {
        var text: [UInt8] = []
        if unwritten > 0 {
          recording.append(.lost(count: unwritten, reason: "the file could not be written"), at: first.time, to: &text)
        }
        let count = rest.count
        var size = 0
        while let item = rest.first, text.count < Self.pieceBytes {
          recording.append(item.entry, at: item.time, to: &text)
          size += item.size
          rest.removeFirst()
        }
        if rest.isEmpty, lost > 0 {
          recording.append(.lost(count: lost, reason: "they came too fast"), at: items[items.count - 1].time, to: &text)
        }
        write(text, messages: count - rest.count)
        monitor.withLock { state in
          state.byteCount -= size
          state.writes += 1
        }
        monitor.notify()
      }
    }
  }

  /// Waits for more.
  private func next() -> (items: [Item], lost: Int) {
    monitor.withLock { $0.isWriting = false }
    monitor.notify()
    monitor.wait(until: { !$0.items.isEmpty }) { _ in }
    monitor.wait(milliseconds: Self.gatherMilliseconds) { $0.isFinishing || $0.byteCount >= Self.gatherBytes }
    return monitor.withLock { state in
      defer {
        state.items = []
        state.lostCount = 0
        state.isWriting = true
      }
      return (state.items, state.lostCount)
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
    var rest = (isCut ? [UInt8(ascii: "\n")] + text : text)[...]
    let whole = rest.count
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        if rest.count < whole { isCut = length < 0 || ftruncate(descriptor, length) != 0 || isCut }
        return reason
      }
    }
    isCut = false
    return nil
  }
}
