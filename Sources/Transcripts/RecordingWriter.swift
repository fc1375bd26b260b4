import Redaction

/// An item of a recording in memory, still with its secrets.
enum RecordedItem: Sendable {
  /// A message from the client, byte for byte; it may contain line ends.
  case received([UInt8])
  case sent([UInt8])
  /// Input that could not be cut into messages, and why.
  case refused(String)
  /// A comment or a directive, and the number of messages that it stands for.
  case line(String, messages: Int = 0)

  static func lost(_ count: Int, _ reason: String) -> RecordedItem {
    .line("# \(count) messages were not recorded: \(reason)", messages: count)
  }

  var byteCount: Int {
    switch self {
    case .received(let message), .sent(let message): message.count
    case .refused, .line: 0
    }
  }

  /// How many messages are lost if this cannot be written, with those that it reports as lost.
  var messageCount: Int { if case .line(_, let count) = self { count } else { 1 } }
}

/// Writes items to a recording's file, without secrets and so that the file is a transcript.
struct RecordingWriter {
  private let descriptor: Int32
  /// Whether the file ends with an incomplete line.
  private var isCut = false
  /// Messages that could not be written since the last success.
  private var unwrittenCount = 0

  private var redactor = Redactor(.placeholders, rememberedBytes: 8 << 20)
  /// Unanswered client messages that are only comments in the file, as their responses then are too.
  private var unansweredCount = 0

  /// Longer input that is not JSON is replaced by a comment.
  private static let longestMalformedInput = 4_096
  /// The beginning of every response to a message whose id could not be read.
  private static let rejection = Array(#"{"jsonrpc":"2.0","id":null,"error":"#.utf8)
  /// A response to a message over the limit, which has that message's id if it is near its beginning.
  private static let tooLargeReason = Array(#""data":{"reason":"messageTooLarge","#.utf8)

  /// - Parameter descriptor: the open file. It is not closed.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes items, after how many messages were lost if the last write failed. Returns why it could not, if so.
  mutating func write(_ items: [RecordedItem]) -> String? {
    let lost = RecordedItem.lost(unwrittenCount, "the file could not be written")
    let failure = append((unwrittenCount > 0 ? [lost] + items : items).flatMap { text(of: $0) })
    unwrittenCount = failure == nil ? 0 : unwrittenCount + items.reduce(0) { $0 + $1.messageCount }
    return failure
  }

  /// Appends whole lines to the file, or nothing. Returns why it could not be written, if so.
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

  /// The line of an item without secrets: a comment for malformed input, and for a response to what is a comment.
  mutating func text(of item: RecordedItem) -> [UInt8] {
    switch item {
    case .received(let message): return line(received: message)
    case .sent(let message):
      let isComment = unansweredCount > 0 && Self.isRejection(message)
      if isComment { unansweredCount -= 1 }
      let json = (try? JSON.parse(message)) ?? .null
      let redacted = redactor.redacted(json, isFromServer: true)
      let text = redacted == json ? message : redacted.jsonBytes
      return Array((isComment ? "# " : "").utf8) + Transcript.serverArrow + text + [UInt8(ascii: "\n")]
    case .refused(let reason):
      unansweredCount += 1
      return Array("# --> refused: \(reason)\n".utf8)
    case .line(let text, _): return Array("\(text)\n".utf8)
    }
  }

  /// Whether a message answers one that is only a comment in the file.
  private static func isRejection(_ message: [UInt8]) -> Bool {
    // Only short messages are searched: a response to such a message contains little more than an id.
    message.starts(with: rejection) || message.count <= 8_192 && message.contains(tooLargeReason)
  }

  private mutating func line(received message: [UInt8]) -> [UInt8] {
    var text = message
    if let json = try? JSON.parse(message) {
      let redacted = redactor.redacted(json)
      // The client's spelling is kept if the message has no secret and is one line.
      let isOneLine = !message.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      if redacted != json || !isOneLine { text = redacted.jsonBytes }
    } else if !Self.fitsOnLine(message) || redactor.mayContainSecret(text: message) {
      unansweredCount += 1
      return Array("# --> \(message.count) bytes that are not JSON\n".utf8)
    }
    return Transcript.clientArrow + text + [UInt8(ascii: "\n")]
  }

  private static func fitsOnLine(_ bytes: [UInt8]) -> Bool {
    (1...longestMalformedInput).contains(bytes.count) && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && String(validating: bytes, as: UTF8.self) != nil
  }
}
