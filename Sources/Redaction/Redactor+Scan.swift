import Platform

/// Quick checks that spare nearly all messages from being parsed. They may be wrong only in one direction: they find
/// everything that redaction would replace.
extension Redactor {
  /// Whether the text may contain a secret. The text need not be complete JSON, so a word of a secret name is enough.
  public func mayContainSecret(text bytes: UnsafeRawBufferPointer) -> Bool {
    for index in bytes.indices {
      let isFound =
        switch bytes[index] | 0x20 {
        case UInt8(ascii: "t"): Self.has("token", in: bytes, at: index)
        case UInt8(ascii: "s"): Self.has("session", in: bytes, at: index) || Self.has("secret", in: bytes, at: index)
        case UInt8(ascii: "k"): Self.has("key", in: bytes, at: index)
        case UInt8(ascii: "p"): Self.has("pass", in: bytes, at: index)
        // Escapes can spell these words and every known secret in other ways.
        case UInt8(ascii: "\\") | 0x20: knowsTexts || Self.has("\\u", in: bytes, at: index)
        default: false
        }
      if isFound { return true }
    }
    guard knowsTexts else { return false }
    if containsSecret(bytes) { return true }
    // Secrets are kept as JSON spells them; this text may have the same characters without escapes.
    return searchable(String(decoding: bytes, as: UTF8.self)).withUnsafeBytes(containsSecret)
  }

  /// Whether a message may contain a secret. The message must be JSON as this program writes it: without spaces or
  /// escapes in member names.
  public func mayContainSecret(message bytes: UnsafeRawBufferPointer) -> Bool {
    if containsSecret(bytes) { return true }
    guard let base = bytes.baseAddress else { return false }
    var next = 0
    while let hit = memchr(base + next, Int32(UInt8(ascii: ":")), bytes.count - next) {
      let end = UnsafeRawPointer(hit) - base - 1
      next = end + 2
      guard end > 0, bytes[end] == UInt8(ascii: "\"") else { continue }
      // The ends of the secret names rule out nearly all others.
      let isLikely =
        switch bytes[end - 1] | 0x20 {
        case UInt8(ascii: "n"): Self.has("token", in: bytes, at: end - 5)
        case UInt8(ascii: "y"): Self.has("key", in: bytes, at: end - 3)
        case UInt8(ascii: "d"):
          ["sessionid", "session_id", "password"].contains { Self.has($0, in: bytes, at: end - $0.utf8CodeUnitCount) }
        default: false
        }
      guard isLikely else { continue }
      var start = end
      while start > 0, end - start <= SecretNames.longest, bytes[start - 1] != UInt8(ascii: "\"") { start -= 1 }
      if SecretNames.contains(String(decoding: bytes[start..<end], as: UTF8.self)) { return true }
    }
    return false
  }

  /// Whether a word is at this index, in any case.
  private static func has(_ word: StaticString, in bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index >= 0, bytes.count - index >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] | 0x20 != word.utf8Start[offset] | 0x20 {
      return false
    }
    return true
  }
}
