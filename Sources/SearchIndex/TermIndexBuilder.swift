/// Collects the terms and the keys of documents, and makes the arrays of a `TermIndex` of them.
///
/// Documents come in any order and get their ranks at the end.
struct TermIndexBuilder {
  struct Key {
    /// The first and the next eight letters, which decide nearly every comparison.
    var head: UInt64
    var tail: UInt64
    var offset: UInt32
    var document: UInt32
    var length: UInt16
    var isSecondary: Bool

    var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
  }

  /// A longer word or key is cut. Its length then fits into a byte.
  static let maximumLength = 255
  /// The number of keys of which only the first is stored in full.
  static let keyBlock = 16

  var words: WordTable
  var keyLetters: [UInt8] = []
  var keys: [Key] = []
  /// The words of the documents, one document after the other.
  var occurrences: [UInt32] = []
  /// Where the words of each document end.
  var documentEnds: [UInt32] = []

  /// - Parameter expectedWords: the number of different words, roughly.
  init(expectedWords: Int) { words = WordTable(expectedWords: expectedWords) }

  var documentCount: Int { documentEnds.count }

  /// Adds a term of the current document. A term may be added repeatedly.
  mutating func addWord(_ word: UnsafeBufferPointer<UInt8>) {
    let word = Self.cut(word)
    guard !word.isEmpty else { return }
    occurrences.append(words.number(of: word))
  }

  /// Adds a whole title of the current document.
  ///
  /// - Parameter isSecondary: whether it is a translation, which ranks after other documents with this title.
  mutating func addKey(_ key: UnsafeBufferPointer<UInt8>, isSecondary: Bool) {
    let key = Self.cut(key)
    guard !key.isEmpty else { return }
    keys.append(
      Key(
        head: WordTable.head(key, 0), tail: WordTable.head(key, 8), offset: UInt32(keyLetters.count),
        document: UInt32(documentEnds.count), length: UInt16(key.count), isSecondary: isSecondary))
    keyLetters.append(contentsOf: key)
  }

  mutating func endDocument() { documentEnds.append(UInt32(occurrences.count)) }

  static func cut(_ letters: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    letters.count <= maximumLength ? letters : UnsafeBufferPointer(rebasing: letters.prefix(maximumLength))
  }

  /// Makes the arrays.
  ///
  /// - Parameter ranks: the rank of each document, from 0 for the most popular one.
  consuming func finish(ranks: [UInt32]) -> TermIndexArrays {
    var arrays = TermIndexArrays()
    fillWords(&arrays, ranks)
    words = WordTable(expectedWords: 0)
    occurrences = []
    arrays.buildTrie()
    fillKeys(&arrays, ranks)
    arrays.postingTree = arrays.postings.withUnsafeBufferPointer(MinTree.build)
    arrays.keyTree = arrays.keyDocuments.withUnsafeBufferPointer(MinTree.build)
    return arrays
  }

  private func fillWords(_ arrays: inout TermIndexArrays, _ ranks: [UInt32]) {
    let order = words.alphabeticOrder()
    var numbers = [UInt32](repeating: 0, count: order.count)
    arrays.wordEnds.reserveCapacity(order.count)
    arrays.wordLetters.reserveCapacity(words.letters.count)
    for (place, word) in order.enumerated() {
      numbers[Int(word)] = UInt32(place)
      arrays.wordLetters.append(contentsOf: words.letters[words.words[Int(word)].range])
      arrays.wordEnds.append(UInt32(arrays.wordLetters.count))
    }
    fillForwardIndex(&arrays, ranks, numbers)
    fillPostings(&arrays)
  }

  private func fillForwardIndex(_ arrays: inout TermIndexArrays, _ ranks: [UInt32], _ numbers: [UInt32]) {
    var documents = [UInt32](repeating: 0, count: ranks.count)
    for (document, rank) in ranks.enumerated() { documents[Int(rank)] = UInt32(document) }
    arrays.forward.reserveCapacity(occurrences.count)
    arrays.forwardEnds.reserveCapacity(ranks.count)
    var terms: [UInt32] = []
    for document in documents {
      let start = document == 0 ? 0 : documentEnds[Int(document) - 1]
      terms.removeAll(keepingCapacity: true)
      for index in start..<documentEnds[Int(document)] { terms.append(numbers[Int(occurrences[Int(index)])]) }
      terms.sort()
      var last = UInt32.max
      for term in terms where term != last {
        arrays.forward.append(term)
        last = term
      }
      arrays.forwardEnds.append(UInt32(arrays.forward.count))
    }
  }

  /// Sorts the forward index by word. It counts the postings of each word first, so that each has its place; because the
  /// documents come by rank, the postings of a word ascend.
  private func fillPostings(_ arrays: inout TermIndexArrays) {
    var places = [UInt32](repeating: 0, count: words.count)
    for term in arrays.forward { places[Int(term)] += 1 }
    arrays.postingEnds.reserveCapacity(words.count)
    var sum: UInt32 = 0
    for word in places.indices {
      let count = places[word]
      places[word] = sum
      sum += count
      arrays.postingEnds.append(sum)
    }
    arrays.postings = [UInt32](unsafeUninitializedCapacity: arrays.forward.count) { postings, count in
      var start = 0
      for (rank, end) in arrays.forwardEnds.enumerated() {
        for index in start..<Int(end) {
          let term = Int(arrays.forward[index])
          postings[Int(places[term])] = UInt32(rank)
          places[term] += 1
        }
        start = Int(end)
      }
      count = arrays.forward.count
    }
  }
}
