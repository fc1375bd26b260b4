/// The number of columns that texts take on a terminal, by UAX #11 (East Asian Width) and UTS #51 (emoji). wcwidth(3)
/// depends on the locale and the system.
extension StringProtocol { var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } } }

extension Character {
  /// The number of columns: 0, 1 or 2 for most; the sum of its parts where they stand side by side.
  var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    // One scalar, which is nearly every character.
    guard scalars.index(after: scalars.startIndex) != scalars.endIndex else { return first.displayWidth }
    // An emoji of several scalars is one picture: a flag, a family, a face with a skin tone, or a heart in color.
    let isPicture = scalars.contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier || 0x1F1E6...0x1F1FF ~= $0.value
    }
    return isPicture ? 2 : scalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return value == 0xAD || value >= 0x20 ? 1 : 0 }
    // Vowels and final consonants of Hangul, which join the consonant before them.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.isWide(value) ? 2 : 1
  }

  /// Whether the East Asian Width is W or F, except for emoji. Unassigned characters between wide ones are wide.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

enum Terminal {
  static func columns(_ environment: [String: String]) -> Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), 1...10_000 ~= columns { return columns }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
