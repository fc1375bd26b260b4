/// What counts as the same text when people search: case, diacritics, width and punctuation do not matter.
///
/// Folded text has words of letters and digits, one space between two. `Amélie` becomes `amelie`, `Spider-Man` becomes
/// `spider man`, `Fool's Gold` becomes `fools gold`, `Fast & Furious` becomes `fast and furious`, `ＷＡＬＬ·Ｅ` becomes
/// `wall e`. Hangul written in single jamo (as macOS writes file names) is put together.
public enum TextFolding {
  public static func fold(_ text: String) -> String {
    var folder = Folder(capacity: text.utf8.count)
    for scalar in text.unicodeScalars { folder.take(scalar) }
    return folder.finish()
  }

  /// Folded text without its spaces: `기생 충` and `기생충`, `spiderman` and `Spider-Man` are equal by it.
  public static func joined(_ folded: String) -> String { folded.filter { $0 != " " } }

  private struct Folder {
    private var output = String.UnicodeScalarView()
    private var hasGap = false

    init(capacity: Int) { output.reserveCapacity(capacity) }

    mutating func take(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: append(scalar)
      case 0x41...0x5A: append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case 0x26: word("and")
      // An apostrophe joins: people leave it out when they type.
      case 0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x2BC, 0xFF07: break
      case 0..<0x80: hasGap = true
      case 0xFF01...0xFF5E: take(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x1100...0x11FF: jamo(scalar)
      case 0xAC00...0xD7A3: append(scalar)
      default: takeOther(scalar)
      }
    }

    mutating func finish() -> String { String(output) }

    private mutating func takeOther(_ scalar: Unicode.Scalar) {
      if let letters = LatinLetters.base(of: scalar) {
        for letter in letters { append(letter) }
        return
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format:
        break
      case .uppercaseLetter, .titlecaseLetter:
        for letter in scalar.properties.lowercaseMapping.unicodeScalars { append(letter) }
      case .lowercaseLetter, .modifierLetter, .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        append(scalar)
      default:
        hasGap = true
      }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      if hasGap, !output.isEmpty { output.append(" ") }
      hasGap = false
      output.append(scalar)
    }

    private mutating func word(_ text: String) {
      hasGap = true
      for letter in text.unicodeScalars { append(letter) }
      hasGap = true
    }

    /// Puts a vowel or a final consonant onto the syllable before it (The Unicode Standard, §3.12).
    private mutating func jamo(_ scalar: Unicode.Scalar) {
      if let last = output.last, !hasGap {
        if (0x1100...0x1112).contains(last.value), (0x1161...0x1175).contains(scalar.value),
          let syllable = Unicode.Scalar(0xAC00 + ((last.value - 0x1100) * 21 + (scalar.value - 0x1161)) * 28)
        {
          return replaceLast(syllable)
        }
        if (0xAC00...0xD7A3).contains(last.value), (last.value - 0xAC00) % 28 == 0,
          (0x11A8...0x11C2).contains(scalar.value), let syllable = Unicode.Scalar(last.value + scalar.value - 0x11A7)
        {
          return replaceLast(syllable)
        }
      }
      append(scalar)
    }

    private mutating func replaceLast(_ scalar: Unicode.Scalar) {
      output.removeLast()
      output.append(scalar)
    }
  }
}
