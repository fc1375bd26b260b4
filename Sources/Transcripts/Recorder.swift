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
  private struct State {
    var entries: [(entry: Recording.Entry, time: Int64)] = []
    var byteCount = 0
    /// Handed over while too much was waiting.
    var lostCount = 0
    /// At first: the title.
    var isWriting = true
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
  /// What a disk that does not keep up may cost of memory.
  private static let maximumBytes = 64 << 20

  /// Opens the file, empties it, and starts to write.
  ///
  /// - Parameters:
  ///   - path: `%p` in it stands for the number of this process, so that several can be told to record.
  ///   - title: of the recording, its first line.
  ///   - ignored: names of members that have other values each time.
  /// - Throws: what is wrong with the file.
  public init(
    path: String, title: String, ignored: [String], onFailure: @escaping @Sendable (String) -> Void
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
    startThread { [self] in write(head: "# \(title)\n! any \(ignored.joined(separator: " "))\n\n") }
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

  private func take(_ entry: Recording.Entry, size: Int) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let isNews = monitor.withLock { state in
      guard state.byteCount < Self.maximumBytes else {
        state.lostCount += 1
        return false
      }
      let before = state.byteCount
      // What an entry weighs besides its bytes.
      state.byteCount += size + 64
      state.entries.append((entry, nanoseconds))
      return before == 0 || before < Self.gatherBytes && state.byteCount >= Self.gatherBytes
    }
    if isNews { monitor.notify() }
  }

  /// Waits until all that was handed over is in the file, at most so long.
  public func finish(milliseconds: Int) {
    monitor.withLock { $0.isFinishing = true }
    monitor.notify()
    monitor.wait(milliseconds: milliseconds) { $0.entries.isEmpty && $0.lostCount == 0 && !$0.isWriting }
  }

  // MARK: Writing

  private func write(head: String) {
    var file = RecordingFile(descriptor: descriptor)
    var recording = Recording()
    var isFailureTold = false
    var text = Array(head.utf8)
    /// Messages that were to be written when the file could not be.
    var unwritten = 0
    var count = 0
    while true {
      if !text.isEmpty, let reason = file.append(text) {
        if !isFailureTold { onFailure(reason) }
        isFailureTold = true
        unwritten += count
      } else if !text.isEmpty {
        unwritten = 0
      }
      monitor.withLock { $0.isWriting = false }
      monitor.notify()
      let (entries, lost) = next()
      text = []
      if unwritten > 0 {
        recording.append(
          .lost(count: unwritten, reason: "the file could not be written"), at: entries[0].time, to: &text)
      }
      for (entry, time) in entries { recording.append(entry, at: time, to: &text) }
      if lost > 0 {
        let reason = "they came faster than they could be written"
        recording.append(.lost(count: lost, reason: reason), at: entries.last?.time ?? 0, to: &text)
      }
      count = entries.count + lost
    }
  }

  private func next() -> (entries: [(entry: Recording.Entry, time: Int64)], lost: Int) {
    monitor.wait(until: { !$0.entries.isEmpty }) { _ in }
    monitor.wait(milliseconds: Self.gatherMilliseconds) { $0.isFinishing || $0.byteCount >= Self.gatherBytes }
    return monitor.withLock { state in
      defer {
        state.entries = []
        state.byteCount = 0
        state.lostCount = 0
        state.isWriting = true
      }
      return (state.entries, state.lostCount)
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
