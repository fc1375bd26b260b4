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

  mutating func add(_ range: Range<Int>, of tree: Int) { trees[tree].forEachRun(in: range) { push(tree, $0, $1) } }

  @inline(__always)
  private mutating func push(_ tree: Int, _ level: Int, _ index: Int) {
    let rank = trees[tree].rank(level, index)
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

  mutating func next() -> UInt32? {
    while let node = pop() {
      if node.level == 0 {
        guard node.rank != last else { continue }
        last = node.rank
        return node.rank
      }
      let (tree, level) = (Int(node.tree), Int(node.level))
      for part in trees[tree].parts(level, Int(node.index)) { push(tree, level - 1, part) }
    }
    return nil
  }
}
