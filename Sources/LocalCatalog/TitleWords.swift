import MovieCore

/// The words under which a title is found. All text here is folded (`TextFolding`), in UTF-8 bytes.
///
/// Besides its own words a title has itself written as one word (`spiderman`, `기생충`), so that spaces do not matter,
/// and its Roman numerals as digits and the other way round (`rocky 2`, `Rocky II`).
struct TitleWords {
  typealias Word = ArraySlice<UInt8>

  private let words: [Word]
  private let renumbered: [Word]?

  /// - Parameter folded: a folded title.
  init(_ folded: [UInt8]) {
    words = folded.split(separator: 0x20)
    renumbered = Self.renumbered(words)
  }

  /// Adds the words for the search index to a text.
  func appendIndexed(to text: inout [UInt8]) {
    for variant in [words, renumbered ?? []] where !variant.isEmpty {
      for word in variant { Self.append(word, to: &text) }
      if variant.count > 1 { Self.append(variant.joined(), to: &text) }
    }
  }

  /// Adds what is inside words of scripts that write without spaces: every ending of such a word, so that a prefix
  /// search finds any part of it.
  func appendInner(to text: inout [UInt8]) {
    for word in words {
      var index = word.startIndex
      while index < word.endIndex {
        let next = index + Self.scalarLength(word[index])
        if index > word.startIndex, Self.isUnspaced(word[index...]) { Self.append(word[index...], to: &text) }
        index = next
      }
    }
  }

  /// Keys by which the whole title is the same: without spaces, with and without its article.
  var keys: Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    for variant in [words, renumbered ?? []] where !variant.isEmpty {
      keys.insert(Array(variant.joined()))
      keys.insert(Array(Self.withoutArticle(variant[...]).joined()))
    }
    return keys
  }

  /// Without an article in front or, as in old catalogs, behind: `the matrix`, `matrix the`.
  static func withoutArticle(_ words: ArraySlice<Word>) -> ArraySlice<Word> {
    guard words.count > 1, let first = words.first, let last = words.last else { return words }
    if articles.contains(where: { first.elementsEqual($0) }) { return words.dropFirst() }
    if articles.contains(where: { last.elementsEqual($0) }) { return words.dropLast() }
    return words
  }

  private static let articles = ["the", "a", "an"].map { Array($0.utf8) }
  private static let numerals = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"].map { Array($0.utf8)[...] }
  private static let digits = (1...10).map { Array(String($0).utf8)[...] }

  /// The words with their numbers written the other way; nil where there is none. A first word is never the number of
  /// a sequel (`V for Vendetta`, `10 Things I Hate About You`).
  private static func renumbered(_ words: [Word]) -> [Word]? {
    var changed: [Word]?
    for index in words.indices.dropFirst() where words[index].count <= 4 {
      if let value = numerals.firstIndex(of: words[index]) {
        changed = changed ?? words
        changed?[index] = digits[value]
      } else if let value = digits.firstIndex(of: words[index]) {
        changed = changed ?? words
        changed?[index] = numerals[value]
      }
    }
    return changed
  }

  private static func append(_ word: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(0x20)
    text.append(contentsOf: word)
  }

  private static func scalarLength(_ lead: UInt8) -> Int { lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

  /// Whether bytes begin with Hangul (U+AC00…), kana (U+3040…) or Han (U+3400…): three bytes with these leads.
  private static func isUnspaced(_ bytes: Word) -> Bool {
    guard let lead = bytes.first else { return false }
    if lead == 0xE3 { return bytes.dropFirst().first.map { $0 >= 0x81 } ?? false }
    return (0xE4...0xED).contains(lead)
  }
}
