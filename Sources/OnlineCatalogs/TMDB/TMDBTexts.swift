import JSON

/// The texts of a movie that TMDB translates. It falls back to nothing: what is not translated comes empty, but for
/// the title, which comes as the original one.
struct TMDBTexts: Sendable {
  var title: String?
  var overview: String?
  var tagline: String?
  var homepage: String?
  /// Whether the title is known to be a translation. Where it is not, it may be the original one.
  var isTitleTranslated = false

  static let none = TMDBTexts()

  private init() {}

  /// As a list's row or a movie's body has them.
  init(_ json: JSON) {
    title = json["title"]?.text
    overview = json["overview"]?.prose
    tagline = json["tagline"]?.text
    homepage = json["homepage"]?.webAddress
    // A row tells nothing of translations, but where there is one it has an overview.
    isTitleTranslated = overview != nil
  }

  /// What stands in for texts that are missing: those in the same language of other countries, then the English ones.
  ///
  /// - Parameter body: a movie's, with its translations.
  static func fallback(in body: JSON, for language: TMDBLanguage) -> TMDBTexts {
    var english = texts(in: body, "en", first: "US")
    // Of an English film the translation may leave out what is the original anyway.
    if english.title == nil, body["original_language"]?.text == "en" { english.title = body["original_title"]?.text }
    return texts(in: body, language.code, first: language.country).filled(from: english)
  }

  /// Whether the title of a movie's body is one of its translations.
  static func isTitleTranslated(in body: JSON, to language: TMDBLanguage) -> Bool {
    translations(body, language.code).contains {
      (language.country == nil || $0["iso_3166_1"]?.text == language.country) && $0["data"]?["title"]?.text != nil
    }
  }

  private static func translations(_ body: JSON, _ code: String) -> [JSON] {
    (body["translations"]?["translations"]?.elements ?? []).filter { $0["iso_639_1"]?.text == code }
  }

  /// All texts that there are in a language, one country's before those of others.
  private static func texts(in body: JSON, _ code: String, first country: String?) -> TMDBTexts {
    let all = translations(body, code)
    let isFirst = { (each: JSON) in each["iso_3166_1"]?.text == country }
    return (all.filter(isFirst) + all.filter { !isFirst($0) }).reduce(.none) { texts, each in
      texts.filled(from: each["data"].map(TMDBTexts.init) ?? .none)
    }
  }

  /// The same, with what is missing taken from others, each text for itself.
  func filled(from others: TMDBTexts) -> TMDBTexts {
    var texts = self
    texts.title = title ?? others.title
    texts.overview = overview ?? others.overview
    texts.tagline = tagline ?? others.tagline
    texts.homepage = homepage ?? others.homepage
    return texts
  }
}
