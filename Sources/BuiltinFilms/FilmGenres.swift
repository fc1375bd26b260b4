import Text

/// The genres of the built-in films, in English and Korean.
public enum FilmGenres {
  /// All genres with their ids.
  public static func all(isKorean: Bool) -> [(id: String, name: String)] {
    names.map { (id(of: $0), isKorean ? korean($0) : $0) }
  }

  /// The id of a genre.
  public static func id(of english: String) -> String { english.lowercased() }

  /// The Korean name of a genre.
  public static func korean(_ english: String) -> String { GenreNames.korean(english) ?? english }

  private static let names = [
    "Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama", "Family", "Fantasy",
    "History", "Horror", "Music", "Musical", "Mystery", "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
  ]
}
