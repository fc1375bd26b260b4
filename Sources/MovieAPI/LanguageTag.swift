public enum LanguageTag {
  /// The tag of a locale name: `ko_KR.UTF-8` becomes `ko-KR`. Nil for `C`, `POSIX` and other names without a language.
  public static func tag(ofLocale locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split { $0 == "_" || $0 == "-" }
    guard let language = parts.first, (2...3).contains(language.utf8.count),
      language.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    let region = parts.dropFirst().first { $0.utf8.count == 2 }
    return ([language.lowercased()] + (region.map { [$0.uppercased()] } ?? [])).joined(separator: "-")
  }

  /// The member `language` of all methods that return texts; see `Call.language()`.
  static let parameter = optional(
    "language", .text, "The language of the texts, such as `ko` or `ko-KR`; the session's by default.")
}
