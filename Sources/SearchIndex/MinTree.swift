/// The minimum of every aligned run of 16, 256, … ranks. The best of any range of postings are found by descending into
/// runs with a small one, in O(k log n) for k of them.
struct MinTree: Sendable {
  static let fanOutBits = 4
  /// An array has at most 2³² elements.
  private static let maximumLevels = 9

  private let values: ArrayView<UInt32>
  private let tree: ArrayView<UInt32>
  /// Where the runs of each level begin in the tree, and their number. Level 0 is the array itself.
  private var starts = InlineArray<9, Int>(repeating: 0)
  private var counts = InlineArray<9, Int>(repeating: 0)
  private let levelCount: Int

  /// The levels above an array, the lowest first, one after the other.
  static func build(_ values: UnsafeBufferPointer<UInt32>) -> [UInt32] {
    var tree: [UInt32] = []
    var level = values.map { $0 & TitleKind.rankMask }
    while level.count > 1 << fanOutBits {
      level = stride(from: 0, to: level.count, by: 1 << fanOutBits).map { start in
        level[start..<min(start + 1 << fanOutBits, level.count)].min() ?? .max
      }
      tree += level
    }
    return tree
  }

  /// - Throws: `damaged` if the tree has not the size that the values need.
  init(_ values: ArrayView<UInt32>, tree: ArrayView<UInt32>) throws(SectionImageError) {
    (self.values, self.tree) = (values, tree)
    counts[0] = values.count
    var (level, end) = (0, 0)
    while counts[level] > 1 << Self.fanOutBits, level + 1 < Self.maximumLevels {
      level += 1
      starts[level] = end
      counts[level] = (counts[level - 1] + 1 << Self.fanOutBits - 1) >> Self.fanOutBits
      end += counts[level]
    }
    levelCount = level + 1
    guard tree.count == end else { throw .damaged("a min tree") }
  }

  /// The smallest rank in a run; on level 0, the rank at an index.
  @inline(__always)
  func rank(_ level: Int, _ index: Int) -> UInt32 {
    level == 0 ? values[index] & TitleKind.rankMask : tree[starts[level] + index]
  }

  /// The parts of a run: indices on the level below.
  @inline(__always)
  func parts(_ level: Int, _ index: Int) -> Range<Int> {
    let first = index << Self.fanOutBits
    return first..<max(first, min(first + 1 << Self.fanOutBits, counts[level - 1]))
  }

  /// Calls the closure with the runs that cover a range of the array: at most 30 on each level.
  @inline(__always)
  func forEachRun(in range: Range<Int>, _ body: (_ level: Int, _ index: Int) -> Void) {
    var (lower, upper) = (range.lowerBound, min(range.upperBound, values.count))
    var level = 0
    let mask = 1 << Self.fanOutBits - 1
    while lower < upper {
      let isTop = level + 1 == levelCount
      while lower < upper, isTop || lower & mask != 0 {
        body(level, lower)
        lower += 1
      }
      while lower < upper, upper & mask != 0 {
        upper -= 1
        body(level, upper)
      }
      lower >>= Self.fanOutBits
      upper >>= Self.fanOutBits
      level += 1
    }
  }

  /// The smallest rank in a range of the array; nil if the range is empty.
  func minimum(in range: Range<Int>) -> UInt32? {
    var smallest: UInt32?
    forEachRun(in: range) { smallest = min(smallest ?? .max, rank($0, $1)) }
    return smallest
  }
}
