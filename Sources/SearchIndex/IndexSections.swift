/// An array of a `TermIndex` in an image.
enum TermArray: UInt32 {
  /// The letters of the words, in alphabetic order.
  case wordLetters
  /// Where each word ends in `wordLetters`.
  case wordEnds
  /// The ranks of the documents of each word, ascending.
  case postings
  /// Where the postings of each word end.
  case postingEnds
  /// The words of each document, ascending, by rank.
  case forward
  /// Where the words of each document end.
  case forwardEnds
  /// The trie of the words in preorder: the letter of each node.
  case trieLetters
  /// Where the subtree of each node ends.
  case trieEnds
  /// A bit for each node: whether a word ends there.
  case trieMarks
  /// For each 64 of these bits the number of words that end before them.
  case trieRanks
  /// Whole titles without spaces, in alphabetic order, in blocks that share beginnings.
  case keyLetters
  /// Where each block begins.
  case keyBlocks
  /// The rank of each key's document; the highest bit marks a translated title.
  case keyDocuments
  /// The min tree of the postings.
  case postingTree
  /// The min tree of the documents of the keys.
  case keyTree
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
