import MovieCore

extension IMDbCatalog {
  /// A section of `home` with its films.
  struct SectionDefinition: Sendable {
    var section: HomeSection
    /// Otherwise the most popular films come first.
    var isByRating = false
    var criteria: @Sendable (ImportedFilms) -> FilmCriteria

    init(
      _ name: String, _ title: String, _ korean: String, isByRating: Bool = false,
      _ criteria: @escaping @Sendable (ImportedFilms) -> FilmCriteria
    ) {
      section = HomeSection(name: name, title: title, translations: ["ko": korean])
      self.isByRating = isByRating
      self.criteria = criteria
    }
  }

  /// IMDb's files name no countries; see `KoreanCinema`. World cinema has the films with an original title of their own.
  static let sectionDefinitions = [
    SectionDefinition("popular", "Popular", "인기") { _ in FilmCriteria() },
    SectionDefinition("topRated", "Top rated", "높은 평점", isByRating: true) { films in
      var criteria = FilmCriteria()
      criteria.minimumVotes = films.fact(.votesOfTopRated)
      return criteria
    },
    SectionDefinition("recent", "Recent", "최신") { films in
      var criteria = FilmCriteria()
      let latest = UInt16(clamping: films.fact(.latestYear))
      criteria.years = max(1, latest) - (latest > 1 ? 1 : 0)...max(1, latest)
      return criteria
    },
    SectionDefinition("korean", "Korean cinema", "한국 영화") { _ in
      var criteria = FilmCriteria()
      criteria.flags = .korean
      return criteria
    },
    SectionDefinition("world", "World cinema", "세계 영화") { _ in
      var criteria = FilmCriteria()
      (criteria.flags, criteria.excludedFlags) = (.foreign, .korean)
      return criteria
    },
    SectionDefinition("animation", "Animation", "애니메이션") { _ in
      var criteria = FilmCriteria()
      criteria.genres = .init(.animation)
      return criteria
    },
    SectionDefinition("documentaries", "Documentaries", "다큐멘터리") { _ in
      var criteria = FilmCriteria()
      criteria.genres = .init(.documentary)
      return criteria
    },
    SectionDefinition("classics", "Classics", "고전") { _ in
      var criteria = FilmCriteria()
      criteria.years = 1...1969
      return criteria
    },
  ]
}
