struct Query {
  /// A word of a query and where it stands among the words of the index.
  struct Word {
    var letters: [UInt8]
    /// The word itself; empty if no document has it.
    var whole: Range<Int>
    /// All words that begin with it.
    var beginning: Range<Int>
  }

  private(set) var words: [Word]
  private(set) var joined: [UInt8]

  private var text = TitleForms()

  /// Further words are ignored, because they do not narrow the search.
  static let maximumWords = 32

  init(_ folded: UnsafeBufferPointer<UInt8>, in index: TermIndex) {
    text.parse(folded, maximumWords: Self.maximumWords)
    let letters = text.words.map { [text] in Array(text.letters[$0.letters].prefix(TermIndexBuilder.maximumLength)) }
    words = letters.map { index.lookUp($0) }
    joined = Array(letters.joined())
  }

  /// Calls the closure with each form in which the query may be a whole title; see `TitleForms`.
  mutating func forEachKey(_ body: (_ key: UnsafeBufferPointer<UInt8>, _ isShortened: Bool) -> Void) {
    text.forEachKey { key, isShortened in body(TermIndexBuilder.cut(key), isShortened) }
  }

  func removing(at position: Int) -> Query {
    var rest = self
    rest.words.remove(at: position)
    rest.text.remove(at: position)
    rest.joined = Array(rest.words.map(\.letters).joined())
    return rest
  }

  func year(at position: Int) -> UInt16? {
    let word = words[position].letters
    guard word.count == 4, word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let year = word.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
    return FilmYears.range.contains(Int(year)) ? year : nil
  }

  /// Whether the words are Hangul consonants only.
  var isInitials: Bool { KeystrokeEncoding.areConsonants(joined) }

  /// Whether the last word ends in Hangul, so that it may be a whole word and the beginning of an unfinished syllable.
  var endsInHangul: Bool { joined.last.map { (0x80..<KeystrokeEncoding.firstOther).contains($0) } ?? false }

  /// Whether the words are the letters of an abbreviation with points, such as `E.T.`
  var isAbbreviation: Bool { words.count > 1 && words.allSatisfy { $0.letters.count == 1 } }
}
