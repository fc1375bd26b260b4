import Platform

extension JSONParser {
  mutating func stringValue() throws(JSONError) -> JSON {
    let start = position
    isIllFormed = false
    let text = try string()
    guard isIllFormed else { return .string(text) }
    return .illFormedString(JSON.lineSafeText(of: try validated(start..<position)))
  }

  /// Parses a string, and sets `isIllFormed` for an unpaired surrogate or too many combining marks.
  mutating func string() throws(JSONError) -> String {
    position += 1
    var text = ""
    var runStart = position
    var isPlain = true
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        // Most strings are ASCII and need no validation, which is slow: it runs through unspecialized generic code.
        if isPlain { return String(decoding: bytes[runStart..<position], as: UTF8.self) }
        return withFewMarks(text + (try validated(runStart..<position)))
      case UInt8(ascii: "\\"):
        text += try validated(runStart..<position)
        position += 1
        text.unicodeScalars.append(try escape())
        runStart = position
        isPlain = false
      case 0..<0x20: throw error("a control character must be escaped")
      default:
        if byte >= 0x80 { isPlain = false }
        position += 1
      }
    }
    throw error("unexpected end inside a string")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek else { throw error("unexpected end inside an escape sequence") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      position -= 1
      throw error("invalid escape sequence")
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let end = position
    if unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      if (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    // The next escape is not the other half, and is read on its own.
    position = end
    isIllFormed = true
    return "\u{FFFD}"
  }

  /// Leaves out the combining marks that follow 30 others, the limit of the Stream-Safe Text Format (UAX #15). `String`
  /// sorts marks in a row in quadratic time: half a megabyte of them would take minutes.
  private mutating func withFewMarks(_ text: String) -> String {
    let maximum = 30
    // A mark has at least two bytes.
    guard !keepsMarks, text.utf8.count > 2 * maximum else { return text }
    var count = 0
    func isSurplus(_ scalar: Unicode.Scalar) -> Bool {
      count = scalar.isReorderedMark ? count + 1 : 0
      return count > maximum
    }
    guard text.unicodeScalars.contains(where: isSurplus) else { return text }
    isIllFormed = true
    count = 0
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isSurplus($0) }))
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = byte.hexDigitValue else { throw error("expected four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private func validated(_ range: Range<Int>) throws(JSONError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw JSONError(description: "invalid UTF-8", offset: range.lowerBound)
    }
    return text
  }
}

extension JSON {
  /// The text of an `illFormedString`, with U+FFFD in place of each unpaired surrogate.
  static func lenientText(of source: String) -> String {
    Array(source.utf8).withUnsafeBytes { bytes in
      var parser = JSONParser(bytes)
      return (try? parser.string()) ?? ""
    }
  }

  /// The text with all its combining marks. It must not be compared or hashed, which takes quadratic time.
  public var exactString: String? {
    guard case .illFormedString(let source) = self else { return string }
    return Array(source.utf8).withUnsafeBytes { bytes in
      var parser = JSONParser(bytes)
      parser.keepsMarks = true
      return try? parser.string()
    }
  }

  /// The text that an `illFormedString` keeps: it is equal when it is written and parsed again, and compared quickly.
  fileprivate static func lineSafeText(of source: String) -> String {
    var text = ""
    var rest = source.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let escaped = rest.popFirst() else { break }
        text += escaped == "/" ? "/" : "\\" + String(escaped)
      case "\u{85}", "\u{2028}", "\u{2029}": text += scalar.jsonEscape
      default: if scalar.isReorderedMark { text += scalar.jsonEscape } else { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is a combining mark that is sorted among its neighbours when a text is normalized.
  fileprivate var isReorderedMark: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}
