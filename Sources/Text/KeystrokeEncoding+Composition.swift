extension KeystrokeEncoding {
  /// The text of letters, with syllables composed as an input method does it.
  public static func text(_ letters: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    let letters = Array(letters)
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      if letter < 0x80 {
        text.append(Unicode.Scalar(letter))
        index += 1
      } else if letter >= firstOther {
        guard index + 2 < letters.count else { break }
        let value = UInt32(letter - firstOther) << 16 | UInt32(letters[index + 1]) << 8 | UInt32(letters[index + 2])
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        index += 3
      } else {
        index = appendSyllable(letters, at: index, to: &text)
      }
    }
    return String(text)
  }

  private static func appendSyllable(
    _ letters: [UInt8], at start: Int, to text: inout String.UnicodeScalarView
  ) -> Int {
    func isVowel(_ index: Int) -> Bool { index < letters.count && vowels.contains(letters[index]) }
    func isConsonant(_ index: Int) -> Bool { index < letters.count && Self.isConsonant(letters[index]) }
    guard isConsonant(start), isVowel(start + 1) else {
      if let single = singleKeys.firstIndex(where: { $0.0 == letters[start] && $0.1 == 0 }),
        let scalar = Unicode.Scalar(0x3131 + UInt32(single))
      {
        text.append(scalar)
      }
      return start + 1
    }
    var index = start + 1
    var vowel = vowelKeys.firstIndex { $0 == (letters[index], 0) } ?? 0
    index += 1
    if isVowel(index), let both = vowelKeys.firstIndex(where: { $0 == (letters[index - 1], letters[index]) }) {
      vowel = both
      index += 1
    }
    var final = 0
    // A consonant before a vowel begins the next syllable.
    if isConsonant(index), !isVowel(index + 1), let one = finalKeys.firstIndex(where: { $0 == (letters[index], 0) }) {
      final = one
      index += 1
      if isConsonant(index), !isVowel(index + 1),
        let two = finalKeys.firstIndex(where: { $0 == (letters[index - 1], letters[index]) })
      {
        final = two
        index += 1
      }
    }
    let value = 0xAC00 + (UInt32(letters[start] - 0x80) * 21 + UInt32(vowel)) * 28 + UInt32(final)
    if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    return index
  }
}
