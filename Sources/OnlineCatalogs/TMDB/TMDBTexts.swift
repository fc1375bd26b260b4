/// The texts that TMDB translates. An untranslated one is empty, except for the title: the original one.
struct TMDBTexts: Sendable {
  var title: String?
  var overview: String?
  var tagline: String?
  var homepage: String?
  /// Whether the title is known to be a translation. Otherwise it may be the original title.
  var isTitleTranslated = false

  static let none = TMDBTexts()

  private init() {}

  init(_ json: JSON) {
    title = json["title"]?.text
    overview = json["overview"]?.summary
    tagline = json["tagline"]?.text
    homepage = json["homepage"]?.webAddress
    // A row does not say whether it is translated, but a translation has an overview.
    isTitleTranslated = overview != nil
  }

  static func byNumber(_ rows: [JSON]) -> [Int: TMDBTexts] {
    let texts = rows.compactMap { row in TMDBDecoder.number(row).map { ($0, TMDBTexts(row)) } }
    return Dictionary(texts) { first, _ in first }
  }

  /// What replaces missing texts of a body: the same language in other countries, then English.
  static func fallback(in body: JSON, for language: TMDBLanguage) -> TMDBTexts {
    var english = texts(in: body, "en", first: "US")
    // The English translation of an English film may leave out the title, which is the original title.
    if english.title == nil, body["original_language"]?.text == "en" { english.title = body["original_title"]?.text }
    return texts(in: body, language.code, first: language.country).filled(from: english)
  }

  static func isTitleTranslated(in body: JSON, to language: TMDBLanguage) -> Bool {
    translations(body, language.code).contains {
      (language.country == nil || $0["iso_3166_1"]?.text == language.country) && $0["data"]?["title"]?.text != nil
    }
  }

  private static func translations(_ body: JSON, _ code: String) -> [JSON] {
    (body["translations"]?["translations"]?.elements ?? []).filter { $0["iso_639_1"]?.text == code }
  }

  /// The texts in a language; those for one country take precedence.
  private static func texts(in body: JSON, _ code: String, first country: String?) -> TMDBTexts {
    let all = translations(body, code)
    let isFirst = { (each: JSON) in each["iso_3166_1"]?.text == country }
    return (all.filter(isFirst) + all.filter { !isFirst($0) }).reduce(.none) { texts, each in
      texts.filled(from: each["data"].map(TMDBTexts.init) ?? .none)
    }
  }

  func filled(from others: TMDBTexts) -> TMDBTexts {
    var texts = self
    texts.title = title ?? others.title
    texts.overview = overview ?? others.overview
    texts.tagline = tagline ?? others.tagline
    texts.homepage = homepage ?? others.homepage
    return texts
  }
}
