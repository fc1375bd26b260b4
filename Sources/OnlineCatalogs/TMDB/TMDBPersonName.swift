/// A name in a query, compared without spaces, hyphens and case: `park chan-wook` is `Park Chanwook`.
struct TMDBPersonName: Sendable {
  private let words: [Substring]
  private let joined: String

  init(_ text: String) {
    words = TextFolding.fold(text).split(separator: " ")
    joined = words.joined()
  }

  func isName(in row: JSON) -> Bool { Self.names(in: row).contains { TMDBPersonName($0).joined == joined } }

  /// Whether TMDB must have found the row by another name than those that it sends, because they are in Latin letters.
  func isInOtherScript(in row: JSON) -> Bool {
    !Self.isASCII(joined) && Self.names(in: row).allSatisfy { Self.isASCII(TextFolding.fold($0)) }
  }

  /// Whether all words begin words in the name of one of a film's directors or leading actors.
  func isPart(ofAnyIn credits: JSON?) -> Bool {
    let cast = (credits?["cast"]?.elements ?? []).prefix(15)
    let directors = (credits?["crew"]?.elements ?? []).filter { $0["job"]?.text == "Director" }
    return (directors + cast).contains { person in
      Self.names(in: person).contains { name in
        let known = TMDBPersonName(name)
        return known.joined == joined || words.allSatisfy { word in known.words.contains { $0.hasPrefix(word) } }
      }
    }
  }

  private static func names(in row: JSON) -> [String] { [row["name"], row["original_name"]].compactMap { $0?.text } }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Words that titles have and names do not. People are called To, An, You, Day and Story.
  private static let titleWords: Set<Substring> = [
    "a", "and", "are", "at", "by", "for", "from", "i", "is", "it", "movie", "my", "not", "of", "or", "out", "that",
    "the", "this", "up", "we", "with", "your",
  ]

  /// The most frequent Korean family names, and those of people who are well known in film.
  private static let familyNames: Set<Character> = Set(
    "김이박최정강조윤장임한오서신권황안송전홍유류고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명옥봉예탕")

  /// Whether the words, of three Latin letters or two others, are in titles no more often than in names.
  static func mayBePartOfName(_ text: String) -> Bool {
    let words = TextFolding.fold(text).split(separator: " ")
    return !words.isEmpty
      && words.allSatisfy { word in
        word.allSatisfy(\.isLetter) && !titleWords.contains(word) && word.count >= (isASCII(String(word)) ? 3 : 2)
      }
  }

  /// Whether it is worth a request to ask for a person: two to four words without digits, a Korean word that begins
  /// with a family name, or a Chinese or Japanese one of two to five characters.
  static func mayBeName(_ text: String) -> Bool {
    let words = TextFolding.fold(text).split(separator: " ")
    guard words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return false }
    if words.count == 1, let word = words.first {
      let isHan = word.unicodeScalars.allSatisfy { (0x4E00...0x9FFF).contains($0.value) }
      if isHan { return (2...5).contains(word.count) }
      return (2...4).contains(word.count) && word.first.map(familyNames.contains) == true
    }
    // Several single letters are initials: J. A. Bayona.
    let hasInitials = words.count { $0.count == 1 } > 1
    return (2...4).contains(words.count)
      && !words.contains { titleWords.contains($0) && !(hasInitials && $0.count == 1) }
  }

  /// Whether the text is a word of at least four Latin letters, which can be the only name of a person.
  static func mayBeSingleName(_ text: String) -> Bool {
    let words = TextFolding.fold(text).split(separator: " ")
    return words.count == 1 && words[0].count >= 4 && words[0].allSatisfy { $0.isASCII && $0.isLetter }
  }
}

/// The ways to divide a query such as `parasite bong` into a title and a name.
enum TMDBTitleAndName {
  /// Each division costs requests, and a query that finds nothing is more often a typing error.
  private static let maximumDivisions = 3
  private static let maximumWords = 5

  /// Those whose second part may be a name, the most probable first; empty for one word and for many.
  static func divisions(of text: String) -> [(title: String, name: String)] {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard (2...maximumWords).contains(words.count) else { return [] }
    let nameLast = (1..<words.count).reversed().map { (title: words[..<$0], name: words[$0...]) }
    let nameFirst = (1..<words.count).map { (title: words[$0...], name: words[..<$0]) }
    let divisions = (nameLast + nameFirst).map {
      (title: $0.title.joined(separator: " "), name: $0.name.joined(separator: " "))
    }
    return Array(divisions.filter { TMDBPersonName.mayBePartOfName($0.name) }.prefix(maximumDivisions))
  }
}
