/// Cleans texts of strangers before they are kept or shown. Control characters could command a terminal, and overrides
/// of the direction of writing disguise a text; both are removed. Too long texts are cut.
public enum CleanText {
  // Without a limit a stranger would decide how much memory a row takes. Texts of services are far from these.

  /// The maximum size of a name, a title or a URL, in bytes of UTF-8.
  public static let maximumLine = 4 << 10
  /// The maximum size of a text that is a part of a row, such as a plot or a list of names, in bytes of UTF-8.
  public static let maximumSummary = 16 << 10

  /// The text on one line, with single spaces, cut at a size in bytes; nil if nothing is left.
  public static func line(_ text: String, upTo maximum: Int = maximumLine) -> String? {
    let text = prefix(of: text, upTo: maximum)
    if isClean(text.utf8) { return text }
    let words = text.unicodeScalars.filter { $0.properties.isWhitespace || !isRemoved($0) }
      .split(whereSeparator: \.properties.isWhitespace)
    return words.isEmpty ? nil : words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }

  /// The text with its own line breaks, cut at a size in bytes; nil if nothing is left.
  public static func lines(_ text: String, upTo maximum: Int = maximumSummary) -> String? {
    let text = prefix(of: text, upTo: maximum)
    if isClean(text.utf8) { return text }
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
      } else if scalar.properties.isWhitespace {
        spaces.append(scalar)
      } else if !isRemoved(scalar) {
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

  /// The names, each on one line, without empty ones; those that pass the size of a summary in total are left out.
  public static func names(_ names: [String]) -> [String] {
    var room = maximumSummary
    var clean: [String] = []
    for name in names.lazy.compactMap({ line($0) }) {
      room -= name.utf8.count
      guard room >= 0 else { break }
      clean.append(name)
    }
    return clean
  }

  /// The text with its own white space, such as a note, but clean. Lines end with LF.
  public static func note(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isLineEnd(scalar) {
        if scalar != "\n" || last != "\r" { clean.append("\n") }
      } else if scalar == "\t" || !isRemoved(scalar) {
        clean.append(scalar)
      }
      last = scalar
    }
    return String(clean)
  }

  /// The beginning of a text that has at most so many bytes of UTF-8.
  public static func prefix(of text: String, upTo maximum: Int) -> String {
    guard text.utf8.count > maximum else { return text }
    return String(text[..<text.utf8.index(text.startIndex, offsetBy: maximum)])
  }

  /// Whether bytes of UTF-8 are clean, as those of almost all texts are. False means that they may not be.
  @inlinable
  public static func isClean(_ bytes: some Sequence<UInt8>) -> Bool {
    var (beforeLast, last): (UInt8, UInt8) = (0, 0x20)
    for byte in bytes {
      switch byte {
      case 0x20: if last == 0x20 { return false }
      case 0..<0x20, 0x7F: return false
      case 0x80..<0xC0:
        switch (beforeLast, last) {
        // Dashes and quotation marks, from U+2010 and from U+2030, are in many texts: none may be slow.
        case (0xE2, 0x80) where 0x90...0xA7 ~= byte || byte >= 0xB0: break
        case (_, 0xC2) where byte <= 0xA0, (0xE3, 0x80) where byte == 0x80: return false
        case (0xE1, 0x9A), (0xE2, 0x80), (0xE2, 0x81), (0xEF, 0xBB): return false
        default: break
        }
      default: break
      }
      (beforeLast, last) = (last, byte)
    }
    return last != 0x20
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a character is removed that is not white space.
  private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFEFF || scalar.isControl || scalar.isDirectionControl
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character: C0, DEL or C1.
  public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether it changes the direction of writing of others (UAX #9, 2), as the marks such as U+200E do not.
  public var isDirectionControl: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }
}
