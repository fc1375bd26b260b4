/// Folds text for searching, in about a microsecond for a title: to words of letters and digits between single spaces,
/// without case, diacritics, width and punctuation. `Spider-Man` becomes `spider man`, `Fool's Gold` `fools gold`,
/// `Fast & Furious` `fast and furious`, `ＷＡＬＬ·Ｅ` `wall e`. Decomposed Hangul and kana are composed.
public enum TextFolding {
  public static func fold(_ text: String) -> String {
    var text = text
    let folded = text.withUTF8 { fold($0) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// A longer query is cut. It is longer than any title, and would take time to fold.
  private static let maximumQueryBytes = 2_048

  public static func foldedQuery(_ query: String) -> [UInt8] {
    Array(fold(String(decoding: query.utf8.prefix(maximumQueryBytes), as: UTF8.self)).utf8)
  }

  /// The folded text of valid UTF-8, as bytes.
  public static func fold(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folder = Folder(capacity: utf8.count)
    var index = 0
    while index < utf8.count {
      if utf8[index] < 0x80 {
        folder.appendASCII(utf8[index])
        index += 1
        continue
      }
      // The run up to the next ASCII byte, as scalars.
      var end = index + 1
      while end < utf8.count, utf8[end] >= 0x80 { end += 1 }
      for scalar in String(decoding: utf8[index..<end], as: UTF8.self).unicodeScalars { folder.fold(scalar) }
      index = end
    }
    return folder.output
  }

  private struct Folder {
    private(set) var output: [UInt8] = []
    /// The last scalar of the output, if a following jamo or voicing mark could be composed with it.
    private var last: Unicode.Scalar?
    private var needsSpace = false

    init(capacity: Int) { output.reserveCapacity(capacity) }

    mutating func appendASCII(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: append(byte)
      case 0x41...0x5A: append(byte | 0x20)
      case 0x26:
        needsSpace = true
        for letter in "and".utf8 { append(letter) }
        needsSpace = true
      // Apostrophes are dropped, because people omit them when they type.
      case 0x27, 0x60: break
      default: needsSpace = true
      }
    }

    mutating func fold(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0..<0x80: appendASCII(UInt8(scalar.value))
      case 0xB4, 0x2018, 0x2019, 0x2BC, 0xFF07: break
      case 0xFF01...0xFF5E: appendASCII(UInt8(scalar.value - 0xFEE0))
      case 0x1100...0x11FF: composeJamo(scalar)
      case 0x3099, 0x309A: composeVoicingMark(scalar)
      case 0xAC00...0xD7A3: append(scalar)
      default: appendFolded(scalar)
      }
    }

    private mutating func appendFolded(_ scalar: Unicode.Scalar) {
      if let letters = LatinLetters.base(of: scalar) {
        for letter in letters { append(letter) }
        return
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format:
        break
      case .uppercaseLetter, .titlecaseLetter:
        // The lowercase letter may fold further: that of the Ångström sign is `å`.
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
          if letter == scalar { append(letter) } else { fold(letter) }
        }
      case .lowercaseLetter, .modifierLetter, .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        append(Self.withoutAccent(scalar))
      default:
        needsSpace = true
      }
    }

    /// Removes the accents of lowercase Greek and Cyrillic, often missing on capitals, and unifies the final sigma.
    private static func withoutAccent(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      (0x370..<0x530).contains(scalar.value) ? unaccented[scalar] ?? scalar : scalar
    }

    private static let unaccented = Dictionary(
      uniqueKeysWithValues: zip(
        "άέήίϊΐόύϋΰώςёѐйѝїўѓќ".unicodeScalars, "αεηιιιουυυωσееииіугк".unicodeScalars))

    private mutating func append(_ byte: UInt8) {
      appendSpaceIfNeeded()
      output.append(byte)
      last = nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      appendSpaceIfNeeded()
      if let bytes = Unicode.UTF8.encode(scalar) { output.append(contentsOf: bytes) }
      last = scalar
    }

    private mutating func appendSpaceIfNeeded() {
      if needsSpace, !output.isEmpty { output.append(0x20) }
      needsSpace = false
    }

    /// Composes a vowel or a final consonant with the syllable before it (The Unicode Standard, §3.12).
    private mutating func composeJamo(_ scalar: Unicode.Scalar) {
      if let last, !needsSpace {
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

    /// Composes a voicing mark with the kana before it, which the voiced one follows, except for `u`.
    private mutating func composeVoicingMark(_ mark: Unicode.Scalar) {
      guard let last, !needsSpace,
        let whole = Unicode.Scalar(last.value + (last == "う" || last == "ウ" ? 0x4E : mark.value - 0x3098)),
        // Strings compare by canonical equivalence.
        "\(last)\(mark)" == "\(whole)"
      else { return }
      replaceLast(whole)
    }

    private mutating func replaceLast(_ scalar: Unicode.Scalar) {
      // Jamo, syllables and kana all have three bytes.
      output.removeLast(3)
      append(scalar)
    }
  }
}
