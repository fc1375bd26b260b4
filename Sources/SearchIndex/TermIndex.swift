import Platform

/// An inverted index of documents by rank: by words, beginnings of words, and whole titles; see README.md. A class,
/// because a copy of all its arrays would cost more than a lookup.
final class TermIndex: Sendable {
  let documentCount: Int
  /// By word the ranks of its documents, and by document its words. Both ascend.
  let postings: ListView<UInt32>
  let forward: ListView<UInt32>
  let signatures: ArrayView<UInt32>
  let trie: Trie
  let keyLetters: ArrayView<UInt8>
  let keyBlocks: ArrayView<UInt32>
  let keyHeads: ArrayView<UInt64>
  let keyDocuments: ArrayView<UInt32>
  let postingTree: MinTree
  let keyTree: MinTree
  private let image: SectionImage

  /// - Throws: `damaged` if an array is missing or does not fit the others.
  init(_ image: SectionImage, _ field: IndexField) throws(SectionImageError) {
    self.image = image
    postings = try ListView(image, field.section(.postings), ends: field.section(.postingEnds))
    forward = try ListView(image, field.section(.forward), ends: field.section(.forwardEnds))
    signatures = try image.array(field.section(.signatures))
    trie = Trie(
      letters: try image.array(field.section(.trieLetters)), children: try image.array(field.section(.trieChildren)),
      firstWords: try image.array(field.section(.trieFirstWords)),
      words: try ListView(image, field.section(.wordLetters), ends: field.section(.wordEnds)))
    keyLetters = try image.array(field.section(.keyLetters))
    keyBlocks = try image.array(field.section(.keyBlocks))
    keyHeads = try image.array(field.section(.keyHeads))
    keyDocuments = try image.array(field.section(.keyDocuments))
    postingTree = try MinTree(postings.elements, tree: image.array(field.section(.postingTree)))
    keyTree = try MinTree(keyDocuments, tree: image.array(field.section(.keyTree)))
    documentCount = forward.count
    let blocks = (keyDocuments.count + TermIndexBuilder.keyBlock - 1) / TermIndexBuilder.keyBlock
    guard trie.words.count == postings.count, trie.isConsistent, signatures.count == documentCount,
      keyBlocks.count == blocks, keyHeads.count == blocks, postings.elements.count == forward.elements.count
    else { throw .damaged("the sizes of the \(field)") }
  }

  func word(_ number: Int) -> UnsafeBufferPointer<UInt8> { trie.words[number] }

  /// Finds a word and the words that begin with it.
  func lookUp(_ letters: [UInt8]) -> Query.Word {
    let words = letters.withUnsafeBufferPointer(trie.words(beginningWith:))
    let isWord = !words.isEmpty && word(words.lowerBound).count == letters.count
    return Query.Word(letters: letters, whole: words.prefix(isWord ? 1 : 0), beginning: words)
  }

  /// Subranges in which the last syllable is complete: 충 prefers 충무로 over 추억. None if the letters end in none.
  func words(withSyllables word: Query.Word) -> [Range<Int>] {
    let (letters, all) = (word.letters, word.beginning)
    guard letters.count > 1, let last = letters.last else { return [] }
    func part(_ words: Range<Int>, _ index: Int, _ letters: Range<UInt8>) -> Range<Int> {
      let lower = words.partitioningIndex { letter($0, index) >= letters.lowerBound }
      return lower..<(lower..<words.upperBound).partitioningIndex { letter($0, index) >= letters.upperBound }
    }
    let hangul: Range<Int>
    var kept: [Range<Int>] = []
    if KeystrokeEncoding.vowels.contains(last) {
      // A consonant begins the next syllable if a vowel follows, and ends this one otherwise.
      hangul = part(all, letters.count, KeystrokeEncoding.consonants.lowerBound..<KeystrokeEncoding.firstOther)
      kept = KeystrokeEncoding.consonants.map {
        part(part(hangul, letters.count, $0..<$0 + 1), letters.count + 1, KeystrokeEncoding.vowels)
      }
    } else if KeystrokeEncoding.isConsonant(last), KeystrokeEncoding.vowels.contains(letters[letters.count - 2]) {
      // A vowel begins a syllable with the last consonant.
      hangul = part(all, letters.count, KeystrokeEncoding.vowels)
    } else {
      return []
    }
    return [all.lowerBound..<hangul.lowerBound] + kept + [hangul.upperBound..<all.upperBound]
  }

  /// A letter of a word; 0 after its end.
  private func letter(_ number: Int, _ index: Int) -> UInt8 {
    let word = word(number)
    return index < word.count ? word[index] : 0
  }

  /// The postings of a range of words.
  func postings(ofWords words: Range<Int>) -> Range<Int> { words.isEmpty ? 0..<0 : postings.range(of: words) }

  /// Whether there is one of the alternatives for each word of a query.
  func hasWords(_ alternatives: [[Range<Int>]]) -> Bool { alternatives.allSatisfy { $0.contains { !$0.isEmpty } } }

  /// Documents without order as a set.
  func set(of documents: [UInt32]) -> RankSet {
    let set = RankSet(documentCount: documentCount)
    documents.withUnsafeBufferPointer(set.insert)
    return set
  }

  /// Whether a document has all of these words.
  func hasAll(_ words: [UInt32], _ rank: UInt32) -> Bool {
    let own = forward[Int(rank)]
    return words.allSatisfy { own.contains($0) }
  }

  /// The union of the signature bits of these words.
  func signature(ofWords words: Range<Int>) -> UInt32 {
    guard let last = words.last else { return 0 }
    let (first, other) = (word(words.lowerBound), word(last))
    let isOne =
      WordBloomBits.length <= first.count && other.begins(with: .init(rebasing: first.prefix(WordBloomBits.length)))
    return words.count == 1 || isOne ? WordBloomBits.bit(of: first) : .max
  }
}
