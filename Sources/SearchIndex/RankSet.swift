import Concurrency

/// A set of ranks: a bitmap, and a summary of the words in it that have been written; the others are undefined. A new
/// set costs nothing, and reading it as much as the ranks in it.
public final class RankSet {
  @usableFromInline let memory: BitmapMemory
  @usableFromInline let wordCount: Int
  private let summaryCount: Int
  private var isComplete = false

  @usableFromInline var summary: UnsafeMutablePointer<UInt64> { memory.start }
  @usableFromInline let bitmap: UnsafeMutablePointer<UInt64>

  /// - Parameter documentCount: greater ranks are ignored.
  public init(documentCount: Int) {
    wordCount = (documentCount + 63) >> 6
    summaryCount = (wordCount + 63) >> 6
    memory = BitmapMemory.take(words: summaryCount + summaryCount << 6)
    memory.start.initialize(repeating: 0, count: summaryCount)
    bitmap = memory.start + summaryCount
  }

  /// The set of all ranks below a number.
  public convenience init(all count: Int) {
    self.init(documentCount: count)
    let words = words
    words.update(repeating: .max)
    if count % 64 != 0 { words[words.count - 1] = 1 << UInt64(count % 64) - 1 }
  }

  deinit { memory.giveBack() }

  /// The bitmap, 64 ranks in each word.
  public var words: UnsafeMutableBufferPointer<UInt64> {
    if !isComplete { complete() }
    return UnsafeMutableBufferPointer(start: bitmap, count: wordCount)
  }

  /// Returns whether the rank is new.
  @discardableResult @inline(__always)
  public func insert(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    guard index < wordCount else { return false }
    let (bit, mark): (UInt64, UInt64) = (1 << UInt64(rank & 63), 1 << UInt64(index & 63))
    // Branch-free: the branch would be mispredicted about half the time.
    let known = bitmap[index] & (summary[index >> 6] & mark == 0 ? 0 : .max)
    bitmap[index] = known | bit
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
        bitmap[Int(rank >> 6)] |= 1 << UInt64(rank & 63)
      } else {
        insert(rank)
      }
    }
  }

  private func complete() {
    for index in 0..<wordCount where summary[index >> 6] & 1 << UInt64(index & 63) == 0 { bitmap[index] = 0 }
    for index in wordCount..<summaryCount << 6 { bitmap[index] = 0 }
    summary.update(repeating: .max, count: summaryCount)
    isComplete = true
  }

  @inlinable @inline(__always)
  public func contains(_ rank: UInt32) -> Bool {
    let index = Int(rank >> 6)
    guard index < wordCount else { return false }
    // Both are read at once.
    let (mark, bit) = (summary[index >> 6] >> UInt64(index & 63), bitmap[index] >> UInt64(rank & 63))
    return mark & bit & 1 != 0
  }

  public struct Iterator: IteratorProtocol {
    private let set: RankSet
    /// The bits that are left of the current word of the summary, and of the current word.
    private var (block, marks, index, bits): (Int, UInt64, Int, UInt64) = (-1, 0, 0, 0)

    fileprivate init(_ set: RankSet) { self.set = set }

    public mutating func next() -> UInt32? {
      while bits == 0 {
        while marks == 0 {
          block += 1
          guard block < set.summaryCount else { return nil }
          marks = set.summary[block]
        }
        index = block << 6 | marks.trailingZeroBitCount
        marks &= marks - 1
        bits = set.bitmap[index]
      }
      defer { bits &= bits - 1 }
      return UInt32(index << 6 | bits.trailingZeroBitCount)
    }
  }
}

extension RankSet: Sequence {
  public func makeIterator() -> Iterator { Iterator(self) }
}

/// Memory that sets use again: to clear new pages would take longer than most searches.
@usableFromInline
struct BitmapMemory: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<UInt64>
  private let count: Int

  /// What no set uses.
  private static let free = Mutex<[BitmapMemory]>([])
  /// A search has a few sets at a time, and few searches run at once.
  private static let maximumFree = 8

  /// Memory of undefined contents.
  static func take(words count: Int) -> BitmapMemory {
    let found = free.withLock { free in free.firstIndex { $0.count >= count }.map { free.remove(at: $0) } }
    return found ?? BitmapMemory(start: .allocate(capacity: count), count: count)
  }

  /// Keeps it for another set, unless it is the smallest of too many.
  func giveBack() {
    let surplus: BitmapMemory? = Self.free.withLock { free in
      free.append(self)
      guard free.count > Self.maximumFree else { return nil }
      return free.indices.min { free[$0].count < free[$1].count }.map { free.remove(at: $0) }
    }
    surplus?.start.deallocate()
  }
}
