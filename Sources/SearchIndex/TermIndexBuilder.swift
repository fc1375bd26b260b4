/// Collects the terms and keys of documents, by rank, and adds the arrays of a `TermIndex` to an image. What each is
/// made of is released, because an import has no room for all.
struct TermIndexBuilder: Sendable {
  /// A longer word or key is cut. Its length then fits into a byte.
  static let maximumLength = 255
  /// The number of keys of which only the first is stored in full.
  static let keyBlock = 16

  private var words = WordTable()
  private var keyLetters: [UInt8] = []
  /// Their numbers are those of the documents with the kind of the title in the lowest bits. So a document's equal keys
  /// are neighbors.
  private var keys: [SortKey] = []
  /// The words of each document.
  private var occurrences = Lists<UInt32>()

  /// Adds a term of the current document. A term may be added repeatedly.
  mutating func addWord(_ word: UnsafeBufferPointer<UInt8>) {
    let word = Self.cut(word)
    guard !word.isEmpty else { return }
    occurrences.elements.append(words.number(of: word))
  }

  /// Adds a whole title of the current document.
  mutating func addKey(_ key: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    let key = Self.cut(key)
    guard !key.isEmpty else { return }
    keys.append(SortKey(key, number: UInt32(occurrences.count) << 2 | kind.rawValue, in: &keyLetters))
  }

  mutating func endDocument() { occurrences.endList() }

  static func cut(_ letters: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    letters.count <= maximumLength ? letters : UnsafeBufferPointer(rebasing: letters.prefix(maximumLength))
  }

  /// Adds the arrays of the index to an image. The builder is empty then.
  mutating func finish(to writer: inout SectionWriter, as field: IndexField) {
    // The keys are the larger half of what is in memory.
    addKeys(to: &writer, as: field)
    let (numbers, bits) = addWords(to: &writer, as: field)
    words = WordTable()
    let forward = forwardIndex(numbers)
    occurrences = Lists()
    forward.add(to: &writer, as: field.section(.forward), ends: field.section(.forwardEnds))
    let signatures = (0..<forward.count).map { rank in
      forward.elements[forward.range(of: rank)].reduce(0) { $0 | bits[Int($1)] }
    }
    writer.add(signatures, as: field.section(.signatures))
    let postings = Lists(ofNumbersBelow: numbers.count) { body in
      for rank in 0..<forward.count {
        for index in forward.range(of: rank) { body(Int(forward.elements[index]), UInt32(rank)) }
      }
    }
    postings.add(to: &writer, as: field.section(.postings), ends: field.section(.postingEnds))
    writer.add(postings.elements.withUnsafeBufferPointer(MinTree.build), as: field.section(.postingTree))
  }

  /// Adds the words and their trie. Returns each word's place in alphabetic order, and each place's bit of signatures.
  private func addWords(to writer: inout SectionWriter, as field: IndexField) -> (numbers: [UInt32], bits: [UInt32]) {
    let order = words.words.sorted(in: words.letters)
    var numbers = [UInt32](repeating: 0, count: order.count)
    var sorted = Lists<UInt8>(capacity: order.count)
    sorted.elements.reserveCapacity(words.letters.count)
    var bits: [UInt32] = []
    for (place, word) in order.enumerated() {
      numbers[Int(word.number)] = UInt32(place)
      sorted.elements.append(contentsOf: words.letters[word.range])
      bits.append(words.letters.withUnsafeBufferPointer { WordBloomBits.bit(of: .init(rebasing: $0[word.range])) })
      sorted.endList()
    }
    sorted.add(to: &writer, as: field.section(.wordLetters), ends: field.section(.wordEnds))
    TrieArrays(sorted.elements, ends: sorted.ends).add(to: &writer, as: field)
    return (numbers, bits)
  }

  /// The words of each document, ascending.
  private func forwardIndex(_ numbers: [UInt32]) -> Lists<UInt32> {
    var forward = Lists<UInt32>(capacity: occurrences.count)
    forward.elements.reserveCapacity(occurrences.elements.count)
    var terms: [UInt32] = []
    for document in 0..<occurrences.count {
      terms.removeAll(keepingCapacity: true)
      for index in occurrences.range(of: document) { terms.append(numbers[Int(occurrences.elements[index])]) }
      terms.sort()
      var last = UInt32.max
      for term in terms where term != last {
        forward.elements.append(term)
        last = term
      }
      forward.endList()
    }
    return forward
  }

  /// Sorts the keys, adds them to an image and releases them.
  private mutating func addKeys(to writer: inout SectionWriter, as field: IndexField) {
    var arrays = KeyArrays()
    keyLetters.withUnsafeBufferPointer { letters in
      var lastDocument = UInt32.max
      for key in keys.sorted(in: keyLetters) {
        let (text, document) = (UnsafeBufferPointer(rebasing: letters[key.range]), key.number >> 2)
        // A title of two kinds is listed once, as the first.
        if document == lastDocument, text.compare(arrays.last) == 0 { continue }
        arrays.append(text, (TitleKind(rawValue: key.number & 3) ?? .translation).entry(document))
        lastDocument = document
      }
    }
    keys = []
    keyLetters = []
    arrays.add(to: &writer, as: field)
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
