import JSON
import MovieCore

/// A name in a query, compared without spaces, hyphens and case: `park chan-wook` is `Park Chanwook`.
struct TMDBPersonName: Sendable {
  private let words: [Substring]
  private let joined: String

  init(_ text: String) {
    words = TextFolding.fold(text).split(separator: " ")
    joined = words.joined()
  }

  /// Whether it is the whole name in a row of `/search/person`.
  func isName(in row: JSON) -> Bool {
    Self.names(in: row).contains { TMDBPersonName($0).joined == joined }
  }

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
        return known.joined == joined
          || words.allSatisfy { word in known.words.contains { $0.hasPrefix(word) } }
      }
    }
  }

  private static func names(in row: JSON) -> [String] { [row["name"], row["original_name"]].compactMap { $0?.text } }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  // MARK: Texts that may be names

  /// Words that titles have and names do not.
  private static let titleWords: Set<Substring> = [
    "a", "an", "and", "are", "at", "be", "by", "day", "for", "from", "i", "in", "is", "it", "me", "movie", "my", "no",
    "not", "of", "on", "or", "out", "part", "story", "that", "the", "this", "to", "up", "we", "with", "you", "your",
  ]

  /// The most frequent Korean family names, and those of people who are well known in film.
  private static let familyNames = Set("김이박최정강조윤장임한오서신권황안송전홍유류고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명옥봉예탕")

  /// Whether the text can be the whole name of a person, so that it is worth a request to ask. Names have two to four
  /// words without digits; a Korean name is one word of two to four syllables that begins with a family name.
  static func mayBeName(_ text: String) -> Bool {
    let words = TextFolding.fold(text).split(separator: " ")
    guard words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return false }
    if words.count == 1, let word = words.first {
      return (2...4).contains(word.count) && word.first.map(familyNames.contains) == true
    }
    return (2...4).contains(words.count) && !words.contains(where: titleWords.contains)
  }
}
