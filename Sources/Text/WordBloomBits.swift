/// A bit for each word of a document, chosen by the first letters of the word (superimposed coding).
///
/// If a document lacks a word's bit, it contains no word with the same first three letters. Most documents are dismissed
/// by that, with one access to memory instead of several.
public enum WordBloomBits {
  /// The number of letters that count.
  public static let length = 3

  /// - Parameter word: its letters.
  public static func bit(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for letter in word.prefix(length) { value = value << 8 | UInt32(letter) }
    return 1 << ((value &* 0x9E37_79B1) >> 27)
  }
}
