/// The arrays of a `TermIndex` while it is being built.
struct TermIndexArrays {
  /// The letters of the words, in alphabetic order.
  var wordLetters: [UInt8] = []
  /// Where each word ends in `wordLetters`.
  var wordEnds: [UInt32] = []
  /// The ranks of the documents of each word, ascending.
  var postings: [UInt32] = []
  /// Where the postings of each word end.
  var postingEnds: [UInt32] = []
  /// The words of each document, ascending, by rank.
  var forward: [UInt32] = []
  /// Where the words of each document end.
  var forwardEnds: [UInt32] = []
  /// The trie of the words in preorder: the letter of each node,
  var trieLetters: [UInt8] = []
  /// where its subtree ends,
  var trieEnds: [UInt32] = []
  /// and the first word in the subtree.
  var trieWords: [UInt32] = []
  /// Whole titles without spaces, in alphabetic order, in blocks that share beginnings.
  var keyLetters: [UInt8] = []
  /// Where each block begins.
  var keyBlocks: [UInt32] = []
  /// The rank of each key's document; the highest bit marks a translated title.
  var keyDocuments: [UInt32] = []
  /// The min tree of the postings.
  var postingTree: [UInt32] = []
  /// The min tree of the documents of the keys.
  var keyTree: [UInt32] = []

  /// Makes the trie of the sorted words.
  mutating func buildTrie() {
    trieLetters.reserveCapacity(wordLetters.count)
    trieEnds.reserveCapacity(wordLetters.count)
    trieWords.reserveCapacity(wordLetters.count)
    /// The nodes of the previous word.
    var path: [Int] = []
    wordLetters.withUnsafeBufferPointer { letters in
      var previous = 0..<0
      for (word, end) in wordEnds.enumerated() {
        let current = previous.upperBound..<Int(end)
        var shared = 0
        while shared < min(previous.count, current.count),
          letters[previous.lowerBound + shared] == letters[current.lowerBound + shared]
        {
          shared += 1
        }
        while path.count > shared { trieEnds[path.removeLast()] = UInt32(trieLetters.count) }
        for index in current.dropFirst(shared) {
          path.append(trieLetters.count)
          trieLetters.append(letters[index])
          trieEnds.append(0)
          trieWords.append(UInt32(word))
        }
        previous = current
      }
    }
    while let node = path.popLast() { trieEnds[node] = UInt32(trieLetters.count) }
  }

  /// Adds the arrays to an image.
  func add(to writer: inout some SectionWriter, as field: IndexField) {
    writer.add(wordLetters, as: field.section(.wordLetters))
    writer.add(wordEnds, as: field.section(.wordEnds))
    writer.add(postings, as: field.section(.postings))
    writer.add(postingEnds, as: field.section(.postingEnds))
    writer.add(forward, as: field.section(.forward))
    writer.add(forwardEnds, as: field.section(.forwardEnds))
    writer.add(trieLetters, as: field.section(.trieLetters))
    writer.add(trieEnds, as: field.section(.trieEnds))
    writer.add(trieWords, as: field.section(.trieWords))
    writer.add(keyLetters, as: field.section(.keyLetters))
    writer.add(keyBlocks, as: field.section(.keyBlocks))
    writer.add(keyDocuments, as: field.section(.keyDocuments))
    writer.add(postingTree, as: field.section(.postingTree))
    writer.add(keyTree, as: field.section(.keyTree))
  }
}

/// An array of a `TermIndex` in an image.
enum TermArray: UInt32 {
  case wordLetters, wordEnds, postings, postingEnds, forward, forwardEnds, trieLetters, trieEnds, trieWords, keyLetters
  case keyBlocks, keyDocuments, postingTree, keyTree
}

/// What an index in an image is about. Its value is the number of the first section.
enum IndexField: UInt32 {
  case titles = 0x100
  case people = 0x200

  func section(_ array: TermArray) -> UInt32 { rawValue + array.rawValue }
}

/// The other arrays of a `FilmSearch` in an image.
enum FilmArray: UInt32 {
  /// The year of each film.
  case years = 0x300
  /// The films of each person, ascending.
  case credits
  /// Where the films of each person end.
  case creditEnds
}
