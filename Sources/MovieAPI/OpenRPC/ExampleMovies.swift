import JSON

/// Movies of the built-in catalog as results contain them.
extension Example {
  static let parasite: JSON = [
    "id": "builtin:tt6751668", "title": "Parasite", "originalTitle": "기생충", "originalLanguage": "ko", "year": 2019,
    "genres": ["Drama", "Thriller"], "directors": ["Bong Joon Ho"],
    "cast": ["Song Kang-ho", "Lee Sun-kyun", "Cho Yeo-jeong", "Choi Woo-sik", "Park So-dam"],
    "overview": """
    A jobless family living in a half-basement cons its way, one member at a time, into the household of a wealthy \
    couple with a large modern villa.
    """,
    "runtimeMinutes": 132, "link": "https://www.imdb.com/title/tt6751668/", "imdbId": "tt6751668", "isFavorite": false,
  ]

  static let oldboy: JSON = [
    "id": "builtin:tt0364569", "title": "Oldboy", "originalTitle": "올드보이", "originalLanguage": "ko", "year": 2003,
    "genres": ["Action", "Drama", "Mystery"], "directors": ["Park Chan-wook"],
    "cast": ["Choi Min-sik", "Yoo Ji-tae", "Kang Hye-jeong", "Ji Dae-han", "Oh Dal-su"],
    "overview": """
    Locked in a room for fifteen years without knowing why, a man is suddenly set free and given five days to find his \
    captor.
    """,
    "runtimeMinutes": 120, "link": "https://www.imdb.com/title/tt0364569/", "imdbId": "tt0364569", "isFavorite": false,
  ]

  static let godfathers: [JSON] = [
    [
      "id": "builtin:tt0068646", "title": "The Godfather", "originalLanguage": "en", "year": 1972,
      "genres": ["Crime", "Drama"], "directors": ["Francis Ford Coppola"],
      "cast": ["Marlon Brando", "Al Pacino", "James Caan", "Robert Duvall", "Diane Keaton"],
      "overview": """
      When the ageing head of a New York mafia family is attacked, his youngest son is drawn into the business he had \
      meant to avoid.
      """,
      "runtimeMinutes": 175, "link": "https://www.imdb.com/title/tt0068646/", "imdbId": "tt0068646",
      "isFavorite": false,
    ],
    [
      "id": "builtin:tt0071562", "title": "The Godfather Part II", "originalLanguage": "en", "year": 1974,
      "genres": ["Crime", "Drama"], "directors": ["Francis Ford Coppola"],
      "cast": ["Al Pacino", "Robert Duvall", "Diane Keaton", "Robert De Niro", "John Cazale"],
      "overview": """
      Michael Corleone tightens his hold on a growing crime empire, while flashbacks follow his father's rise from \
      orphaned Sicilian immigrant to neighbourhood don.
      """,
      "runtimeMinutes": 202, "link": "https://www.imdb.com/title/tt0071562/", "imdbId": "tt0071562",
      "isFavorite": false,
    ],
    [
      "id": "builtin:tt0099674", "title": "The Godfather Part III", "originalLanguage": "en", "year": 1990,
      "genres": ["Crime", "Drama"], "directors": ["Francis Ford Coppola"],
      "cast": ["Al Pacino", "Diane Keaton", "Andy Garcia", "Talia Shire", "Sofia Coppola"],
      "overview": """
      An ageing Michael Corleone tries to make his family's business legitimate through a deal with the Vatican and to \
      choose a successor.
      """,
      "runtimeMinutes": 162, "link": "https://www.imdb.com/title/tt0099674/", "imdbId": "tt0099674",
      "isFavorite": false,
    ],
  ]
}

extension JSON {
  /// This object with the members of another one appended.
  func adding(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  /// This object with one member's value replaced.
  func replacing(_ name: String, with value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
