import JSON
import OperatingSystem
import Platform
import Redaction

/// Writes buffers to a recording's file, without secrets and so that the file is a transcript.
struct RecordingWriter {
  private let descriptor: Int32
  /// Whether the file ends with an incomplete line.
  private var isCut = false
  /// Messages that could not be written since the last success.
  private var unwrittenCount = 0

  private var redactor = Redactor(.placeholders, rememberedBytes: 8 << 20)
  /// The number of unanswered client messages that are only comments in the file. Their responses become comments too,
  /// because the transcript has no request for them.
  private var unansweredCount = 0

  /// Longer input that is not JSON is replaced by a comment.
  private static let longestMalformedInput = 4_096
  /// The beginning of every response to a message whose id could not be read.
  private static let rejection = Array(#"{"jsonrpc":"2.0","id":null,"error":"#.utf8)
  /// A response to a message over the limit, which has that message's id if it is near its beginning.
  private static let tooLargeReason = Array(#""data":{"reason":"messageTooLarge","#.utf8)

  /// - Parameter descriptor: the open file. It is not closed.
  init(descriptor: Int32) { self.descriptor = descriptor }

  // MARK: Writing

  /// Writes a buffer, and before it how many messages were lost if the last write failed.
  ///
  /// - Returns: the reason why it could not be written; nil for success.
  mutating func write(_ buffer: RecordingBuffer) -> String? {
    var text = redacted(buffer) ?? buffer.text
    if unwrittenCount > 0 {
      var remark = RecordingBuffer()
      remark.append(lost: unwrittenCount, because: "the file could not be written")
      text = remark.text + text
    }
    let failure = append(text)
    unwrittenCount = failure == nil ? 0 : unwrittenCount + buffer.messageCount
    return failure
  }

  /// Appends whole lines to the file, or nothing.
  ///
  /// - Returns: the reason why they could not be written; nil for success.
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

  // MARK: Redacting

  /// Returns a buffer's text without secrets and with comments in place of malformed input; nil if the text needs no
  /// change, as it nearly always does.
  mutating func redacted(_ buffer: RecordingBuffer) -> [UInt8]? {
    buffer.text.withUnsafeBytes { text in
      var result: [UInt8]?
      var copied = 0
      var start = 0
      for line in buffer.lines {
        if let new = replacement(for: UnsafeRawBufferPointer(rebasing: text[start..<line.end]), line.kind) {
          result = (result ?? []) + text[copied..<start] + new
          copied = line.end
        }
        start = line.end
      }
      return result.map { $0 + text[copied...] }
    }
  }

  /// - Parameter line: includes its arrow and its line end.
  private mutating func replacement(
    for line: UnsafeRawBufferPointer, _ kind: RecordingBuffer.LineKind
  ) -> [UInt8]? {
    let message = UnsafeRawBufferPointer(rebasing: line.dropFirst(RecordingBuffer.serverArrow.count).dropLast())
    switch kind {
    case .remark: return nil
    case .refused:
      unansweredCount += 1
      return nil
    case .received: return replacement(received: message)
    case .sent:
      if unansweredCount > 0, Self.isRejection(message) {
        unansweredCount -= 1
        return Array("# ".utf8) + (replacement(sent: message) ?? Array(line))
      }
      return replacement(sent: message)
    }
  }

  /// Whether a message answers one that is only a comment in the file.
  private static func isRejection(_ message: UnsafeRawBufferPointer) -> Bool {
    // Only short messages are searched: a response to such a message contains little more than an id.
    message.starts(with: rejection) || message.count <= 8_192 && message.contains(tooLargeReason)
  }

  private mutating func replacement(sent message: UnsafeRawBufferPointer) -> [UInt8]? {
    guard redactor.mayContainSecret(message: message), let json = try? JSON.parse(message) else { return nil }
    return RecordingBuffer.serverArrow + redactor.redacted(json, isFromServer: true).jsonBytes + [UInt8(ascii: "\n")]
  }

  private mutating func replacement(received message: UnsafeRawBufferPointer) -> [UInt8]? {
    // One line without a secret stays unchanged, whether it is JSON or not.
    if Self.fitsOnLine(message), !redactor.mayContainSecret(text: message) { return nil }
    if let json = try? JSON.parse(message) {
      let redacted = redactor.redacted(json)
      // The client's spelling is kept if the message has no secret and is one line.
      if redacted == json, !message.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
        return nil
      }
      return RecordingBuffer.clientArrow + redacted.jsonBytes + [UInt8(ascii: "\n")]
    }
    unansweredCount += 1
    return Array("# --> \(message.count) bytes that are not JSON\n".utf8)
  }

  /// Whether bytes are text that fits on one line of a transcript.
  private static func fitsOnLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (1...longestMalformedInput).contains(bytes.count) else { return false }
    var union: UInt8 = 0
    for byte in bytes {
      guard byte >= 0x20, byte != 0x7F else { return false }
      union |= byte
    }
    return union < 0x80 || String(validating: bytes, as: UTF8.self) != nil
  }
}
