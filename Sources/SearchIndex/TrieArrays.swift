/// The arrays of a `Trie` while it is being built.
struct TrieArrays {
  private var letters: [UInt8] = []
  private var ends: [UInt32] = []
  private var marks: [UInt64] = []
  private var ranks: [UInt32] = []

  /// - Parameters:
  ///   - wordLetters: the letters of different words in alphabetic order.
  ///   - wordEnds: where each word ends in them.
  init(_ wordLetters: [UInt8], ends wordEnds: [UInt32]) {
    /// The nodes of the previous word.
    var path: [Int] = []
    wordLetters.withUnsafeBufferPointer { source in
      var previous = 0..<0
      for end in wordEnds {
        let current = previous.upperBound..<Int(end)
        var shared = 0
        while shared < min(previous.count, current.count),
          source[previous.lowerBound + shared] == source[current.lowerBound + shared]
        {
          shared += 1
        }
        while path.count > shared { ends[path.removeLast()] = UInt32(letters.count) }
        for index in current.dropFirst(shared) {
          path.append(letters.count)
          letters.append(source[index])
          ends.append(0)
        }
        // The words are different and ascend, so the last node of each is new.
        mark(letters.count - 1)
        previous = current
      }
    }
    while let node = path.popLast() { ends[node] = UInt32(letters.count) }
    while marks.count < Trie.markCount(letters.count) { marks.append(0) }
    var rank: UInt32 = 0
    ranks = marks.map { mark in
      defer { rank += UInt32(mark.nonzeroBitCount) }
      return rank
    }
  }

  private mutating func mark(_ node: Int) {
    while marks.count < Trie.markCount(node + 1) { marks.append(0) }
    marks[node >> 6] |= 1 << UInt64(node & 63)
  }

  func add(to writer: inout some SectionWriter, as field: IndexField) {
    writer.add(letters, as: field.section(.trieLetters))
    writer.add(ends, as: field.section(.trieEnds))
    writer.add(marks, as: field.section(.trieMarks))
    writer.add(ranks, as: field.section(.trieRanks))
  }
}
