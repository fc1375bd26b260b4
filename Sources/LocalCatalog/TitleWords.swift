import MovieCore

/// The index terms of a title. All text here is folded (`TextFolding`), in UTF-8 bytes.
///
/// Besides the title's own words these are the title as one word (`spiderman`, `기생충`), so that spaces do not matter,
/// and its numbers as digits, Roman numerals and words (`rocky 2`, `Rocky II`, `dune part 2`).
struct TitleWords {
  typealias Word = ArraySlice<UInt8>

  private let words: [Word]
  /// The words as they are, and with their numbers in the other notations.
  private let variants: [[Word]]

  /// - Parameter folded: a folded title.
  init(_ folded: [UInt8]) {
    words = folded.split(separator: 0x20)
    variants = Self.variants(of: words)
  }

  /// Appends the terms for the search index to a text.
  func appendIndexed(to text: inout [UInt8]) {
    for variant in variants {
      for word in variant { Self.append(word, to: &text) }
      if variant.count > 1 { Self.append(variant.joined(), to: &text) }
    }
  }

  /// Appends the inner parts of a title in a script that is written or typed without spaces: every suffix of a word,
  /// and the rest of the title from each word on as one word. A prefix search then finds every part of it (`노웨이홈`).
  func appendInner(to text: inout [UInt8]) {
    for index in words.indices.dropFirst().dropLast() where Self.isUnspaced(words[index]) {
      Self.append(words[index...].joined(), to: &text)
    }
    for word in words {
      var index = word.startIndex
      while index < word.endIndex {
        let next = index + Self.scalarLength(word[index])
        if index > word.startIndex, Self.isUnspaced(word[index...]) { Self.append(word[index...], to: &text) }
        index = next
      }
    }
  }

  /// Keys for matching the whole title: without spaces, with and without its article.
  var keys: Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    for variant in variants {
      keys.insert(Array(variant.joined()))
      keys.insert(Array(Self.withoutArticle(variant[...]).joined()))
    }
    return keys
  }

  /// Removes an article at the beginning or, as in old catalogs, at the end: `the matrix`, `matrix the`.
  static func withoutArticle(_ words: ArraySlice<Word>) -> ArraySlice<Word> {
    guard words.count > 1, let first = words.first, let last = words.last else { return words }
    if articles.contains(where: { first.elementsEqual($0) }) { return words.dropFirst() }
    if articles.contains(where: { last.elementsEqual($0) }) { return words.dropLast() }
    return words
  }

  private static let articles = ["the", "a", "an"].map { Array($0.utf8) }
  /// Each number as digits, Roman numeral and word.
  private static let numbers: [[Word]] = [
    ["1", "i", "one"], ["2", "ii", "two"], ["3", "iii", "three"], ["4", "iv", "four"], ["5", "v", "five"],
    ["6", "vi", "six"], ["7", "vii", "seven"], ["8", "viii", "eight"], ["9", "ix", "nine"], ["10", "x", "ten"],
  ].map { $0.map { Array($0.utf8)[...] } }

  /// The first word is never the number of a sequel (`V for Vendetta`, `10 Things I Hate About You`).
  private static func variants(of words: [Word]) -> [[Word]] {
    let numerals = words.indices.dropFirst().compactMap { index -> (index: Int, forms: [Word])? in
      guard words[index].count <= 5, let forms = numbers.first(where: { $0.contains(words[index]) }) else { return nil }
      return (index, forms)
    }
    guard !numerals.isEmpty else { return words.isEmpty ? [] : [words] }
    var variants = [words]
    for form in 0..<3 {
      var variant = words
      for (index, forms) in numerals { variant[index] = forms[form] }
      if !variants.contains(variant) { variants.append(variant) }
    }
    return variants
  }

  private static func append(_ word: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(0x20)
    text.append(contentsOf: word)
  }

  private static func scalarLength(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

  /// Whether the bytes begin with Hangul (U+AC00…), kana (U+3040…) or Han (U+3400…): three bytes with these leads.
  static func isUnspaced(_ bytes: Word) -> Bool {
    guard let lead = bytes.first else { return false }
    if lead == 0xE3 { return bytes.dropFirst().first.map { $0 >= 0x81 } ?? false }
    return (0xE4...0xED).contains(lead)
  }
}
