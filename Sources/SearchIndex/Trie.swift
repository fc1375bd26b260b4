import Platform

/// The words of an index as a trie, for words with typing errors. Nodes stand level by level, so that children are
/// neighbors, which are mostly dismissed by their letters. A node with one word has no children.
struct Trie: Sendable {
  /// The letter that leads to each node. The first node is the root.
  let letters: ArrayView<UInt8>
  /// Where the children of each node begin. They end where those of the next node begin.
  let children: ArrayView<UInt32>
  /// The first word below each node. They end where those of its next sibling begin.
  let firstWords: ArrayView<UInt32>
  /// The letters of each word, in alphabetic order.
  let words: ListView<UInt8>

  var isConsistent: Bool { letters.count == firstWords.count && children.count == letters.count + 1 }

  private func nodes(below node: Int) -> Range<Int> {
    let first = max(Int(children[node]), node + 1)
    return first..<max(first, min(Int(children[node + 1]), letters.count))
  }

  /// The words below a node among its siblings, which have these words together.
  private func words(below node: Int, among siblings: Range<Int>, in all: Range<Int>) -> Range<Int> {
    let first = Int(firstWords[node])
    return first..<max(first, node + 1 < siblings.upperBound ? Int(firstWords[node + 1]) : all.upperBound)
  }

  /// The words that begin with a text.
  func words(beginningWith text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var (node, words) = (0, 0..<self.words.count)
    for letter in text where words.count > 1 {
      let siblings = nodes(below: node)
      node = siblings.partitioningIndex { letters[$0] >= letter }
      guard node < siblings.upperBound, letters[node] == letter else { return 0..<0 }
      words = self.words(below: node, among: siblings, in: words)
    }
    return words.count != 1 || self.words[words.lowerBound].begins(with: text) ? words : 0..<0
  }

  /// Longer words are not corrected: a state has one bit for each beginning of the text.
  static let maximumLength = UInt64.bitWidth - 1

  /// Words near a given one.
  struct Correction {
    /// One word, or all words with the corrected beginning.
    var words: Range<Int>
    /// The number of typing errors.
    var edits: Int
  }

  /// Finds the words, or beginnings of words, within a number of edits (optimal string alignment). Of a beginning that
  /// is near enough, longer ones are reported only if they are nearer.
  func corrections(
    of text: UnsafeBufferPointer<UInt8>, maximumEdits: Int, isPrefix: Bool, _ found: (Correction) -> Void
  ) {
    let text = KeystrokeEncoding.scalars(of: text)
    guard !text.isEmpty, text.count <= Self.maximumLength else { return }
    var positions = [UInt64](repeating: 0, count: 256)
    for (index, letter) in text.enumerated() where letter < 256 { positions[Int(letter)] |= 1 << UInt64(index) }
    // The search has no arrays, because it would count references to them at each node.
    text.withUnsafeBufferPointer { text in
      positions.withUnsafeBufferPointer { positions in
        var search = Search(trie: self, text: text, positions: positions, isPrefix: isPrefix, budget: letters.count)
        search.continue(from: (node: 0, words: 0..<words.count, depth: 0), EditState(), bound: maximumEdits, found)
      }
    }
  }

  private struct Search {
    let trie: Trie
    /// A scalar of three bytes is one letter.
    let text: UnsafeBufferPointer<UInt32>
    /// The bits of the positions at which each letter of one byte stands in the text.
    let positions: UnsafeBufferPointer<UInt64>
    let isPrefix: Bool
    /// The nodes that may still be visited. The children in a damaged file need not be a tree.
    var budget: Int

    /// The bit of the whole text.
    private var end: UInt64 { 1 << UInt64(text.count) }

    /// The beginnings of the text that are of interest with one edit, and with two.
    private func ofInterest(_ bound: Int) -> (one: UInt64, two: UInt64) {
      let all = end | (end - 1)
      return (one: bound >= 1 ? all : 0, two: bound >= 2 ? all : 0)
    }

    /// Visits the words below a node in this state. The bound is less than the edits of an enclosing range that was
    /// found; `begun` has the bytes so far of a scalar that has three.
    mutating func `continue`(
      from place: (node: Int, words: Range<Int>, depth: Int), _ state: EditState, bound: Int, begun: UInt32 = 0,
      _ found: (Correction) -> Void
    ) {
      let (node, words, depth) = place
      if words.count == 1 {
        follow(words.lowerBound, from: depth, state, bound: bound, begun: begun, found)
        return
      }
      let ofInterest = ofInterest(bound)
      let needed = begun == 0 ? state.needed(bound) : nil
      let children = trie.nodes(below: node)
      budget -= children.count
      guard budget >= 0 else { return }
      let next = depth + 1
      for child in children {
        let byte = trie.letters[child]
        if let needed, byte < KeystrokeEncoding.firstOther, positions[Int(byte)] & needed == 0 { continue }
        // Terms that are not words of a text begin with marks, which are the smallest letters.
        if depth == 0, byte < KeystrokeEncoding.first { continue }
        let words = trie.words(below: child, among: children, in: words)
        let letter = begun << 8 | UInt32(byte)
        if letter < UInt32(KeystrokeEncoding.firstOther) || letter > 0xFFFF {
          let state = state.next(positions(of: letter), ofInterest)
          guard state.isAlive else { continue }
          if let bound = report(words, isWord: trie.words[words.lowerBound].count == next, state, bound: bound, found) {
            `continue`(from: (child, words, next), state, bound: bound, found)
          }
        } else {
          `continue`(from: (child, words, next), state, bound: bound, begun: letter, found)
        }
      }
    }

    /// Visits the rest of a word that shares no more letters with others.
    private func follow(
      _ word: Int, from depth: Int, _ state: EditState, bound: Int, begun: UInt32, _ found: (Correction) -> Void
    ) {
      let letters = trie.words[word]
      guard depth > 0 || letters.first ?? 0 >= KeystrokeEncoding.first else { return }
      var (state, bound, begun) = (state, bound, begun)
      for index in min(depth, letters.count)..<letters.count {
        let letter = begun << 8 | UInt32(letters[index])
        if letter >= UInt32(KeystrokeEncoding.firstOther), letter <= 0xFFFF {
          begun = letter
          continue
        }
        begun = 0
        state = state.next(positions(of: letter), ofInterest(bound))
        let below = report(word..<word + 1, isWord: index + 1 == letters.count, state, bound: bound, found)
        guard state.isAlive, let below else { return }
        bound = below
      }
    }

    /// Reports the words below a node, or that end there, if they are near. Returns the bound below; nil to leave them.
    @inline(__always)
    private func report(
      _ words: Range<Int>, isWord: @autoclosure () -> Bool, _ state: EditState, bound: Int,
      _ found: (Correction) -> Void
    ) -> Int? {
      guard let edits = state.edits(end), isPrefix || isWord() else { return bound }
      if !isPrefix {
        found(Correction(words: words.lowerBound..<words.lowerBound + 1, edits: edits))
        return bound
      }
      found(Correction(words: words, edits: edits))
      // All words below are found already, so only better matches there are of interest.
      return edits > 0 ? edits - 1 : nil
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
