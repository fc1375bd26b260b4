/// The words of an index as a trie, for finding words with typing errors.
///
/// The nodes stand in preorder: the subtree of a node is the contiguous range up to its end, so that skipping a subtree
/// is one jump. The words of a subtree are contiguous too.
struct Trie: Sendable {
  /// The letter that leads to each node.
  let letters: ArrayView<UInt8>
  /// Where the subtree of each node ends.
  let ends: ArrayView<UInt32>
  /// A bit for each node: whether a word ends there.
  let marks: ArrayView<UInt64>
  /// For each 64 of these bits the number of words that end before them.
  let ranks: ArrayView<UInt32>

  var isConsistent: Bool {
    letters.count == ends.count && marks.count == Self.markCount(letters.count) && ranks.count == marks.count
  }

  /// The number of elements that have a bit for each node and one more, so that there is a rank after the last node.
  static func markCount(_ nodeCount: Int) -> Int { nodeCount >> 6 + 1 }

  /// The number of words that end before a node. Words are in the order of the nodes where they end, so this is the
  /// first word of the subtree of the node.
  @inline(__always)
  fileprivate func firstWord(from node: Int) -> Int {
    let before: UInt64 = 1 << UInt64(node & 63) - 1
    return Int(ranks[node >> 6]) + (marks[node >> 6] & before).nonzeroBitCount
  }

  @inline(__always)
  fileprivate func isWord(_ node: Int) -> Bool { marks[node >> 6] & 1 << UInt64(node & 63) != 0 }

  /// Longer words are not corrected: a state has one bit for each beginning of the text.
  static let maximumLength = UInt64.bitWidth - 1

  /// Words near a given one.
  struct Correction {
    /// One word, or all words with the corrected beginning.
    var words: Range<Int>
    /// The number of typing errors.
    var edits: Int
  }

  /// Finds the words within a number of edits: insertions, deletions, substitutions, and transpositions of neighbors
  /// (optimal string alignment, a restricted Damerau–Levenshtein distance).
  ///
  /// Terms that are not words of a text are left out. Of a beginning that is near enough, longer beginnings are reported
  /// only if they are nearer.
  ///
  /// - Parameter isPrefix: whether the text may be the beginning of a word.
  func corrections(
    of text: UnsafeBufferPointer<UInt8>, maximumEdits: Int, isPrefix: Bool, _ found: (Correction) -> Void
  ) {
    let text = Letters.scalars(of: text)
    guard !text.isEmpty, text.count <= Self.maximumLength else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 256) { positions in
      positions.initialize(repeating: 0)
      for (index, letter) in text.enumerated() where letter < 256 { positions[Int(letter)] |= 1 << UInt64(index) }
      let search = Search(
        trie: self, text: text, positions: UnsafePointer(positions.baseAddress.unsafelyUnwrapped), isPrefix: isPrefix)
      search.visit(firstOfText..<letters.count, State(), bound: maximumEdits, found)
    }
  }

  /// The first node that begins a word of a text. The marks of other terms are the smallest letters.
  private var firstOfText: Int {
    var node = 0
    while node < letters.count, letters[node] < Letters.firstOfText { node = max(node + 1, Int(ends[node])) }
    return min(node, letters.count)
  }

  /// The beginnings of the text that are near the letters on the way to a node: bit n stands for the first n letters.
  ///
  /// These are the states of a nondeterministic automaton (Wu and Manber's, with transpositions as Hyyrö adds them), all
  /// computed at once by each step. A row of the edit matrix says the same, one number after the other.
  private struct State {
    /// By number of edits. The beginnings that are left out cost one edit for each letter.
    var exact: UInt64 = 0b1
    var one: UInt64 = 0b11
    var two: UInt64 = 0b111
    /// The states of the parent, from which a transposition starts, and the positions of the last letter.
    var exactBefore: UInt64 = 0
    var oneBefore: UInt64 = 0
    var lastPositions: UInt64 = 0

    /// The state after one more letter.
    ///
    /// - Parameters:
    ///   - positions: where the letter stands in the text.
    ///   - all: the beginnings that are of interest with one edit, and with two.
    @inline(__always)
    func next(_ positions: UInt64, _ all: (one: UInt64, two: UInt64)) -> State {
      let swapped = positions & lastPositions >> 1
      var next = State()
      next.exact = (exact & positions) << 1
      let edited = exact << 1 | exact | next.exact << 1 | (exactBefore & swapped) << 2
      next.one = ((one & positions) << 1 | edited) & all.one
      let editedTwice = one << 1 | one | next.one << 1 | (oneBefore & swapped) << 2
      next.two = ((two & positions) << 1 | editedTwice) & all.two
      (next.exactBefore, next.oneBefore, next.lastPositions) = (exact, one, positions)
      return next
    }

    /// Whether letters below the node can be near the text.
    var isAlive: Bool { exact | one | two != 0 }

    /// The edits between the path and the text that ends with a bit; nil if they are too many.
    @inline(__always)
    func edits(_ end: UInt64) -> Int? { exact & end != 0 ? 0 : one & end != 0 ? 1 : two & end != 0 ? 2 : nil }
  }

  private struct Search {
    let trie: Trie
    /// A scalar of three bytes is one letter.
    let text: [UInt32]
    /// The bits of the positions at which each letter of one byte stands in the text.
    let positions: UnsafePointer<UInt64>
    let isPrefix: Bool

    /// The bit of the whole text.
    private var end: UInt64 { 1 << UInt64(text.count) }

    /// Visits the nodes in a range that have one parent.
    ///
    /// - Parameters:
    ///   - state: that of the parent.
    ///   - bound: the most edits that are of interest: fewer than those of an enclosing range that was found.
    ///   - begun: the bytes so far of a scalar that has three; 0 for none.
    func visit(_ nodes: Range<Int>, _ state: State, bound: Int, begun: UInt32 = 0, _ found: (Correction) -> Void) {
      let all = end | (end - 1)
      let ofInterest = (one: bound >= 1 ? all : 0, two: bound >= 2 ? all : 0)
      var node = nodes.lowerBound
      while node < nodes.upperBound {
        // A damaged file must not make this loop endless.
        let next = max(node + 1, min(Int(trie.ends[node]), nodes.upperBound))
        let letter = begun << 8 | UInt32(trie.letters[node])
        if letter < UInt32(Letters.firstOther) || letter > 0xFFFF {
          let state = state.next(positions(of: letter), ofInterest)
          if state.isAlive { descend(node, next, state, bound, found) }
        } else {
          visit(node + 1..<next, state, bound: bound, begun: letter, found)
        }
        node = next
      }
    }

    private func descend(_ node: Int, _ next: Int, _ state: State, _ bound: Int, _ found: (Correction) -> Void) {
      var bound = bound
      if let edits = state.edits(end) {
        let first = trie.firstWord(from: node)
        if isPrefix {
          found(Correction(words: first..<max(first, trie.firstWord(from: next)), edits: edits))
          guard edits > 0 else { return }
          // All words below are found already, so only better matches there are of interest.
          bound = edits - 1
        } else if trie.isWord(node) {
          found(Correction(words: first..<first + 1, edits: edits))
        }
      }
      visit(node + 1..<next, state, bound: bound, found)
    }

    @inline(__always)
    private func positions(of letter: UInt32) -> UInt64 {
      if letter < 256 { return positions[Int(letter)] }
      var bits: UInt64 = 0
      for (index, other) in text.enumerated() where other == letter { bits |= 1 << UInt64(index) }
      return bits
    }
  }
}
