/// A set of ranks.
struct Bitset {
  private(set) var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) >> 6) }

  mutating func insert(_ ranks: UnsafeBufferPointer<UInt32>) {
    words.withUnsafeMutableBufferPointer { words in
      for rank in ranks {
        let rank = Int(rank & PostingList.rankMask)
        if rank >> 6 < words.count { words[rank >> 6] |= 1 << UInt64(rank & 63) }
      }
    }
  }

  /// Returns whether the rank is new.
  @inline(__always)
  mutating func insert(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    guard index < words.count else { return false }
    let bit: UInt64 = 1 << UInt64(rank & 63)
    guard words[index] & bit == 0 else { return false }
    words[index] |= bit
    return true
  }

  @inline(__always)
  func contains(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    return index < words.count && words[index] & 1 << UInt64(rank & 63) != 0
  }

  mutating func formIntersection(_ other: Bitset) {
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer { for index in words.indices { words[index] &= $0[index] } }
    }
  }

  struct Iterator {
    private let bits: Bitset
    private var index = 0
    private var word: UInt64

    init(_ bits: Bitset) {
      self.bits = bits
      word = bits.words.first ?? 0
    }

    mutating func next() -> UInt32? {
      while word == 0 {
        index += 1
        guard index < bits.words.count else { return nil }
        word = bits.words[index]
      }
      let bit = word.trailingZeroBitCount
      word &= word - 1
      return UInt32(index << 6 | bit)
    }
  }
}
