import SectionImage
import Text

/// Collects the terms and keys of documents, by rank, and adds the arrays of a `TermIndex` to an image. What each is
/// made of is released, because an import has no room for all.
struct TermIndexBuilder: Sendable {
  struct Key: Sendable {
    /// The first and the next eight letters, which decide nearly every comparison.
    var head: UInt64
    var tail: UInt64
    var offset: UInt32
    var document: UInt32
    var length: UInt16
    var kind: TitleKind

    var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
  }

  /// A longer word or key is cut. Its length then fits into a byte.
  static let maximumLength = 255
  /// The number of keys of which only the first is stored in full.
  static let keyBlock = 16

  private var words = WordTable()
  var keyLetters: [UInt8] = []
  var keys: [Key] = []
  /// The words of the documents, one document after the other.
  private var occurrences: [UInt32] = []
  private var documentEnds: [UInt32] = []

  var documentCount: Int { documentEnds.count }

  /// Adds a term of the current document. A term may be added repeatedly.
  mutating func addWord(_ word: UnsafeBufferPointer<UInt8>) {
    let word = Self.cut(word)
    guard !word.isEmpty else { return }
    occurrences.append(words.number(of: word))
  }

  /// Adds a whole title of the current document.
  mutating func addKey(_ key: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    let key = Self.cut(key)
    guard !key.isEmpty else { return }
    keys.append(
      Key(
        head: WordTable.head(key, 0), tail: WordTable.head(key, 8), offset: UInt32(keyLetters.count),
        document: UInt32(documentEnds.count), length: UInt16(key.count), kind: kind))
    keyLetters.append(contentsOf: key)
  }

  mutating func endDocument() { documentEnds.append(UInt32(occurrences.count)) }

  static func cut(_ letters: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    letters.count <= maximumLength ? letters : UnsafeBufferPointer(rebasing: letters.prefix(maximumLength))
  }

  /// Adds the arrays of the index to an image. The builder is empty then.
  mutating func finish(to writer: inout SectionWriter, as field: IndexField) {
    // The keys are the larger half of what is in memory.
    addKeys(to: &writer, as: field)
    let (numbers, bits) = addWords(to: &writer, as: field)
    words = WordTable()
    let (forward, ends) = forwardIndex(numbers)
    occurrences = []
    documentEnds = []
    writer.add(forward, as: field.section(.forward))
    writer.add(ends, as: field.section(.forwardEnds))
    let signatures = ends.indices.map { rank in
      forward[(rank == 0 ? 0 : Int(ends[rank - 1]))..<Int(ends[rank])].reduce(0) { $0 | bits[Int($1)] }
    }
    writer.add(signatures, as: field.section(.signatures))
    Self.addPostings(of: forward, ends, wordCount: numbers.count, to: &writer, as: field)
  }

  /// Adds the words and their trie. Returns each word's place in alphabetic order, and each place's bit of signatures.
  private func addWords(
    to writer: inout SectionWriter, as field: IndexField
  ) -> (numbers: [UInt32], bits: [UInt32]) {
    let order = words.alphabeticOrder()
    var numbers = [UInt32](repeating: 0, count: order.count)
    var letters: [UInt8] = []
    var ends: [UInt32] = []
    var bits: [UInt32] = []
    ends.reserveCapacity(order.count)
    letters.reserveCapacity(words.letters.count)
    for (place, word) in order.enumerated() {
      numbers[Int(word)] = UInt32(place)
      let range = words.words[Int(word)].range
      letters.append(contentsOf: words.letters[range])
      bits.append(words.letters.withUnsafeBufferPointer { WordBloomBits.bit(of: .init(rebasing: $0[range])) })
      ends.append(UInt32(letters.count))
    }
    writer.add(letters, as: field.section(.wordLetters))
    writer.add(ends, as: field.section(.wordEnds))
    TrieArrays(letters, ends: ends).add(to: &writer, as: field)
    return (numbers, bits)
  }

  /// The words of each document, ascending.
  private func forwardIndex(_ numbers: [UInt32]) -> (forward: [UInt32], ends: [UInt32]) {
    var forward: [UInt32] = []
    var ends: [UInt32] = []
    forward.reserveCapacity(occurrences.count)
    ends.reserveCapacity(documentEnds.count)
    var start = 0
    var terms: [UInt32] = []
    for end in documentEnds {
      terms.removeAll(keepingCapacity: true)
      for index in start..<Int(end) { terms.append(numbers[Int(occurrences[index])]) }
      start = Int(end)
      terms.sort()
      var last = UInt32.max
      for term in terms where term != last {
        forward.append(term)
        last = term
      }
      ends.append(UInt32(forward.count))
    }
    return (forward, ends)
  }

