/// A bit for each word of a document, chosen by its first three letters (superimposed coding). Most documents that lack
/// a word are dismissed with one access to memory.
public enum WordBloomBits {
  /// The number of letters that count.
  public static let length = 3

  public static func bit(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for letter in word.prefix(length) { value = value << 8 | UInt32(letter) }
    return 1 << ((value &* 0x9E37_79B1) >> 27)
  }
}
