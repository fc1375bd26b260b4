/// A catalog that answers from an image of films, which is part of the program or made by an import.
public struct LocalCatalog: Catalog {
  private enum Source {
    case program
    case file(CatalogFile)
  }

  /// The first half of the ids of the built-in films. The second half is IMDb's id: `builtin:tt6751668`.
  public static let builtinName = "builtin"
  /// The first half of the ids of the films of IMDb's files.
  public static let imdbName = "imdb"

  /// About a thousand well-known films that are part of the program.
  public static let builtin = LocalCatalog(
    info: info(builtinName, title: "Built-in films", translations: ["ko": "내장 영화"]),
    definitions: SectionDefinition.ofBuiltin, source: .program)

  /// The films of IMDb's files, from a file that each request looks for, and that need not exist.
  public static func imdb(path: String) -> LocalCatalog {
    LocalCatalog(
      info: info(imdbName, title: "IMDb", attribution: IMDbTerms.attribution),
      definitions: SectionDefinition.ofIMDb, source: .file(CatalogFile(path: path)))
  }

  /// All capabilities except `reviews`, `poster`, and those that need an account.
  public let info: CatalogInfo
  private let definitions: [SectionDefinition]
  private let source: Source

  static let builtinFilms = Result { () throws(SectionImageError) in
    try CatalogFilms(SectionImage.decoded(builtinImage, texts: builtinTexts), of: builtinName)
  }

  private func current() throws(MovieError) -> CatalogFile.Version {
    switch source {
    case .file(let file): return try file.current()
    case .program:
      do throws(SectionImageError) {
        return CatalogFile.Version(films: try Self.builtinFilms.get(), number: 0)
      } catch {
        throw MovieError(.catalogNotConfigured, "The built-in films cannot be used: \(error).", catalog: info.name)
      }
    }
  }

  /// Nil if they cannot be used.
  private var films: CatalogFilms? {
    switch source {
    case .file(let file): file.films
    case .program: try? Self.builtinFilms.get()
    }
  }

  private static func info(
    _ name: String, title: String, translations: [String: String] = [:], attribution: String? = nil
  ) -> CatalogInfo {
    CatalogInfo(
      name: name, title: title, translations: translations,
      capabilities: [.search, .home, .genres, .discover, .detail, .recommendations, .people], attribution: attribution)
  }

  /// `catalogNotConfigured` until there is an import.
  public var unavailability: MovieError? {
    if case .file(let file) = source { file.unavailability } else { nil }
  }

  public var sections: [HomeSection] { definitions.map(\.section) }

  public func localID(of film: IMDbID) -> MovieID? {
    guard let films, films.rank(ofFilm: film.number) != nil else { return nil }
    return MovieID(catalog: info.name, native: film.description)
  }

  public func countries(of film: IMDbID) -> [String] {
    guard let films, let rank = films.rank(ofFilm: film.number) else { return [] }
    return films.countries(rank)
  }

  public func person(named name: String, language: String?) -> (id: PersonID, name: String)? {
    guard let films else { return nil }
    let found = Set(films.search.people(named: TextFolding.foldedQuery(name)))
    guard found.count == 1, let rank = found.first, rank < films.personCount else { return nil }
    return (films.personID(rank), films.name(ofPerson: rank, in: CatalogLanguage.number(of: language)))
  }

  public func movies(titled title: String, years: ClosedRange<Int>, language: String?) -> [Movie]? {
    guard let films else { return nil }
    return films.search.films(titled: TextFolding.foldedQuery(title)).filter { years.contains(Int(films.years[$0])) }
      .map { films.movie($0, in: CatalogLanguage.number(of: language)) }
  }

  /// Answers a list, with as many films as requested. Throws `listNotReady` if it began in a file that has been
  /// replaced.
  public func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    let version = try current()
    let films = version.films
    let page = CatalogFilms.Page(offset: try version.offset(at: cursor), count: count, language: listing.language)
    var batch: MovieBatch
    switch listing {
    case .search(let query):
      if let reference = query.reference, let found = films.films(reference) {
        batch = films.batch(found, page)
      } else {
        batch = films.search(query, page)
      }
    case .section(let section, _):
      guard let definition = definitions.first(where: { $0.section.name == section }) else {
        throw MovieError.unsupported("home section “\(section.prefix(40))”", by: info.name)
      }
      batch = films.section(definition, page)
    case .discover(let query): batch = try films.discover(query, page)
    case .recommendations(let id, _):
      batch = films.batch(films.similar(to: try rank(of: id, in: films), limit: Self.recommendationCount), page)
    }
    batch.next = batch.next.map(version.cursor)
    return batch
  }

  private static let recommendationCount = 40
  private static let recommendationsInDetail = 10

  public func genres(language: String?) async throws -> [Genre] {
    try current().films.genres(in: CatalogLanguage.number(of: language))
  }

  public func movie(_ id: MovieID, language: String?) async throws -> Movie {
    let films = try current().films
    return films.movie(try rank(of: id, in: films), in: CatalogLanguage.number(of: language))
  }

  /// Adds the people with their characters and jobs, languages, countries, and ten similar films.
  public func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    let films = try current().films
    let rank = try rank(of: id, in: films)
    let language = CatalogLanguage.number(of: language)
    var detail = films.detail(rank, in: language)
    detail.attribution = info.attribution
    detail.recommendations = films.similar(to: rank, limit: Self.recommendationsInDetail)
      .map { films.movie($0, in: language) }
    return detail
  }

  /// Searches names in all their languages. The people with the best-known films come first.
  public func people(_ query: String, limit: Int, language: String?) async throws -> People {
    let films = try current().films
    let (ranks, corrected) = films.search.people(TextFolding.foldedQuery(query), count: limit)
    let people = ranks.filter { $0 < films.personCount }
      .map { films.summary(ofPerson: $0, in: CatalogLanguage.number(of: language)) }
    return People(people, correctedQuery: corrected)
  }

  public func person(_ id: PersonID, language: String?) async throws -> Person {
    let films = try current().films
    guard let rank = films.rank(of: id) else { throw MovieError.notFound("person", id) }
    return films.person(rank, in: CatalogLanguage.number(of: language))
  }

  private func rank(of id: MovieID, in films: CatalogFilms) throws(MovieError) -> Int {
    guard let film = id.film, let rank = films.rank(ofFilm: film.number) else { throw .movieNotFound(id) }
    return rank
  }
}

extension Listing {
  /// The number in `CatalogLanguage.all` of the language of the results.
  fileprivate var language: Int {
    switch self {
    case .search(let query): CatalogLanguage.number(of: query.language)
    case .discover(let query): CatalogLanguage.number(of: query.language)
    case .section(_, let language), .recommendations(_, let language): CatalogLanguage.number(of: language)
    }
  }
}
