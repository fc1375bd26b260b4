/// A set of ranks, which returns them in ascending order.
///
/// A bitmap. A second one, the summary, says which words of the first have been written; the others have no defined
/// value. So a new set costs nothing for all the documents that are not in it, and reading it costs as much as the
/// ranks in it.
final class RankSet {
  private let words: UnsafeMutablePointer<UInt64>
  private let wordCount: Int
  private let summary: UnsafeMutablePointer<UInt64>
  private let summaryCount: Int
  /// Whether all words have been written.
  private var isComplete = false

  /// - Parameter documentCount: greater ranks are ignored.
  init(documentCount: Int) {
    wordCount = (documentCount + 63) >> 6
    summaryCount = (wordCount + 63) >> 6
    summary = .allocate(capacity: summaryCount + summaryCount << 6)
    summary.initialize(repeating: 0, count: summaryCount)
    words = summary + summaryCount
  }

  deinit { summary.deallocate() }

  /// Returns whether the rank is new.
  @discardableResult @inline(__always)
  func insert(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    guard index < wordCount else { return false }
    let (bit, mark): (UInt64, UInt64) = (1 << UInt64(rank & 63), 1 << UInt64(index & 63))
    // Without a branch, because nobody can predict which word has been written.
    let known = words[index] & (summary[index >> 6] & mark == 0 ? 0 : .max)
    words[index] = known | bit
    summary[index >> 6] |= mark
    return known & bit == 0
  }

  /// Inserts the ranks of postings.
  func insert(_ postings: UnsafeBufferPointer<UInt32>) {
    // Neighboring ranks wait for each other's bits in the summary. Of many, writing all words first takes less time.
    if postings.count > wordCount, !isComplete { complete() }
    let isComplete = isComplete
    for posting in postings {
      let rank = posting & TitleKind.rankMask
      if isComplete, Int(rank >> 6) < wordCount {
        words[Int(rank >> 6)] |= 1 << UInt64(rank & 63)
      } else {
        insert(rank)
      }
    }
  }

  private func complete() {
    for index in 0..<summaryCount << 6 where summary[index >> 6] & 1 << UInt64(index & 63) == 0 { words[index] = 0 }
    summary.update(repeating: .max, count: summaryCount)
    isComplete = true
  }

  @inline(__always)
  func contains(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    guard index < wordCount else { return false }
    // Both are read at once.
    let (mark, bit) = (summary[index >> 6] >> UInt64(index & 63), words[index] >> UInt64(rank & 63))
    return mark & bit & 1 != 0
  }

  /// The ranks in ascending order.
  struct Iterator: IteratorProtocol {
    private let set: RankSet
    /// The bits that are left of the current word of the summary, and of the current word.
    private var (block, marks, index, bits): (Int, UInt64, Int, UInt64) = (-1, 0, 0, 0)

    fileprivate init(_ set: RankSet) { self.set = set }

    mutating func next() -> UInt32? {
      while bits == 0 {
        while marks == 0 {
          block += 1
          guard block < set.summaryCount else { return nil }
          marks = set.summary[block]
        }
        index = block << 6 | marks.trailingZeroBitCount
        marks &= marks - 1
        bits = set.words[index]
      }
      defer { bits &= bits - 1 }
      return UInt32(index << 6 | bits.trailingZeroBitCount)
    }
  }
}

extension RankSet: Sequence {
  func makeIterator() -> Iterator { Iterator(self) }
}
