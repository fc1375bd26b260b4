import Platform

/// IMDb's ids of titles, by which services know each other's films.
enum IMDbID {
  /// Whether it is one as services have them: `tt` and seven digits or more.
  static func isID(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(2)
    return text.utf8.starts(with: "tt".utf8) && (7...10).contains(digits.count)
      && digits.allSatisfy { $0.isASCIIDigit }
  }
}
