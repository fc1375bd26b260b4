import MovieCore

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
