/// FNV-1a of 128 bits: the same in every process and every version, which Swift's own hashes are not. Not for what
/// somebody may want to collide. http://www.isthe.com/chongo/tech/comp/fnv/
enum StableHash {
  private static let offset: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// 32 hexadecimal digits.
  static func hexadecimal(_ text: String) -> String {
    let hash = text.utf8.reduce(offset) { ($0 ^ UInt128($1)) &* prime }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
