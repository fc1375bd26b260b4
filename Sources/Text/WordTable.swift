/// A set of words, numbered in the order in which they were added. A word is any sequence of bytes without zeros.
public struct WordTable: Sendable {
  /// Where a hash value leads. The first letters in it spare most comparisons with other words a cache miss.
  private struct Slot {
    var head: UInt64 = 0
    /// The number of the word plus 1; 0 for an empty slot.
    var word: UInt32 = 0
  }

  public private(set) var letters: [UInt8] = []
  public private(set) var words: [SortKey] = []
  /// Their number is a power of two. At least half of them are empty.
  private var slots = Array(repeating: Slot(), count: 128)

  public init() {}

  /// The number of a word, which is added if it is new.
  public mutating func number(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let head = Self.head(word, 0)
    let slot = slot(of: word, head)
    if slots[slot].word != 0 { return slots[slot].word - 1 }
    words.append(SortKey(word, number: UInt32(words.count), in: &letters))
    slots[slot] = Slot(head: head, word: UInt32(words.count))
    if words.count * 2 > slots.count { grow() }
    return UInt32(words.count - 1)
  }

  /// The slot that has the word, or the empty one where it belongs.
  @inline(__always)
  private func slot(of word: UnsafeBufferPointer<UInt8>, _ head: UInt64) -> Int {
    var hash = head &* 0x9E37_79B9_7F4A_7C15
    if word.count > 8 {
      for offset in stride(from: 8, to: word.count, by: 8) {
        hash = (hash ^ Self.head(word, offset)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
    }
    hash ^= UInt64(word.count) << 56
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot].word != 0 {
      if slots[slot].head == head {
        let known = words[Int(slots[slot].word) - 1]
        if Int(known.length) == word.count, word.count <= 8 || isEqual(known, word) { return slot }
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func isEqual(_ known: SortKey, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    letters.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[known.range]).compare(word) == 0 }
  }

  private mutating func grow() {
    slots = Array(repeating: Slot(), count: slots.count * 2)
    let (words, letters) = (words, letters)
    letters.withUnsafeBufferPointer { letters in
      for (number, word) in words.enumerated() {
        let slot = slot(of: UnsafeBufferPointer(rebasing: letters[word.range]), word.head)
        slots[slot] = Slot(head: word.head, word: UInt32(number + 1))
      }
    }
  }

  /// Eight letters from an offset on as a number that compares as they do; 0 stands for missing ones.
  public static func head(_ letters: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
    let available = letters.count - offset
    guard available > 0 else { return 0 }
    if available >= 8 {
      return UInt64(
        bigEndian: UnsafeRawPointer(letters.baseAddress.unsafelyUnwrapped + offset).loadUnaligned(as: UInt64.self))
    }
    var value: UInt64 = 0
    for index in 0..<available { value |= UInt64(letters[offset + index]) << UInt64(56 - 8 * index) }
    return value
  }
}
