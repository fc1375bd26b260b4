import MovieCore

/// One row of the table of built-in films. A view of the table's text: nothing is copied until it is asked for.
struct Film {
  enum Column: Int, CaseIterable {
    case id, title, originalTitle, koreanTitle, language, year, runtime, genres, directors, cast, overview
  }

  private let columns: [Substring]

  /// Nil where the row has another number of columns.
  init?(row: Substring) {
    // A plain walk over the bytes: the general `split(separator: " | ")` is twenty times as slow.
    var columns: [Substring] = []
    columns.reserveCapacity(Column.allCases.count)
    let utf8 = row.utf8
    var start = utf8.startIndex
    var index = start
    while index < utf8.endIndex {
      let next = utf8.index(after: index)
      if utf8[index] == UInt8(ascii: "|") {
        columns.append(Self.trimmed(row[start..<index]))
        start = next
      }
      index = next
    }
    columns.append(Self.trimmed(row[start...]))
    guard columns.count == Column.allCases.count else { return nil }
    self.columns = columns
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var utf8 = text.utf8
    while utf8.first == 0x20 { utf8.removeFirst() }
    while utf8.last == 0x20 { utf8.removeLast() }
    return Substring(utf8)
  }

  subscript(column: Column) -> Substring { columns[column.rawValue] }

  func text(_ column: Column) -> String? { self[column].isEmpty ? nil : String(self[column]) }

  func number(_ column: Column) -> Int? { Int(self[column]) }

  func values(_ column: Column) -> [Substring] {
    self[column].isEmpty ? [] : self[column].split(separator: ",").map { $0.first == " " ? $0.dropFirst() : $0 }
  }

  /// The movie as lists show it, with Korean titles and genres where the language is Korean.
  func movie(language: String?) -> Movie {
    let isKorean = Language.isKorean(language)
    let id = String(self[.id])
    let original = text(.originalTitle)
    let english = String(self[.title])
    let title = isKorean ? text(.koreanTitle) ?? english : english
    var movie = Movie(id: MovieID(catalog: BuiltinCatalog.name, native: id), title: title)
    movie.originalTitle = [original, english].compactMap(\.self).first { $0 != title && ($0 != english || original == nil) }
    movie.year = number(.year)
    movie.genres = values(.genres).map { FilmGenres.name(of: String($0), isKorean: isKorean) }
    movie.directors = values(.directors).map(String.init)
    movie.cast = values(.cast).map(String.init)
    movie.overview = text(.overview)
    movie.runtimeMinutes = number(.runtime)
    movie.link = "https://www.imdb.com/title/\(id)/"
    movie.imdbId = id
    return movie
  }
}

/// What a row's language code and a client's language tag mean.
enum Language {
  /// Whether a BCP 47 tag (`ko`, `ko-KR`) asks for Korean.
  static func isKorean(_ tag: String?) -> Bool {
    guard let tag else { return false }
    return tag == "ko" || tag.hasPrefix("ko-")
  }

  /// The English name of a language code that stands in the table.
  static func name(of code: Substring) -> String? { names[code] }

  private static let names: [Substring: String] = [
    "ar": "Arabic", "bn": "Bengali", "cn": "Cantonese", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi",
    "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "te": "Telugu",
    "th": "Thai", "tr": "Turkish", "vi": "Vietnamese", "wo": "Wolof", "zh": "Mandarin",
  ]
}

/// The genres of the built-in films, in English and Korean.
enum FilmGenres {
  static func all(isKorean: Bool) -> [Genre] {
    names.map { Genre(id: $0.english.lowercased(), name: isKorean ? $0.korean : $0.english) }
  }

  static func name(of english: String, isKorean: Bool) -> String {
    isKorean ? names.first { $0.english == english }?.korean ?? english : english
  }

  private static let names: [(english: String, korean: String)] = [
    ("Action", "액션"), ("Adventure", "모험"), ("Animation", "애니메이션"), ("Biography", "전기"), ("Comedy", "코미디"),
    ("Crime", "범죄"), ("Documentary", "다큐멘터리"), ("Drama", "드라마"), ("Family", "가족"), ("Fantasy", "판타지"),
    ("History", "역사"), ("Horror", "공포"), ("Music", "음악"), ("Musical", "뮤지컬"), ("Mystery", "미스터리"),
    ("Romance", "로맨스"), ("Sci-Fi", "SF"), ("Sport", "스포츠"), ("Thriller", "스릴러"), ("War", "전쟁"),
    ("Western", "서부극"),
  ]
}
