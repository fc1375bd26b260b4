struct TMDBLanguage: Hashable, Sendable {
  let code: String
  let country: String?
  /// TMDB's parameter. Its default English is that of the United States.
  let tag: String

  static let english = TMDBLanguage("en-US")

  /// - Parameter tag: of BCP 47, such as `zh-Hant-TW`, or `ko-u-rg-uszzzz` for another country. Nil, and a language
  ///   without a two-letter code, mean English.
  init(_ tag: String?) {
    let all = (tag ?? "").split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let parts = all.prefix { $0.utf8.count != 1 }
    let regionOverride = zip(all, all.dropFirst()).first { $0.0 == "rg" && $0.1.utf8.count == 6 }?.1.prefix(2)
    let language = parts.first.flatMap { Self.isCode($0) ? $0.lowercased() : nil }
    let isLanguage = language != nil || parts.first?.utf8.count == 3
    let region = isLanguage ? parts.dropFirst().first(where: Self.isCode)?.uppercased() : nil
    country = regionOverride.flatMap { isLanguage && Self.isCode($0) ? $0.uppercased() : nil } ?? region
    code = language ?? "en"
    self.tag =
      switch (language, region) {
      case (let language?, let region?): "\(language)-\(region)"
      case (nil, _), ("en", nil): "en-US"
      case (let language?, nil): language
      }
  }

  private static func isCode(_ part: Substring) -> Bool {
    part.utf8.count == 2 && part.utf8.allSatisfy { $0.isASCIILetter }
  }

  /// Whether this is the language that replaces missing texts.
  var isFallback: Bool { tag == "en-US" }

  var isEnglish: Bool { code == "en" }

  /// Whether a film's original language is this one. TMDB has its own code for Cantonese.
  func isNative(_ original: String?) -> Bool { original == code || (original == "cn" && code == "zh") }

  /// The query items, with the region if it is known, or for the same rows in English.
  func query(withRegion: Bool, inEnglish: Bool = false) -> [HTTPRequest.Field] {
    let region = withRegion ? country : nil
    return [HTTPRequest.Field("language", inEnglish ? Self.english.tag : tag)]
      + (region.map { [HTTPRequest.Field("region", $0)] } ?? [])
  }
}
