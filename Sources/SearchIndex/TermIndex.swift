/// An inverted index of documents that are numbered by rank, from 0 for the most popular one.
///
/// It finds words and beginnings of words, and documents by a whole title or its beginning. See README.md in this
/// folder.
///
/// A class, because a search passes it on many times, and a copy of all its arrays would cost more than a lookup.
final class TermIndex: Sendable {
  let documentCount: Int
  let wordLetters: ArrayView<UInt8>
  let wordEnds: ArrayView<UInt32>
  let postings: ArrayView<UInt32>
  let postingEnds: ArrayView<UInt32>
  let forward: ArrayView<UInt32>
  let forwardEnds: ArrayView<UInt32>
  let trie: Trie
  let keyLetters: ArrayView<UInt8>
  let keyBlocks: ArrayView<UInt32>
  let keyDocuments: ArrayView<UInt32>
  let postingTree: MinTree
  let keyTree: MinTree
  /// Keeps the memory of the arrays.
  private let image: IndexImage

  /// - Throws: `damaged` if an array is missing or does not fit the others.
  init(_ image: IndexImage, _ field: IndexField) throws(IndexError) {
    self.image = image
    wordLetters = try image.array(field.section(.wordLetters))
    wordEnds = try image.array(field.section(.wordEnds))
    postings = try image.array(field.section(.postings))
    postingEnds = try image.array(field.section(.postingEnds))
    forward = try image.array(field.section(.forward))
    forwardEnds = try image.array(field.section(.forwardEnds))
    trie = Trie(
      letters: try image.array(field.section(.trieLetters)), ends: try image.array(field.section(.trieEnds)),
      marks: try image.array(field.section(.trieMarks)), ranks: try image.array(field.section(.trieRanks)))
    keyLetters = try image.array(field.section(.keyLetters))
    keyBlocks = try image.array(field.section(.keyBlocks))
    keyDocuments = try image.array(field.section(.keyDocuments))
    postingTree = try MinTree(postings, tree: image.array(field.section(.postingTree)))
    keyTree = try MinTree(keyDocuments, tree: image.array(field.section(.keyTree)))
    documentCount = forwardEnds.count
    let blocks = (keyDocuments.count + TermIndexBuilder.keyBlock - 1) / TermIndexBuilder.keyBlock
    guard wordEnds.count == postingEnds.count, trie.isConsistent, keyBlocks.count == blocks,
      postings.count == forward.count
    else { throw .damaged("the sizes of the \(field)") }
  }

  var wordCount: Int { wordEnds.count }

  func word(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    wordLetters.slice(ArrayView<UInt8>.range(of: number, in: wordEnds))
  }

  /// The words that begin with these letters.
  func words(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let lower = firstWord { word($0).compare(prefix) < 0 }
    // From there on, words with the prefix come first.
    let upper = firstWord(from: lower) { word($0).begins(with: prefix) }
    return lower..<upper
  }

  /// The words that begin with these letters and keep their last syllable: 충 begins 충무로, but also 추억 as long as the
  /// second syllable is missing. None if the letters do not end in a syllable.
  func words(withSyllables letters: [UInt8]) -> [Range<Int>] {
    guard letters.count > 1, let last = letters.last else { return [] }
    let all = letters.withUnsafeBufferPointer { words(withPrefix: $0) }
    func part(_ words: Range<Int>, _ index: Int, _ letters: Range<UInt8>) -> Range<Int> {
      let lower = Self.partition(words.upperBound, from: words.lowerBound) { letter($0, index) < letters.lowerBound }
      return lower..<Self.partition(words.upperBound, from: lower) { letter($0, index) < letters.upperBound }
    }
    let hangul: Range<Int>
    var kept: [Range<Int>] = []
    if Letters.vowels.contains(last) {
      // A consonant begins the next syllable if a vowel follows, and ends this one otherwise.
      hangul = part(all, letters.count, Letters.consonants.lowerBound..<Letters.firstOther)
      kept = Letters.consonants.map {
        part(part(hangul, letters.count, $0..<$0 + 1), letters.count + 1, Letters.vowels)
      }
    } else if Letters.isConsonant(last), Letters.vowels.contains(letters[letters.count - 2]) {
      // A vowel begins a syllable with the last consonant.
      hangul = part(all, letters.count, Letters.vowels)
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

  /// The word with exactly these letters, as a range of one; empty if there is none.
  func words(equalTo text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let lower = firstWord { word($0).compare(text) < 0 }
    return lower < wordCount && word(lower).compare(text) == 0 ? lower..<lower + 1 : lower..<lower
  }

  /// The postings of a range of words.
  func postings(ofWords words: Range<Int>) -> Range<Int> {
    guard !words.isEmpty else { return 0..<0 }
    let lower = words.lowerBound == 0 ? 0 : Int(postingEnds[words.lowerBound - 1])
    return lower..<max(lower, Int(postingEnds[words.upperBound - 1]))
  }

  /// The words of a document, ascending.
  @inline(__always)
  func words(ofDocument rank: UInt32) -> UnsafeBufferPointer<UInt32> {
    forward.slice(ArrayView<UInt32>.range(of: Int(rank), in: forwardEnds))
  }

  /// The first word for which the condition is false, if it is true for all words before that.
  private func firstWord(from start: Int = 0, where isBefore: (Int) -> Bool) -> Int {
    Self.partition(wordCount, from: start, isBefore)
  }

  /// The smallest index for which the condition is false, if it is true for all before that.
  @inline(__always)
  static func partition(_ count: Int, from start: Int = 0, _ isBefore: (Int) -> Bool) -> Int {
    var (lower, upper) = (start, count)
    while lower < upper {
      let middle = (lower + upper) >> 1
      if isBefore(middle) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
