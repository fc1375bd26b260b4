import JSON

/// Makes lines of a transcript of what passed: takes secrets out, and sees to it that the file can be replayed.
struct Recording {
  private var redaction = Redaction()
  /// Messages that are comments here, and whose answers must be too: else nobody would ask for them.
  private var unansweredCount = 0

  /// Longer input that is no JSON is not worth keeping.
  private static let longestFaultyInput = 4_096
  /// What every answer to something without an id begins with.
  private static let refusal = Array(#"{"jsonrpc":"2.0","id":null,"error":"#.utf8)

  /// What is to be written for a passage; nil where it is the passage's own text, as it nearly always is.
  mutating func replacement(for passage: Passage) -> [UInt8]? {
    passage.text.withUnsafeBytes { text in
      var result: [UInt8]?
      /// Up to where the text is in the result.
      var copied = 0
      var start = 0
      for mark in passage.marks {
        if let line = replacement(for: mark.kind, UnsafeRawBufferPointer(rebasing: text[start..<mark.end])) {
          result = (result ?? []) + text[copied..<start] + line
          copied = mark.end
        }
        start = mark.end
      }
      return result.map { $0 + text[copied...] }
    }
  }

  /// - Parameter line: with its arrow and its end.
  private mutating func replacement(for kind: Passage.Kind, _ line: UnsafeRawBufferPointer) -> [UInt8]? {
    let message = UnsafeRawBufferPointer(rebasing: line.dropFirst(Passage.sentArrow.count).dropLast())
    switch kind {
    case .remark: return nil
    case .refused:
      unansweredCount += 1
      return nil
    case .received: return replacement(received: message)
    case .sent:
      if unansweredCount > 0, message.starts(with: Self.refusal) {
        unansweredCount -= 1
        return Array("# ".utf8) + (replacement(sent: message) ?? Array(line))
      }
      return replacement(sent: message)
    }
  }

  private mutating func replacement(sent message: UnsafeRawBufferPointer) -> [UInt8]? {
    guard redaction.suspects(message: message), let json = try? JSON.parse(message) else { return nil }
    return Passage.sentArrow + redaction.redacted(json, isFromServer: true).jsonBytes + [UInt8(ascii: "\n")]
  }

  private mutating func replacement(received message: UnsafeRawBufferPointer) -> [UInt8]? {
    // Whether it is JSON makes no difference then: it is one line, and nothing in it is a secret.
    if Self.isLine(message), !redaction.suspects(text: message) { return nil }
    if let json = try? JSON.parse(message) {
      let redacted = redaction.redacted(json)
      // As it came, unless a secret was in it, or more than one line.
      if redacted == json, !message.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
        return nil
      }
      return Passage.receivedArrow + redacted.jsonBytes + [UInt8(ascii: "\n")]
    }
    unansweredCount += 1
    return Array("# --> \(message.count) bytes that are no JSON\n".utf8)
  }

  /// Whether bytes are text that fits on one line of a transcript, whatever it says.
  private static func isLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (1...longestFaultyInput).contains(bytes.count) else { return false }
    var union: UInt8 = 0
    for byte in bytes {
      guard byte >= 0x20, byte != 0x7F else { return false }
      union |= byte
    }
    return union < 0x80 || String(validating: bytes, as: UTF8.self) != nil
  }
}
