/// An alphabet for searching: one byte for each key press on a Dubeolsik keyboard (KS X 5002): 생 is ㅅ ㅐ ㅇ. An
/// unfinished syllable is then a prefix of the finished word, even if the next consonant has joined it (간 on the way to
/// 가나), and a typing error in a syllable is one edit. Scalars beyond ASCII and Hangul take three bytes from 0xC0 on.
public enum KeystrokeEncoding {
  /// No letter is below this.
  public static let first: UInt8 = 0x20
  private static let firstVowel: UInt8 = 0x80 + 19
  /// The smallest first byte of a scalar that takes three bytes.
  public static let firstOther: UInt8 = 0xC0

  /// Appends the letters of a folded word in UTF-8. Ignores invalid UTF-8.
  public static func append(_ word: UnsafeBufferPointer<UInt8>, to letters: inout [UInt8]) {
    var index = 0
    while index < word.count {
      let byte = word[index]
      if byte < 0x80 {
        letters.append(byte)
        index += 1
        continue
      }
      let length = length(ofScalarWithLead: byte)
      guard index + length <= word.count else { return }
      var scalar = UInt32(byte) & (0x7F >> UInt32(length))
      for offset in 1..<length { scalar = scalar << 6 | UInt32(word[index + offset]) & 0x3F }
      append(scalar, to: &letters)
      index += length
    }
  }

  private static func append(_ scalar: UInt32, to letters: inout [UInt8]) {
    switch scalar {
    case ..<0x80: letters.append(UInt8(scalar))
    case 0xAC00...0xD7A3:
      let syllable = Int(scalar - 0xAC00)
      letters.append(0x80 + UInt8(syllable / 588))
      append(keys: vowelKeys[syllable / 28 % 21], to: &letters)
      append(keys: finalKeys[syllable % 28], to: &letters)
    // Single consonants and vowels, as an input method shows them before the syllable is complete.
    case 0x3131...0x3163: append(keys: singleKeys[Int(scalar - 0x3131)], to: &letters)
    case 0x1100...0x1112: letters.append(0x80 + UInt8(scalar - 0x1100))
    default:
      letters.append(firstOther + UInt8(scalar >> 16 & 0x1F))
      letters.append(UInt8(scalar >> 8 & 0xFF))
      letters.append(UInt8(scalar & 0xFF))
    }
  }

  private static func append(keys: (UInt8, UInt8), to letters: inout [UInt8]) {
    if keys.0 != 0 { letters.append(keys.0) }
    if keys.1 != 0 { letters.append(keys.1) }
  }

  public static func isConsonant(_ letter: UInt8) -> Bool { consonants.contains(letter) }

  public static let consonants: Range<UInt8> = 0x80..<firstVowel
  public static let vowels: Range<UInt8> = firstVowel..<0xA1

  /// The letters as a user counts them: the three bytes of a scalar are one.
  public static func scalars(of letters: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var (scalars, rest) = ([UInt32](), letters[...])
    while let first = rest.first {
      let length = first < firstOther ? 1 : 3
      scalars.append(rest.prefix(length).reduce(0) { $0 << 8 | UInt32($1) })
      rest = rest.dropFirst(length)
    }
    return scalars
  }

  /// Whether the letters are Hangul consonants only.
  public static func areConsonants(_ letters: some Collection<UInt8>) -> Bool {
    !letters.isEmpty && letters.allSatisfy(isConsonant)
  }

  /// Whether a Hangul syllable, kana or Han begins at the index: scripts without spaces or with compounds.
  public static func isUnspaced(_ word: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let lead = word[index]
    return lead >= 0xE4 && lead <= 0xED || lead == 0xE3 && index + 1 < word.count && word[index + 1] >= 0x81
  }

  public static func length(ofScalarWithLead lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// Appends the initial consonant of each Hangul syllable of a folded word, and its other letters as they are.
  public static func appendInitials(_ word: UnsafeBufferPointer<UInt8>, to letters: inout [UInt8]) {
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if let initial = initial(of: scalar) { letters.append(initial) } else { append(scalar.value, to: &letters) }
    }
  }

  public static func hasSyllables(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    String(decoding: word, as: UTF8.self).unicodeScalars.contains { initial(of: $0) != nil }
  }

  private static func initial(of scalar: Unicode.Scalar) -> UInt8? {
    (0xAC00...0xD7A3).contains(scalar.value) ? 0x80 + UInt8((scalar.value - 0xAC00) / 588) : nil
  }
}
