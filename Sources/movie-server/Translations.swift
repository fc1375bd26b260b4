// Made by Tests/generate from clients/translations.

/// For each language, English sentences and their translations.
enum Translations {
  static let ko: [String: String] = [
    "Cast": "출연",
    "Collection": "시리즈",
    "Favorites": "즐겨찾기",
  ]

  static let tables = [
    "ko": ko
  ]
}
