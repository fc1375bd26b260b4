import BuiltinFilms
import MovieCore

extension BuiltinCatalog {
  private static let filters: Set<DiscoverQuery.Filter> = [
    .genres, .excludeGenres, .yearFrom, .yearTo, .runtimeFrom, .runtimeTo, .originalLanguage, .person,
  ]

  /// The films that meet the criteria, in their order. The built-in films have no ratings, countries and keywords.
  ///
  /// - Throws: `invalidParams` with the field that names a filter, a sort key or a value that there is not.
  func discovered(by query: DiscoverQuery) throws -> [Film] {
    try query.requireFilters(Self.filters, of: Self.name)
    guard query.sort != .rating else {
      throw MovieError(
        .invalidParams, "The catalog \(Self.name) has no ratings to sort by.", catalog: Self.name, field: "sort")
    }
    let known = Self.genres(isKorean: false) + Self.genres(isKorean: true)
    let wanted = try query.genreIDs(.genres, among: known, of: Self.name)
    let unwanted = try query.genreIDs(.excludeGenres, among: known, of: Self.name)
    return sorted(
      try films(of: query.person).filter { film in
        let genres = film.genreIDs
        return genres.isSuperset(of: wanted) && genres.isDisjoint(with: unwanted)
          && Self.contains(film.number(.year), query.yearFrom, query.yearTo)
          && Self.contains(film.number(.runtime), query.runtimeFrom, query.runtimeTo)
          && (query.originalLanguage == nil || film.text(.language) == query.originalLanguage)
      }, by: query)
  }

  /// The films of a person, or all, the most popular first.
  private func films(of person: PersonID?) throws -> [Film] {
    guard let person else { return try table.films }
    guard let found = try self.found(person) else {
      throw MovieError.unknown(.person, "There is no person \(person).", in: Self.name)
    }
    return found.films
  }

  private static func contains(_ value: Int?, _ lower: Int?, _ upper: Int?) -> Bool {
    guard lower != nil || upper != nil else { return true }
    guard let value else { return false }
    return value >= lower ?? value && value <= upper ?? value
  }

  /// Sorts films that come in order of popularity, which decides where the sort key does not.
  private func sorted(_ films: [Film], by query: DiscoverQuery) -> [Film] {
    let isAscending = query.order == .asc
    switch query.sort {
    case .popularity, .rating: return isAscending ? films.reversed() : films
    case .releaseDate: return Self.stable(films, isAscending) { $0.number(.year) ?? 0 }
    case .title: return Self.stable(films, isAscending) { TextFolding.fold($0.movie(language: query.language).title) }
    case .random:
      var generator = SeededGenerator(seed: query.seed)
      return films.shuffled(using: &generator)
    }
  }

  private static func stable(_ films: [Film], _ isAscending: Bool, _ key: (Film) -> some Comparable) -> [Film] {
    let keyed = films.map { (key: key($0), film: $0) }
    return keyed.sorted { left, right in
      if left.key == right.key { return left.film.rank < right.film.rank }
      return isAscending ? left.key < right.key : left.key > right.key
    }.map(\.film)
  }
}

extension Film {
  fileprivate var genreIDs: Set<String> { Set(values(.genres).map(FilmGenres.id)) }
}
