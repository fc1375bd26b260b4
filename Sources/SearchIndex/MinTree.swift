/// The minimum of every aligned run of 16, 256, … elements of an array of ranks.
///
/// The best documents of any contiguous range of postings are found by descending only into runs with a small minimum,
/// which costs O(k log n) for k of them, however long the range is.
struct MinTree: Sendable {
  static let fanOutBits = 4

  /// Level 0 is the array itself.
  let levels: [ArrayView<UInt32>]

  /// The levels above an array, the lowest first, one after the other.
  static func build(_ values: UnsafeBufferPointer<UInt32>) -> [UInt32] {
    var tree: [UInt32] = []
    tree.reserveCapacity(values.count / 15 + 8)
    var (start, count) = (0, values.count)
    var isFirst = true
    while count > 1 << fanOutBits {
      let next = tree.count
      for group in stride(from: 0, to: count, by: 1 << fanOutBits) {
        var smallest = UInt32.max
        for index in group..<min(group + 1 << fanOutBits, count) {
          smallest = min(smallest, isFirst ? values[index] & PostingList.rankMask : tree[start + index])
        }
        tree.append(smallest)
      }
      (start, count) = (next, tree.count - next)
      isFirst = false
    }
    return tree
  }

  /// - Throws: `damaged` if the tree has not the size that the values need.
  init(_ values: ArrayView<UInt32>, tree: ArrayView<UInt32>) throws(IndexError) {
    var levels = [values]
    var (start, count) = (0, values.count)
    while count > 1 << Self.fanOutBits {
      count = (count + (1 << Self.fanOutBits) - 1) >> Self.fanOutBits
      let part = tree.slice(start, start + count)
      levels.append(ArrayView(part.baseAddress, count: part.count))
      start += count
    }
    guard tree.count == start else { throw .damaged("a min tree") }
    self.levels = levels
  }
}

enum PostingList {
  /// The highest bit of an entry marks a translated title; the others are the rank.
  static let rankMask: UInt32 = 0x7FFF_FFFF
}
