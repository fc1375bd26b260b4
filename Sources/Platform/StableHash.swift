/// FNV-1a, which is the same in every process and version, unlike Swift's own hashes. It does not resist deliberate
/// collisions. http://www.isthe.com/chongo/tech/comp/fnv/
public enum StableHash {
  public static func hexadecimal(_ text: String) -> String {
    digits(
      hash(
        text.utf8, 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d as UInt128,
        prime: 0x0000_0000_0100_0000_0000_0000_0000_013b))
  }

  public static func short(_ text: String) -> String { digits(word(text.utf8)) }

  @inlinable
  public static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
    hash(bytes, 0xcbf2_9ce4_8422_2325, prime: 0x100_0000_01b3)
  }

  @inlinable
  static func hash<Word: FixedWidthInteger>(_ bytes: some Sequence<UInt8>, _ offset: Word, prime: Word) -> Word {
    bytes.reduce(offset) { ($0 ^ Word($1)) &* prime }
  }

  private static func digits(_ hash: some FixedWidthInteger) -> String {
    String(hash, radix: 16, width: hash.bitWidth / 4)
  }
}
