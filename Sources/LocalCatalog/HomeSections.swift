struct SectionDefinition: Sendable {
  enum Order: Sendable {
    case popularity, rating, year
  }

  var section: HomeSection
  var order: Order
  var criteria: @Sendable (CatalogFilms) -> FilmCriteria

  private init(
    _ name: String, _ title: String, _ korean: String, by order: Order = .popularity,
    _ edit: @escaping @Sendable (inout FilmCriteria, CatalogFilms) -> Void = { _, _ in }
  ) {
    section = HomeSection(name: name, title: title, translations: ["ko": korean])
    self.order = order
    criteria = { films in
      var criteria = FilmCriteria()
      edit(&criteria, films)
      return criteria
    }
  }

  /// The built-in films have no ratings.
  static let ofBuiltin = [
    popular,
    SectionDefinition("recent", "Recent", "최신", by: .year) { criteria, _ in criteria.years = 2018...(.max) },
    korean, world, animation, classics,
  ]

  /// IMDb's files name no countries and languages; see `FilmFlags`.
  static let ofIMDb = [
    popular,
    SectionDefinition("topRated", "Top rated", "높은 평점", by: .rating) { criteria, films in
      criteria.minimumVotes = films.fact(.votesOfTopRated)
    },
    SectionDefinition("recent", "Recent", "최신") { criteria, films in
      let latest = max(1, UInt16(clamping: films.fact(.latestYear)))
      criteria.years = max(1, latest - 1)...latest
    },
    korean, world, animation,
    SectionDefinition("documentaries", "Documentaries", "다큐멘터리") { criteria, _ in
      criteria.genres = IMDbGenre.Set(named: "Documentary") ?? []
    },
    classics,
  ]

  private static let popular = SectionDefinition("popular", "Popular", "인기")
  private static let korean = SectionDefinition("korean", "Korean cinema", "한국 영화") { criteria, _ in
    criteria.flags = .korean
  }
  private static let world = SectionDefinition("world", "World cinema", "세계 영화") { criteria, _ in
    (criteria.flags, criteria.excludedFlags) = (.foreign, .korean)
  }
  private static let animation = SectionDefinition("animation", "Animation", "애니메이션") { criteria, _ in
    criteria.genres = IMDbGenre.Set(named: "Animation") ?? []
  }
  private static let classics = SectionDefinition("classics", "Classics", "고전") { criteria, _ in
    criteria.years = 1...1969
  }
}
