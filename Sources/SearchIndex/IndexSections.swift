/// An array of a `TermIndex` in an image.
enum TermArray: UInt32 {
  case wordLetters
  case wordEnds
  /// The ranks of the documents of each word, ascending.
  case postings
  case postingEnds
  /// The words of each document, ascending, by rank.
  case forward
  case forwardEnds
  /// The `WordBloomBits` of the words of each document.
  case signatures
  /// The trie of the words, level by level: the letter of each node.
  case trieLetters
  /// Where the children of each node begin, and the number of nodes.
  case trieChildren
  case trieFirstWords
  /// Whole titles without spaces, in alphabetic order, in blocks that share beginnings.
  case keyLetters
  case keyBlocks
  /// The first eight letters of each block, as a number that compares as they do.
  case keyHeads
  /// The rank of each key's document, and the kind of the title; see `TitleKind`.
  case keyDocuments
  case postingTree
  case keyTree
}

/// The first bytes of terms that are not words of a text. They are below all letters.
enum TermMark {
  static let inner: UInt8 = 0x01
  static let initials: UInt8 = 0x02
  /// A category of films, such as a genre.
  static let category: UInt8 = 0x03
}

/// The documents of an index in an image. The value is the number of the first section.
public enum IndexField: UInt32, Sendable {
  case titles = 0x100
  case people = 0x200

  func section(_ array: TermArray) -> UInt32 { rawValue + array.rawValue }
}

/// The other arrays of a `FilmSearch` in an image. Their makers add them.
public enum FilmArray: UInt32 {
  /// The year of each film; 0 if it is unknown.
  case years = 0x300
  /// The films of each person, ascending.
  case credits
  case creditEnds
}
