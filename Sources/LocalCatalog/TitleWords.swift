import MovieCore

/// The words under which a title is found.
///
/// Besides its own folded words: the title written as one word (`spiderman`, `기생충`), so that spaces do not matter,
/// and Roman numerals as digits and the other way round (`rocky 2`, `Rocky II`).
enum TitleWords {
  /// Words for the search index, one space between two.
  static func indexed(_ title: some StringProtocol) -> String {
    let folded = TextFolding.fold(String(title))
    var words = folded
    let renumbered = renumbered(folded)
    if let renumbered { words += " " + renumbered }
    if folded.contains(" ") {
      words += " " + TextFolding.joined(folded)
      if let renumbered { words += " " + TextFolding.joined(renumbered) }
    }
    return words
  }

  /// Keys by which the whole title is the same: without spaces, and without a leading article.
  static func keys(_ title: some StringProtocol) -> [String] {
    let folded = TextFolding.fold(String(title))
    return [folded, renumbered(folded)].compactMap(\.self)
      .flatMap { [TextFolding.joined($0), TextFolding.joined(withoutArticle($0))] }
  }

  /// `the matrix` and `matrix the` become `matrix`.
  static func withoutArticle(_ folded: String) -> String {
    for article in ["the", "a", "an"] {
      if folded.hasPrefix(article + " ") { return String(folded.dropFirst(article.count + 1)) }
      if folded.hasSuffix(" " + article) { return String(folded.dropLast(article.count + 1)) }
    }
    return folded
  }

  /// What is inside words of scripts that write without spaces: every ending of such a word, so that a prefix search
  /// finds any part of it.
  static func inner(_ title: some StringProtocol) -> String {
    var endings: [Substring] = []
    for word in TextFolding.fold(String(title)).split(separator: " ") {
      var rest = word.dropFirst()
      while let first = rest.unicodeScalars.first {
        if isUnspaced(first) { endings.append(rest) }
        rest = rest.dropFirst()
      }
    }
    return endings.joined(separator: " ")
  }

  /// Hangul, kana and Han.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAC00...0xD7A3, 0x3040...0x30FF, 0x3400...0x9FFF: true
    default: false
    }
  }

  private static let numerals = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]

  /// The title with its numbers written the other way; nil where it has none. `i`, `v` and `x` are left alone in front
  /// (`I, Robot`, `V for Vendetta`), and a first word is never a number of a sequel.
  private static func renumbered(_ folded: String) -> String? {
    var words = folded.split(separator: " ").map(String.init)
    var isChanged = false
    for index in words.indices.dropFirst() {
      if let value = numerals.firstIndex(of: words[index]) {
        words[index] = String(value + 1)
      } else if let value = Int(words[index]), (1...numerals.count).contains(value) {
        words[index] = numerals[value - 1]
      } else {
        continue
      }
      isChanged = true
    }
    return isChanged ? words.joined(separator: " ") : nil
  }
}
