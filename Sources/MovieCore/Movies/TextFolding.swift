/// What counts as the same text when people search: case, diacritics, width and punctuation do not matter.
///
/// Folded text has words of letters and digits, one space between two. `Amélie` becomes `amelie`, `Spider-Man` becomes
/// `spider man`, `Fool's Gold` becomes `fools gold`, `Fast & Furious` becomes `fast and furious`, `ＷＡＬＬ·Ｅ` becomes
/// `wall e`. Hangul written in single jamo and kana with separate voicing marks (as macOS writes file names) are put
/// together.
///
/// Works on UTF-8 bytes: a title is folded in about a microsecond, and a catalog folds all of its titles when it is
/// first used.
public enum TextFolding {
  /// The folded text; empty where nothing in it counts, as with punctuation.
  public static func fold(_ text: String) -> String {
    var text = text
    let folded = text.withUTF8 { fold($0) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// - Parameter utf8: valid UTF-8.
  public static func fold(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folder = Folder(capacity: utf8.count)
    var index = 0
    while index < utf8.count {
      if utf8[index] < 0x80 {
        folder.takeASCII(utf8[index])
        index += 1
        continue
      }
      // The run up to the next ASCII byte, as scalars.
      var end = index + 1
      while end < utf8.count, utf8[end] >= 0x80 { end += 1 }
      for scalar in String(decoding: utf8[index..<end], as: UTF8.self).unicodeScalars { folder.take(scalar) }
      index = end
    }
    return folder.output
  }

  private struct Folder {
    private(set) var output: [UInt8] = []
    /// The scalar that was put out last, where a jamo may still join it.
    private var syllable: Unicode.Scalar?
    private var hasGap = false

    init(capacity: Int) { output.reserveCapacity(capacity) }

    mutating func takeASCII(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: append(byte)
      case 0x41...0x5A: append(byte | 0x20)
      case 0x26:
        hasGap = true
        for letter in "and".utf8 { append(letter) }
        hasGap = true
      // An apostrophe joins: people leave it out when they type.
      case 0x27, 0x60: break
      default: hasGap = true
      }
    }

    mutating func take(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0..<0x80: takeASCII(UInt8(scalar.value))
      case 0xB4, 0x2018, 0x2019, 0x2BC, 0xFF07: break
      case 0xFF01...0xFF5E: takeASCII(UInt8(scalar.value - 0xFEE0))
      case 0x1100...0x11FF: jamo(scalar)
      case 0x3099, 0x309A: voicingMark(scalar)
      case 0xAC00...0xD7A3: append(scalar)
      default: takeOther(scalar)
      }
    }

    private mutating func takeOther(_ scalar: Unicode.Scalar) {
      if let letters = LatinLetters.base(of: scalar) {
        for letter in letters { append(letter) }
        return
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format:
        break
      case .uppercaseLetter, .titlecaseLetter:
        // The small letter may fold on: the Ångström sign's is `å`.
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
          if letter == scalar { append(letter) } else { take(letter) }
        }
      case .lowercaseLetter, .modifierLetter, .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        append(Self.plain(scalar))
      default:
        hasGap = true
      }
    }

    /// Small Greek and Cyrillic letters without their accents, and the final sigma as any other. Capitals are often
    /// written without accents, and a decomposed letter loses them as marks.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      switch scalar {
      case "ά": "α"
      case "έ": "ε"
      case "ή": "η"
      case "ί", "ϊ", "ΐ": "ι"
      case "ό": "ο"
      case "ύ", "ϋ", "ΰ": "υ"
      case "ώ": "ω"
      case "ς": "σ"
      case "ё", "ѐ": "е"
      case "й", "ѝ": "и"
      case "ї": "і"
      case "ў": "у"
      case "ѓ": "г"
      case "ќ": "к"
      default: scalar
      }
    }

    private mutating func append(_ byte: UInt8) {
      closeGap()
      output.append(byte)
      syllable = nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      closeGap()
      if let bytes = Unicode.UTF8.encode(scalar) { output.append(contentsOf: bytes) }
      syllable = scalar
    }

    private mutating func closeGap() {
      if hasGap, !output.isEmpty { output.append(0x20) }
      hasGap = false
    }

    /// Puts a vowel or a final consonant onto the syllable before it (The Unicode Standard, §3.12).
    private mutating func jamo(_ scalar: Unicode.Scalar) {
      if let last = syllable, !hasGap {
        if (0x1100...0x1112).contains(last.value), (0x1161...0x1175).contains(scalar.value),
          let whole = Unicode.Scalar(0xAC00 + ((last.value - 0x1100) * 21 + (scalar.value - 0x1161)) * 28)
        {
          return replaceLast(whole)
        }
        if (0xAC00...0xD7A3).contains(last.value), (last.value - 0xAC00) % 28 == 0,
          (0x11A8...0x11C2).contains(scalar.value), let whole = Unicode.Scalar(last.value + scalar.value - 0x11A7)
        {
          return replaceLast(whole)
        }
      }
      append(scalar)
    }

    /// Puts a kana's voicing mark onto it: the voiced kana is one behind the plain one, the half-voiced two; `u` alone
    /// has its voiced kana at the end of its block.
    private mutating func voicingMark(_ mark: Unicode.Scalar) {
      guard let last = syllable, !hasGap,
        let whole = Unicode.Scalar(last.value + (last == "う" || last == "ウ" ? 0x4E : mark.value - 0x3098)),
        // Strings are equal by canonical equivalence.
        "\(last)\(mark)" == "\(whole)"
      else { return }
      replaceLast(whole)
    }

    private mutating func replaceLast(_ scalar: Unicode.Scalar) {
      // Jamo, syllables and kana alike have three bytes.
      output.removeLast(3)
      append(scalar)
    }
  }
}
