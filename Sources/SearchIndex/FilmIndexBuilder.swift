/// Builds the index of films or people, who come by rank, by their folded titles or names in UTF-8.
public struct FilmIndexBuilder: Sendable {
  private var index = TermIndexBuilder()
  private var text = TitleForms()
  private var scratch: [UInt8] = []

  public init() {}

  /// Adds a title of the current film: its words, its numbers in each notation, its keys, and for Hangul, kana and Han
  /// the inner parts and the initial consonants.
  public mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    text.parse(folded)
    addWords()
    for word in text.words {
      guard let number = word.number else { continue }
      for form in Numbers.forms(of: number) { form.withUnsafeBufferPointer { index.addWord($0) } }
    }
    text.forEachKey { key, isShortened in index.addKey(key, as: isShortened && kind == .main ? .variant : kind) }
    addInnerParts(of: folded)
  }

  /// Adds a name of the current person: its words, each with all that follow (`deniro`), and for Hangul the inner parts
  /// and initials.
  public mutating func addName(_ folded: UnsafeBufferPointer<UInt8>) {
    text.parse(folded)
    guard !text.words.isEmpty else { return }
    addWords()
    text.letters.withUnsafeBufferPointer { letters in
      for word in text.words.dropLast() {
        index.addWord(UnsafeBufferPointer(rebasing: letters[word.letters.lowerBound...]))
      }
      index.addKey(letters, as: .main)
    }
    addInnerParts(of: folded)
  }

  /// Adds a category of the current film, such as `drama`, as a term of its own, with no effect on other words.
  public mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>) {
    text.parse(folded)
    if !text.letters.isEmpty { add(TermMark.category) { [letters = text.letters] in $0 += letters } }
  }

  public mutating func endDocument() { index.endDocument() }

  /// Adds the arrays to an image, and releases what they are made of: the builder is empty then.
  public mutating func finish(to writer: inout SectionWriter, as field: IndexField) {
    index.finish(to: &writer, as: field)
  }

  private mutating func addWords() {
    text.letters.withUnsafeBufferPointer { letters in
      for word in text.words { index.addWord(UnsafeBufferPointer(rebasing: letters[word.letters])) }
    }
  }

  private mutating func addInnerParts(of folded: UnsafeBufferPointer<UInt8>) {
    for (position, word) in text.words.enumerated() {
      let source = UnsafeBufferPointer(rebasing: folded[word.source])
      guard source.contains(where: { $0 >= 0xE3 }) else { continue }
      addSuffixes(of: source)
      guard KeystrokeEncoding.isUnspaced(source, at: 0) else { continue }
      // The rest of the title from each word on, for queries without spaces.
      if position > 0, position + 1 < text.words.count {
        add(TermMark.inner) { [text] in $0 += text.letters[word.letters.lowerBound...] }
      }
      let rest = text.words[position...].map { UnsafeBufferPointer(rebasing: folded[$0.source]) }
      if rest.contains(where: KeystrokeEncoding.hasSyllables) {
        add(TermMark.initials) { for word in rest { KeystrokeEncoding.appendInitials(word, to: &$0) } }
      }
    }
  }

  /// Every suffix of a word that begins in a script without spaces between words.
  private mutating func addSuffixes(of word: UnsafeBufferPointer<UInt8>) {
    var index = KeystrokeEncoding.length(ofScalarWithLead: word[0])
    while index < word.count {
      if KeystrokeEncoding.isUnspaced(word, at: index) {
        add(TermMark.inner) { KeystrokeEncoding.append(UnsafeBufferPointer(rebasing: word[index...]), to: &$0) }
      }
      index += KeystrokeEncoding.length(ofScalarWithLead: word[index])
    }
  }

  /// Adds a term that is not a word of a text.
  private mutating func add(_ mark: UInt8, _ appendLetters: (inout [UInt8]) -> Void) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(mark)
    appendLetters(&scratch)
    scratch.withUnsafeBufferPointer { index.addWord($0) }
  }
}
