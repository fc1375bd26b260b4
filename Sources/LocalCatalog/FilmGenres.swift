import MovieCore

/// The genres of the built-in films, in English and Korean.
enum FilmGenres {
  static func all(isKorean: Bool) -> [Genre] {
    names.map { Genre(id: id(of: $0.english), name: isKorean ? $0.korean : $0.english) }
  }

  static func id(of english: String) -> String { english.lowercased() }

  static func korean(_ english: String) -> String { names.first { $0.english == english }?.korean ?? english }

  /// The words for which a search finds films of a genre.
  static func searchWords(_ english: String) -> [String] {
    [english, korean(english)] + (english == "Sci-Fi" ? ["Science Fiction"] : [])
  }

  private static let names: [(english: String, korean: String)] = [
    ("Action", "액션"), ("Adventure", "모험"), ("Animation", "애니메이션"), ("Biography", "전기"), ("Comedy", "코미디"),
    ("Crime", "범죄"), ("Documentary", "다큐멘터리"), ("Drama", "드라마"), ("Family", "가족"), ("Fantasy", "판타지"),
    ("History", "역사"), ("Horror", "공포"), ("Music", "음악"), ("Musical", "뮤지컬"), ("Mystery", "미스터리"),
    ("Romance", "로맨스"), ("Sci-Fi", "SF"), ("Sport", "스포츠"), ("Thriller", "스릴러"), ("War", "전쟁"),
    ("Western", "서부극"),
  ]
}
