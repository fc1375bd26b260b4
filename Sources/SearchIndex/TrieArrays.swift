/// The arrays of a `Trie` while it is being built.
struct TrieArrays {
  private var letters: [UInt8] = [0]
  private var children: [UInt32] = []
  private var firstWords: [UInt32] = [0]

  /// - Parameter wordLetters: the letters of different words in alphabetic order.
  init(_ wordLetters: [UInt8], ends wordEnds: [UInt32]) {
    /// Where the words below each node end.
    var endWords = [wordEnds.count]
    var (node, depth, levelEnd) = (0, 0, 1)
    wordLetters.withUnsafeBufferPointer { source in
      while node < letters.count {
        if node == levelEnd { (depth, levelEnd) = (depth + 1, letters.count) }
        children.append(UInt32(letters.count))
        var word = Int(firstWords[node])
        let end = endWords[node]
        node += 1
        guard end - word > 1 else { continue }
        func place(_ word: Int) -> Int { (word == 0 ? 0 : Int(wordEnds[word - 1])) + depth }
        if place(word) == wordEnds[word] { word += 1 }
        while word < end {
          let letter = source[place(word)]
          letters.append(letter)
          firstWords.append(UInt32(word))
          repeat { word += 1 } while word < end && source[place(word)] == letter
          endWords.append(word)
        }
      }
    }
    children.append(UInt32(letters.count))
  }

  func add(to writer: inout SectionWriter, as field: IndexField) {
    writer.add(letters, as: field.section(.trieLetters))
    writer.add(children, as: field.section(.trieChildren))
    writer.add(firstWords, as: field.section(.trieFirstWords))
  }
}
