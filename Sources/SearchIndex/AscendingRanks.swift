/// Returns the ranks in ranges of arrays in ascending order, each once. The ranges may overlap.
struct AscendingRanks {
  private struct Node {
    var rank: UInt32
    /// The tree in the upper half, the level in the lower.
    var tree: UInt16
    var level: UInt16
    var index: UInt32
  }

  private let trees: [MinTree]
  private var heap: [Node] = []
  private var last: UInt32 = .max

  init(_ trees: [MinTree]) { self.trees = trees }

  /// Adds a range of a tree's array.
  mutating func add(_ range: Range<Int>, of tree: Int) {
    var (lower, upper) = (range.lowerBound, min(range.upperBound, trees[tree].levels[0].count))
    var level = 0
    let mask = 1 << MinTree.fanOutBits - 1
    while lower < upper {
      let isTop = level + 1 == trees[tree].levels.count
      while lower < upper, isTop || lower & mask != 0 {
        push(tree, level, lower)
        lower += 1
      }
      while lower < upper, upper & mask != 0 {
        upper -= 1
        push(tree, level, upper)
      }
      lower >>= MinTree.fanOutBits
      upper >>= MinTree.fanOutBits
      level += 1
    }
  }

  @inline(__always)
  private mutating func push(_ tree: Int, _ level: Int, _ index: Int) {
    let rank = trees[tree].levels[level][index] & PostingList.rankMask
    let node = Node(rank: rank, tree: UInt16(tree), level: UInt16(level), index: UInt32(index))
    var hole = heap.count
    heap.append(node)
    heap.withUnsafeMutableBufferPointer { heap in
      while hole > 0 {
        let parent = (hole - 1) >> 1
        guard heap[parent].rank > rank else { break }
        heap[hole] = heap[parent]
        hole = parent
      }
      heap[hole] = node
    }
  }

  private mutating func pop() -> Node? {
    guard let top = heap.first else { return nil }
    let node = heap.removeLast()
    guard !heap.isEmpty else { return top }
    heap.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].rank < heap[child].rank { child += 1 }
        guard heap[child].rank < node.rank else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = node
    }
    return top
  }

  /// The next rank; nil at the end.
  mutating func next() -> UInt32? {
    while let node = pop() {
      if node.level == 0 {
        guard node.rank != last else { continue }
        last = node.rank
        return node.rank
      }
      let level = Int(node.level) - 1
      let first = Int(node.index) << MinTree.fanOutBits
      let count = trees[Int(node.tree)].levels[level].count
      for index in first..<min(first + 1 << MinTree.fanOutBits, count) { push(Int(node.tree), level, index) }
    }
    return nil
  }
}