  /// Sorts the forward index by word, counting postings first. Documents come by rank, so postings ascend.
  private static func addPostings(
    of forward: [UInt32], _ ends: [UInt32], wordCount: Int, to writer: inout SectionWriter, as field: IndexField
  ) {
    var places = [UInt32](repeating: 0, count: wordCount)
    for term in forward { places[Int(term)] += 1 }
    var postingEnds: [UInt32] = []
    postingEnds.reserveCapacity(wordCount)
    var sum: UInt32 = 0
    for word in places.indices {
      let count = places[word]
      places[word] = sum
      sum += count
      postingEnds.append(sum)
    }
    let postings = [UInt32](unsafeUninitializedCapacity: forward.count) { postings, count in
      var start = 0
      for (rank, end) in ends.enumerated() {
        for index in start..<Int(end) {
          let term = Int(forward[index])
          postings[Int(places[term])] = UInt32(rank)
          places[term] += 1
        }
        start = Int(end)
      }
      count = forward.count
    }
    writer.add(postings, as: field.section(.postings))
    writer.add(postingEnds, as: field.section(.postingEnds))
    writer.add(postings.withUnsafeBufferPointer(MinTree.build), as: field.section(.postingTree))
  }
}

extension TermIndexBuilder {
  /// Sorts the keys, adds them to an image and releases them.
  mutating func addKeys(to writer: inout SectionWriter, as field: IndexField) {
    var arrays = KeyArrays()
    keyLetters.withUnsafeBufferPointer { letters in
      keys.withUnsafeMutableBufferPointer { keys in
        keys.sort { Self.precedes($0, $1, letters) }
        var lastDocument = UInt32.max
        for key in keys {
          let text = UnsafeBufferPointer(rebasing: letters[key.range])
          // A title of two kinds is listed once, as the first.
          if key.document == lastDocument, text.compare(arrays.last) == 0 { continue }
          arrays.append(text, key.kind.entry(key.document))
          lastDocument = key.document
        }
      }
    }
    keys = []
    keyLetters = []
    arrays.add(to: &writer, as: field)
  }

  /// Alphabetically; of equal keys by document, so that a document's equal keys are neighbors.
  private static func precedes(_ left: Key, _ right: Key, _ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.head != right.head { return left.head < right.head }
    if left.tail != right.tail { return left.tail < right.tail }
    let order = UnsafeBufferPointer(rebasing: letters[left.range])
      .compare(UnsafeBufferPointer(rebasing: letters[right.range]))
    if order != 0 { return order < 0 }
    if left.document != right.document { return left.document < right.document }
    return left.kind.rawValue < right.kind.rawValue
  }
}

/// Front-codes sorted keys: the first of a block in full, the others as the letters shared with the one before, and the
/// rest.
private struct KeyArrays {
  private var letters: [UInt8] = []
  private var blocks: [UInt32] = []
  private var heads: [UInt64] = []
  private var documents: [UInt32] = []
  private(set) var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// - Parameter key: valid until the next one is added.
  mutating func append(_ key: UnsafeBufferPointer<UInt8>, _ document: UInt32) {
    if documents.count % TermIndexBuilder.keyBlock == 0 {
      blocks.append(UInt32(letters.count))
      heads.append(WordTable.head(key, 0))
      letters.append(UInt8(key.count))
      letters.append(contentsOf: key)
    } else {
      var shared = 0
      while shared < last.count, shared < key.count, last[shared] == key[shared] { shared += 1 }
      letters.append(UInt8(shared))
      letters.append(UInt8(key.count - shared))
      letters.append(contentsOf: key[shared...])
    }
    documents.append(document)
    last = key
  }

  func add(to writer: inout SectionWriter, as field: IndexField) {
    writer.add(letters, as: field.section(.keyLetters))
    writer.add(blocks, as: field.section(.keyBlocks))
    writer.add(heads, as: field.section(.keyHeads))
    writer.add(documents, as: field.section(.keyDocuments))
    writer.add(documents.withUnsafeBufferPointer(MinTree.build), as: field.section(.keyTree))
  }
}
