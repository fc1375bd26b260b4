import JSON

/// What services send, read leniently: a member that is missing, or of another kind than it should be, is nil or empty
/// and costs nothing but itself.
extension JSON {
  /// Plain text on one line: trimmed, without markup and control characters, every run of white space one space. Nil
  /// where nothing is left.
  var text: String? { string.flatMap { PlainText.from($0) } }

  /// Plain text whose lines are its own: trimmed, lines ended by `\n`, without markup and other control characters. Nil
  /// where nothing is left.
  var prose: String? { string.flatMap { PlainText.from($0, keepsLines: true) } }

  /// A whole number, also where it is written as a string.
  var wholeNumber: Int? { int ?? text.flatMap { Int($0) } }

  /// A number, also where it is written as a string.
  var decimal: Double? {
    if let double { return double }
    guard let value = text.flatMap({ Double($0) }), value.isFinite else { return nil }
    return value
  }

  /// The elements of an array; none of anything else.
  var elements: [JSON] { array ?? [] }

  /// An address that a client may open or fetch: `http` or `https`, without white space.
  var webAddress: String? {
    guard let text = string.flatMap(CleanText.line), text.hasPrefix("https://") || text.hasPrefix("http://"),
      !text.contains(" ")
    else { return nil }
    return text
  }
}

/// What makes text of a service fit to be shown.
enum CleanText {
  /// On one line; nil where nothing is left.
  static func line(_ text: String) -> String? {
    if isClean(text) { return text }
    var clean = String.UnicodeScalarView()
    var wantsSpace = false
    for scalar in text.unicodeScalars {
      if isLineEnd(scalar) || scalar == "\t" || scalar.properties.isWhitespace {
        wantsSpace = !clean.isEmpty
      } else if !isControl(scalar) {
        if wantsSpace { clean.append(" ") }
        wantsSpace = false
        clean.append(scalar)
      }
    }
    return clean.isEmpty ? nil : String(clean)
  }

  /// With its own lines; nil where nothing is left.
  static func lines(_ text: String) -> String? {
    if isClean(text) { return text }
    var clean = String.UnicodeScalarView()
    // Held back until something follows: what ends a line or the text is dropped.
    var spaces = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      if isLineEnd(scalar) {
        if scalar == "\n", last == "\r" { continue }
        spaces = spaces.filter { $0 == "\n" }
        spaces.append("\n")
      } else if scalar == "\t" || scalar.properties.isWhitespace {
        spaces.append(scalar)
      } else if !isControl(scalar) {
        if !clean.isEmpty { clean.append(contentsOf: spaces) }
        spaces = .init()
        clean.append(scalar)
      }
    }
    return clean.isEmpty ? nil : String(clean)
  }

  /// Whether nothing is to be done, which is how almost all text comes: no control character, no other white space than
  /// single spaces inside. Only bytes are looked at; what might need more is read again by the caller.
  private static func isClean(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      // 0xC2 begins C1 controls and the no-break space, 0xE1, 0xE2, 0xE3 and 0xEF other spaces and marks. Hangul begins
      // with 0xEA to 0xED.
      switch byte {
      case 0x20: if last == 0x20 { return false }
      case 0..<0x20, 0x7F, 0xC2, 0xE1...0xE3, 0xEF: return false
      default: break
      }
      last = byte
    }
    return last != 0x20
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.value == 0xFEFF
  }
}
