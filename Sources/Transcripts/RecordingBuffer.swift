/// A part of a recording in memory: messages, comments and the times between them, one on each line.
///
/// The threads that serve requests fill it. Each message is copied only once, into the memory from which the file is
/// written. It still contains secrets.
struct RecordingBuffer {
  enum LineKind: Equatable {
    /// A message from the client, byte for byte; it may contain line ends.
    case received
    /// A message to the client.
    case sent
    /// A comment about input that could not be cut into messages.
    case refused
    /// Another comment, or a directive.
    case remark
  }

  struct Line {
    var kind: LineKind
    var end: Int
  }

  private(set) var text: [UInt8] = []
  private(set) var lines: [Line] = []
  /// How many messages are lost if this cannot be written: its own and those that its comments report as lost.
  private(set) var messageCount = 0

  static let clientArrow = Array("--> ".utf8)
  static let serverArrow = Array("<-- ".utf8)
  /// Shorter pauses are left out, because they would make the files of equal sessions differ.
  private static let shortestPauseMilliseconds: Int64 = 10

  var isEmpty: Bool { lines.isEmpty }

  mutating func append(received message: UnsafeRawBufferPointer) {
    text.append(contentsOf: Self.clientArrow)
    // Bound to bytes, because an array copies a raw buffer one byte at a time.
    message.withMemoryRebound(to: UInt8.self) { text.append(contentsOf: $0) }
    endLine(.received)
  }

  mutating func append(sent message: [UInt8]) {
    text.append(contentsOf: Self.serverArrow)
    text.append(contentsOf: message)
    endLine(.sent)
  }

  mutating func append(refused reason: String) { append("# --> refused: \(reason)", .refused) }

  /// Reports output of the server that is not JSON.
  mutating func append(malformedByteCount count: Int) {
    append("# <-- \(count) bytes that are not JSON", .remark)
    messageCount += 1
  }

  mutating func append(exit status: Int32) { append("! exit \(status)", .remark) }

  mutating func appendClose() { append("! close", .remark) }

  mutating func append(pauseNanoseconds: Int64) {
    let milliseconds = pauseNanoseconds / 1_000_000
    if milliseconds >= Self.shortestPauseMilliseconds { append("# +\(milliseconds) ms", .remark) }
  }

  mutating func append(lost count: Int, because reason: String) {
    append("# \(count) messages were not recorded: \(reason)", .remark)
    messageCount += count
  }

  private mutating func append(_ line: String, _ kind: LineKind) {
    text.append(contentsOf: line.utf8)
    endLine(kind)
  }

  private mutating func endLine(_ kind: LineKind) {
    text.append(UInt8(ascii: "\n"))
    lines.append(Line(kind: kind, end: text.count))
    if kind != .remark { messageCount += 1 }
  }

  /// Empties the buffer and keeps its memory.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    messageCount = 0
  }
}
