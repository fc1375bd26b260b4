/// FNV-1a, which is the same in every process and version, unlike Swift's own hashes. It does not resist deliberate
/// collisions. http://www.isthe.com/chongo/tech/comp/fnv/
enum StableHash {
  /// The 128-bit hash as 32 hexadecimal digits.
  static func hexadecimal(_ text: String) -> String {
    digits(
      text, 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d as UInt128, prime: 0x0000_0000_0100_0000_0000_0000_0000_013b)
  }

  /// The 64-bit hash as 16 hexadecimal digits.
  static func short(_ text: String) -> String { digits(text, 0xcbf2_9ce4_8422_2325 as UInt64, prime: 0x100_0000_01b3) }

  private static func digits<Word: FixedWidthInteger>(_ text: String, _ offset: Word, prime: Word) -> String {
    let hash = text.utf8.reduce(offset) { ($0 ^ Word($1)) &* prime }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: Word.bitWidth / 4 - digits.count) + digits
  }
}
