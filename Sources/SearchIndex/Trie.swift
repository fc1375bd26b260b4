/// The words of an index as a trie, for finding words with typing errors.
///
/// The nodes stand in preorder: the subtree of a node is the contiguous range up to its end, so that skipping a subtree
/// is one jump. The words of a subtree are contiguous too.
struct Trie: Sendable {
  /// The letter that leads to each node.
  let letters: ArrayView<UInt8>
  /// Where the subtree of each node ends.
  let ends: ArrayView<UInt32>
  /// The first word of the subtree of each node.
  let words: ArrayView<UInt32>

  /// The number of words.
  let wordCount: Int

  var isConsistent: Bool { letters.count == ends.count && letters.count == words.count }

  /// Longer words are not corrected.
  static let maximumLength = 100

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
    // A row is the distances of one path in the trie to each beginning of the text; a path longer than this is too far.
    let width = text.count + 1
    let depthLimit = text.count + maximumEdits + 1
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * (depthLimit + 1)) { rows in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: depthLimit + 1) { path in
        text.withUnsafeBufferPointer { text in
          for column in 0..<width { rows[column] = UInt8(column) }
          var search = Search(
            trie: self, text: text, rows: rows.baseAddress.unsafelyUnwrapped,
            path: path.baseAddress.unsafelyUnwrapped, width: width, depthLimit: depthLimit,
            maximumEdits: maximumEdits, isPrefix: isPrefix)
          search.visit(firstOfText..<letters.count, depth: 1, bound: UInt8(maximumEdits), found)
        }
      }
    }
  }

  /// The first node that begins a word of a text. The marks of other terms are the smallest letters.
  private var firstOfText: Int {
    var node = 0
    while node < letters.count, letters[node] < Letters.firstOfText { node = max(node + 1, Int(ends[node])) }
    return min(node, letters.count)
  }

  private struct Search {
    let trie: Trie
    /// A scalar of three bytes is one letter.
    let text: UnsafeBufferPointer<UInt32>
    /// The matrix of distances: the row of each depth, with a column for each beginning of the text.
    let rows: UnsafeMutablePointer<UInt8>
    /// The letters on the way to the current node.
    let path: UnsafeMutablePointer<UInt32>
    let width: Int
    let depthLimit: Int
    let maximumEdits: Int
    let isPrefix: Bool

    /// More than any distance, and small enough to be added to.
    static let far: UInt8 = 200

    /// Visits the nodes in a range that have one parent.
    ///
    /// - Parameters:
    ///   - bound: the most edits that are of interest: fewer than those of an enclosing range that was found.
    ///   - begun: the bytes so far of a scalar that has three; 0 for none.
    mutating func visit(
      _ nodes: Range<Int>, depth: Int, bound: UInt8, begun: UInt32 = 0, _ found: (Correction) -> Void
    ) {
      var node = nodes.lowerBound
      while node < nodes.upperBound {
        // A damaged file must not make this loop endless.
        let next = max(node + 1, min(Int(trie.ends[node]), nodes.upperBound))
        let letter = begun << 8 | UInt32(trie.letters[node])
        if letter < UInt32(Letters.firstOther) || letter > 0xFFFF {
          path[depth] = letter
          step(node, next, depth, bound, found)
        } else {
          visit(node + 1..<next, depth: depth, bound: bound, begun: letter, found)
        }
        node = next
      }
    }

    @inline(__always)
    private mutating func step(_ node: Int, _ next: Int, _ depth: Int, _ bound: UInt8, _ found: (Correction) -> Void) {
      let smallest = fillRow(depth)
      // The smallest distance of a row never exceeds any distance below it, not even after a transposition: that skips a
      // row, but a substitution in the skipped row costs the same.
      guard smallest <= bound else { return }
      var bound = bound
      let distance = depth + maximumEdits >= width - 1 ? rows[depth * width + width - 1] : Self.far
      if distance <= bound {
        let first = Int(trie.words[node])
        if isPrefix {
          found(Correction(words: first..<max(first, firstWord(after: next)), edits: Int(distance)))
          guard distance > 0 else { return }
          // All words below are found already, so only better matches there are of interest.
          bound = distance - 1
        } else if isWord(node, next) {
          found(Correction(words: first..<first + 1, edits: Int(distance)))
        }
      }
      if depth + 1 < depthLimit { visit(node + 1..<next, depth: depth + 1, bound: bound, found) }
    }

    /// Fills the part of a row that can have distances up to `maximumEdits`: the band around the diagonal. Returns the
    /// smallest of them.
    @inline(__always)
    private func fillRow(_ depth: Int) -> UInt8 {
      let letter = path[depth]
      let row = rows + depth * width
      let above = row - width
      let first = max(1, depth - maximumEdits)
      let last = min(width - 1, depth + maximumEdits)
      guard first <= last + 1 else { return Self.far }
      row[first - 1] = first == 1 ? UInt8(depth) : Self.far
      var smallest = row[first - 1]
      var column = first
      while column <= last {
        let expected = text[column - 1]
        // The row above has no value at the upper edge of this band.
        let deletion = column < depth + maximumEdits ? above[column] &+ 1 : Self.far
        var distance = min(deletion, row[column - 1] &+ 1, above[column - 1] &+ (expected == letter ? 0 : 1))
        if depth > 1, column > 1, letter == text[column - 2], path[depth - 1] == expected {
          // The value is in its row's band, which ends two columns earlier, as this column is in the band of this row.
          distance = min(distance, (above - width)[column - 2] &+ 1)
        }
        row[column] = distance
        smallest = min(smallest, distance)
        column += 1
      }
      return smallest
    }

    /// The first word after a subtree.
    private func firstWord(after next: Int) -> Int {
      next < trie.words.count ? Int(trie.words[next]) : trie.wordCount
    }

    /// Whether a word ends at the node: its first child then begins with another word.
    private func isWord(_ node: Int, _ next: Int) -> Bool {
      node + 1 >= next || trie.words[node + 1] != trie.words[node]
    }
  }
}
