/// Language tags of clients and language codes of films.
enum Language {
  /// Whether a BCP 47 tag (`ko`, `ko-KR`) means Korean.
  static func isKorean(_ tag: String?) -> Bool {
    guard let tag else { return false }
    return tag == "ko" || tag.hasPrefix("ko-")
  }

  /// The English name for a language code of the table of films.
  static func name(of code: String) -> String? { names[code] }

  private static let names = [
    "ar": "Arabic", "bn": "Bengali", "cn": "Cantonese", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi",
    "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "te": "Telugu",
    "th": "Thai", "tr": "Turkish", "vi": "Vietnamese", "wo": "Wolof", "zh": "Mandarin",
  ]
}
