import Text

/// Language tags of clients and language codes of films.
public enum Language {
  /// Whether a BCP 47 tag (`ko`, `ko-KR`) means Korean.
  public static func isKorean(_ tag: String?) -> Bool { tag?.languageCode == "ko" }

  /// The name of a language code of the table of films, in Korean or in English.
  public static func name(of code: String, in language: String?) -> String? {
    names[code].map { isKorean(language) ? $0.korean : $0.english }
  }

  /// The words for which a search finds films in a language: its English and Korean names, and the Korean name of the
  /// country if it is that of the language without `어`.
  static func searchWords(_ code: String) -> [String] {
    guard let (english, korean) = names[code] else { return [] }
    let country = korean.hasSuffix("어") && korean.count > 2 ? [String(korean.dropLast())] : []
    return [english, korean] + country
  }

  private static let names: [String: (english: String, korean: String)] = [
    "ar": ("Arabic", "아랍어"), "bn": ("Bengali", "벵골어"), "cn": ("Cantonese", "광둥어"), "cs": ("Czech", "체코어"),
    "da": ("Danish", "덴마크어"), "de": ("German", "독일어"), "el": ("Greek", "그리스어"), "en": ("English", "영어"),
    "es": ("Spanish", "스페인어"), "fa": ("Persian", "페르시아어"), "fi": ("Finnish", "핀란드어"), "fr": ("French", "프랑스어"),
    "he": ("Hebrew", "히브리어"), "hi": ("Hindi", "힌디어"), "hu": ("Hungarian", "헝가리어"), "id": ("Indonesian", "인도네시아어"),
    "it": ("Italian", "이탈리아어"), "ja": ("Japanese", "일본어"), "ko": ("Korean", "한국어"), "no": ("Norwegian", "노르웨이어"),
    "pl": ("Polish", "폴란드어"), "pt": ("Portuguese", "포르투갈어"), "ro": ("Romanian", "루마니아어"), "ru": ("Russian", "러시아어"),
    "sv": ("Swedish", "스웨덴어"), "te": ("Telugu", "텔루구어"), "th": ("Thai", "태국어"), "tr": ("Turkish", "튀르키예어"),
    "vi": ("Vietnamese", "베트남어"), "wo": ("Wolof", "월로프어"), "zh": ("Mandarin", "표준 중국어"),
  ]
}
