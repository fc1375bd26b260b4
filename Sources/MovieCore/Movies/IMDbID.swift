import Platform

/// IMDb's title ids, which identify a film across services.
public enum IMDbID {
  /// Whether the text is an id: `tt` and seven to ten digits.
  public static func isID(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(2)
    return text.utf8.starts(with: "tt".utf8) && (7...10).contains(digits.count)
      && digits.allSatisfy { $0.isASCIIDigit }
  }
}
