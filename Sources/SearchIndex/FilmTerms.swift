import Text

/// Adds the terms under which films and people are found to the documents of an index.
struct FilmTerms: Sendable {
  private var text = TitleForms()
  private var scratch: [UInt8] = []

  /// Adds a folded title: its words, its numbers in each notation, its keys, and for Hangul, kana and Han the inner
  /// parts and the initial consonants.
  mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, as kind: TitleKind, to builder: inout TermIndexBuilder) {
    text.parse(folded)
    addWords(to: &builder)
    for word in text.words {
      guard let number = word.number else { continue }
      for form in Numbers.forms(of: number) { form.withUnsafeBufferPointer { builder.addWord($0) } }
    }
    text.forEachKey { key, isShortened in builder.addKey(key, as: isShortened && kind == .main ? .variant : kind) }
    addInnerParts(of: folded, to: &builder)
  }

  /// Adds a person's name: its words, each with all that follow (`deniro`), and for Hangul the inner parts and
  /// initials.
  mutating func addName(_ folded: UnsafeBufferPointer<UInt8>, to builder: inout TermIndexBuilder) {
    text.parse(folded)
    guard !text.words.isEmpty else { return }
    addWords(to: &builder)
    text.letters.withUnsafeBufferPointer { letters in
      for word in text.words.dropLast() {
        builder.addWord(UnsafeBufferPointer(rebasing: letters[word.letters.lowerBound...]))
      }
      builder.addKey(letters, as: .main)
    }
    addInnerParts(of: folded, to: &builder)
  }

  /// Adds a category of the film, such as `drama`, as a term of its own, with no effect on other words.
  mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>, to builder: inout TermIndexBuilder) {
    text.parse(folded)
    add(TermMark.category, text.letters[...], to: &builder)
  }

  private func addWords(to builder: inout TermIndexBuilder) {
    text.letters.withUnsafeBufferPointer { letters in
      for word in text.words { builder.addWord(UnsafeBufferPointer(rebasing: letters[word.letters])) }
    }
  }

  private mutating func addInnerParts(of folded: UnsafeBufferPointer<UInt8>, to builder: inout TermIndexBuilder) {
    for (position, word) in text.words.enumerated() {
      let source = UnsafeBufferPointer(rebasing: folded[word.source])
      guard source.contains(where: { $0 >= 0xE3 }) else { continue }
      addSuffixes(of: source, to: &builder)
      guard KeystrokeEncoding.isUnspaced(source, at: 0) else { continue }
      // The rest of the title from each word on, for queries without spaces.
      if position > 0, position + 1 < text.words.count {
        add(TermMark.inner, text.letters[word.letters.lowerBound...], to: &builder)
      }
      scratch.removeAll(keepingCapacity: true)
      scratch.append(TermMark.initials)
      var hasSyllables = false
      for word in text.words[position...] {
        if KeystrokeEncoding.appendInitials(UnsafeBufferPointer(rebasing: folded[word.source]), to: &scratch) {
          hasSyllables = true
        }
      }
      if hasSyllables { scratch.withUnsafeBufferPointer { builder.addWord($0) } }
    }
  }

  /// Every suffix of a word that begins in a script without spaces between words.
  private mutating func addSuffixes(of word: UnsafeBufferPointer<UInt8>, to builder: inout TermIndexBuilder) {
    var index = KeystrokeEncoding.length(ofScalarWithLead: word[0])
    while index < word.count {
      if KeystrokeEncoding.isUnspaced(word, at: index) {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(TermMark.inner)
        KeystrokeEncoding.append(UnsafeBufferPointer(rebasing: word[index...]), to: &scratch)
        scratch.withUnsafeBufferPointer { builder.addWord($0) }
      }
      index += KeystrokeEncoding.length(ofScalarWithLead: word[index])
    }
  }

  private mutating func add(_ mark: UInt8, _ letters: ArraySlice<UInt8>, to builder: inout TermIndexBuilder) {
    guard !letters.isEmpty else { return }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(mark)
    scratch.append(contentsOf: letters)
    scratch.withUnsafeBufferPointer { builder.addWord($0) }
  }
}
