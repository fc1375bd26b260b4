/// A part of what passed, as the file has it where nothing must be taken out: messages, comments, and the times
/// between them, a line each. Knows no file and no time but what it is told.
///
/// Made where messages pass: each is copied once, to where it is written from.
struct Passage {
  /// What a line is.
  enum Kind: Equatable {
    /// From the client; behind its arrow it stands as it came, which may be more than one line.
    case received
    /// To the client.
    case sent
    /// What the client sent and no message could be cut from; a comment.
    case refused
    /// Another comment, or what a recording says itself.
    case remark
  }

  /// A line, by where it ends.
  struct Mark {
    var kind: Kind
    var end: Int
  }

  private(set) var text: [UInt8] = []
  private(set) var marks: [Mark] = []
  /// How many messages are missing where this cannot be written: its own, and those that it says are missing.
  private(set) var messageCount = 0

  static let receivedArrow = Array("--> ".utf8)
  static let sentArrow = Array("<-- ".utf8)
  /// Shorter times are left out: they differ from run to run, and the files would too.
  static let shortestPause: Int64 = 10

  var isEmpty: Bool { marks.isEmpty }

  mutating func append(received message: UnsafeRawBufferPointer) {
    text.append(contentsOf: Self.receivedArrow)
    // Bound to bytes: an array takes a raw buffer one by one.
    message.withMemoryRebound(to: UInt8.self) { text.append(contentsOf: $0) }
    endLine(.received)
  }

  mutating func append(sent message: [UInt8]) {
    text.append(contentsOf: Self.sentArrow)
    text.append(contentsOf: message)
    endLine(.sent)
  }

  mutating func append(refused reason: String) {
    text.append(contentsOf: "# --> refused: \(reason)".utf8)
    endLine(.refused)
  }

  /// What the server sent and is no message.
  mutating func append(garbled byteCount: Int) {
    text.append(contentsOf: "# <-- \(byteCount) bytes that are no JSON".utf8)
    messageCount += 1
    endLine(.remark)
  }

  mutating func append(exit status: Int32) {
    text.append(contentsOf: "! exit \(status)".utf8)
    endLine(.remark)
  }

  mutating func append(pause nanoseconds: Int64) {
    let milliseconds = nanoseconds / 1_000_000
    guard milliseconds >= Self.shortestPause else { return }
    text.append(contentsOf: "# +\(milliseconds) ms".utf8)
    endLine(.remark)
  }

  mutating func append(lost count: Int, because reason: String) {
    text.append(contentsOf: "# \(count) messages were not recorded: \(reason)".utf8)
    messageCount += count
    endLine(.remark)
  }

  private mutating func endLine(_ kind: Kind) {
    text.append(UInt8(ascii: "\n"))
    marks.append(Mark(kind: kind, end: text.count))
    if kind != .remark { messageCount += 1 }
  }

  /// Forgets what it has, but keeps the memory of it.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    messageCount = 0
  }
}
