import HTTP
import Platform

/// The language and the region that TMDB is asked in.
struct TMDBLanguage: Hashable, Sendable {
  /// ISO 639-1, in lowercase.
  let code: String
  /// ISO 3166-1, in capitals.
  let country: String?
  /// As TMDB takes it. Its English is that of the United States.
  let tag: String

  static let english = TMDBLanguage("en-US")

  /// - Parameter tag: BCP 47, such as `ko`, `ko-KR` or `zh-Hant-TW`. English where it is nil, or a language that has
  ///   no code of two letters: TMDB knows no others. The country is kept all the same.
  init(_ tag: String?) {
    let parts = (tag ?? "").split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let language = parts.first.flatMap { Self.isCode($0) ? $0.lowercased() : nil }
    let isLanguage = language != nil || parts.first?.utf8.count == 3
    country = isLanguage ? parts.dropFirst().first(where: Self.isCode)?.uppercased() : nil
    code = language ?? "en"
    self.tag =
      switch (language, country) {
      case (let language?, let country?): "\(language)-\(country)"
      case (nil, _), ("en", nil): "en-US"
      case (let language?, nil): language
      }
  }

  private static func isCode(_ part: Substring) -> Bool {
    part.utf8.count == 2 && part.utf8.allSatisfy { $0.isASCIILetter }
  }

  /// Whether this is the language that everything falls back to.
  var isFallback: Bool { tag == "en-US" }

  var isEnglish: Bool { code == "en" }

  /// Whether a title in its film's own language is no foreign one. TMDB has a code of its own for Cantonese.
  func reads(_ original: String?) -> Bool { original == code || (original == "cn" && code == "zh") }

  /// The items of a query, the region only where the country is known.
  ///
  /// - Parameter inEnglish: for the same rows with English texts.
  func query(withRegion: Bool, inEnglish: Bool = false) -> [HTTPRequest.Field] {
    let region = withRegion ? country : nil
    return [HTTPRequest.Field("language", inEnglish ? Self.english.tag : tag)]
      + (region.map { [HTTPRequest.Field("region", $0)] } ?? [])
  }
}
