import Platform

/// Guesses which films are Korean by titles in South Korea and names of people: IMDb's files do not say.
enum KoreanCinema {
  static let language = CatalogLanguage.number(of: "ko")

  /// Whether a film with a title in Hangul was made by Koreans: most of its directors and actors have Korean names.
  static func isKorean(people: Int, koreanNames: Int) -> Bool { 2 * koreanNames > people }

  /// Whether a name is a Korean's in IMDb's spelling: `Bong Joon Ho`. Family names that are as common in Chinese are
  /// missing.
  static func isKoreanName(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = utf8.split(separator: UInt8(ascii: " "))
    guard (2...3).contains(parts.count), familyNames.contains(String(decoding: parts[0], as: UTF8.self)) else {
      return false
    }
    let given = parts.count == 3 ? Array(parts[1...]) : parts[1].split(separator: UInt8(ascii: "-"))
    return given.count == 2 && given.allSatisfy { (1...6).contains($0.count) && $0.allSatisfy(\.isASCIILetter) }
  }

  private static let familyNames: Set<String> = [
    "Ahn", "An", "Bae", "Baek", "Bang", "Bong", "Byeon", "Byun", "Cha", "Chae", "Cheon", "Cho", "Choi", "Choo", "Chu",
    "Eom", "Eum", "Gang", "Gil", "Go", "Gong", "Gu", "Gwak", "Gwon", "Ha", "Han", "Heo", "Hong", "Huh", "Hwang", "Hyun",
    "Im", "In", "Jang", "Jeon", "Jeong", "Ji", "Jin", "Jo", "Joo", "Ju", "Jun", "Jung", "Kang", "Kil", "Kim", "Ko",
    "Kong", "Koo", "Ku", "Kwak", "Kwon", "Lee", "Lim", "Min", "Moon", "Mun", "Na", "Nam", "Noh", "Oh", "Ok", "Pae",
    "Paik", "Park", "Pyo", "Ra", "Roh", "Ryu", "Seo", "Seok", "Seol", "Seong", "Shim", "Shin", "Sim", "Sin", "So",
    "Sohn", "Son", "Song", "Suh", "Sung", "Tak", "Uhm", "Um", "Woo", "Yeo", "Yeom", "Yeon", "Yim", "Yoo", "Yoon", "Yu",
    "Yum", "Yun",
  ]
}
