/// A language in which local catalogs have texts: a row of `all`, and a column of each `NameTable`.
public struct CatalogLanguage: Sendable {
  public let code: String
  /// The codes of IMDb for the regions whose titles are in this language.
  public let regions: [String]
  /// Letters of which a title in this language has at least one.
  public let letters: ClosedRange<UInt32>

  /// All of them. The first one, English, has the titles, names and overviews that stand in for missing translations.
  public static let all = [
    CatalogLanguage(code: "en", regions: [], letters: 0x41...0x7A),
    // The region of Korea before 1948 is XKO. The letters are the syllables of Hangul.
    CatalogLanguage(code: "ko", regions: ["KR", "XKO"], letters: 0xAC00...0xD7A3),
  ]

  /// The numbers in `all` of the languages of translations.
  public static let translations = 1..<all.count

  /// The number in `all` of the language of a BCP 47 tag (`ko`, `ko-KR`); that of English for any other language.
  public static func number(of tag: String?) -> Int {
    guard let code = tag?.languageCode else { return 0 }
    return all.firstIndex { $0.code == code } ?? 0
  }

  /// Whether a text in valid UTF-8 has one of the letters.
  public func hasLetters(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    hasLetters(in: String(decoding: utf8, as: UTF8.self))
  }

  /// Whether a text has one of the letters.
  public func hasLetters(in text: String) -> Bool { text.unicodeScalars.contains { letters.contains($0.value) } }
}
