/// Removes control characters and superfluous white space from a service's text.
enum CleanText {
  /// The text on one line; nil if nothing is left.
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

  /// The text with its own line breaks; nil if nothing is left.
  static func lines(_ text: String) -> String? {
    if isClean(text) { return text }
    var clean = String.UnicodeScalarView()
    // Held back until a character follows, because white space at the end of a line or of the text is dropped.
    var lineEnds = 0
    var spaces: [Unicode.Scalar] = []
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      if isLineEnd(scalar) {
        if scalar == "\n", last == "\r" { continue }
        lineEnds += 1
        spaces.removeAll(keepingCapacity: true)
      } else if scalar == "\t" || scalar.properties.isWhitespace {
        spaces.append(scalar)
      } else if !isControl(scalar) {
        if !clean.isEmpty {
          // One by one: to append a collection takes as long as the whole text.
          for _ in 0..<lineEnds { clean.append("\n") }
          for space in spaces { clean.append(space) }
        }
        lineEnds = 0
        spaces.removeAll(keepingCapacity: true)
        clean.append(scalar)
      }
    }
    return clean.isEmpty ? nil : String(clean)
  }

  /// Whether the text is clean already, as almost all text is: no control characters, no white space but single spaces
  /// inside. Reads only bytes; false means that the text may be unclean.
  private static func isClean(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      // 0xC2 begins C1 control characters and the no-break space; 0xE1, 0xE2, 0xE3 and 0xEF begin other spaces and
      // marks. Hangul begins with 0xEA to 0xED.
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
