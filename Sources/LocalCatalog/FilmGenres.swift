import MovieCore

/// The genres of the built-in films, in English and Korean.
enum FilmGenres {
  static func all(isKorean: Bool) -> [Genre] {
    names.map { Genre(id: id(of: $0), name: isKorean ? korean($0) : $0) }
  }

  static func id(of english: String) -> String { english.lowercased() }

  static func korean(_ english: String) -> String { GenreNames.korean(english) ?? english }

  private static let names = [
    "Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama", "Family", "Fantasy",
    "History", "Horror", "Music", "Musical", "Mystery", "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
  ]
}
