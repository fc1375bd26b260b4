import BuiltinFilms
import MovieCore
import SectionImage

/// Several hundred well-known films that are part of the program. It needs no key, no network and no setup.
public struct BuiltinCatalog: Catalog {
  /// The first half of its movies' ids. The second half is IMDb's id: `builtin:tt6751668`.
  public static let name = "builtin"

  /// Opened at the first request.
  private static let opened = Result<FilmTable, SectionImageError>(catching: openTable)

  private static func openTable() throws(SectionImageError) -> FilmTable {
    try FilmTable(SectionImage.decoded(filmTableImage), texts: filmTableTexts)
  }

  var table: FilmTable { get throws { try Self.opened.get() } }

  /// Costs nothing.
  public init() {}

  /// Without `reviews`, `poster`, and everything that needs an account.
  public var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "Built-in films",
      capabilities: [.search, .home, .genres, .discover, .detail, .recommendations, .people])
  }

  /// The sections of `home` with their names, titles and films.
  private static let sectionDefinitions: [(section: HomeSection, select: @Sendable ([Film]) -> [Film])] = [
    (HomeSection(name: "popular", title: "Popular", translations: ["ko": "인기"]), { $0 }),
    (
      HomeSection(name: "recent", title: "Recent", translations: ["ko": "최신"]),
      { newestFirst($0.filter { ($0.number(.year) ?? 0) >= 2018 }) }
    ),
    (
      HomeSection(name: "korean", title: "Korean cinema", translations: ["ko": "한국 영화"]),
      { $0.filter { $0.has("ko", in: .language) } }
    ),
    (
      HomeSection(name: "world", title: "World cinema", translations: ["ko": "세계 영화"]),
      { $0.filter { !$0.has("en", in: .language) && !$0.has("ko", in: .language) } }
    ),
    (
      HomeSection(name: "animation", title: "Animation", translations: ["ko": "애니메이션"]),
      { $0.filter { $0.has("Animation", in: .genres) } }
    ),
    (
      HomeSection(name: "classics", title: "Classics", translations: ["ko": "고전"]),
      { $0.filter { ($0.number(.year) ?? .max) < 1970 } }
    ),
  ]

  /// Sorts by year, then by rank.
  static func newestFirst(_ films: [Film]) -> [Film] {
    films.sorted { left, right in
      let years = (left.number(.year) ?? 0, right.number(.year) ?? 0)
      return years.0 == years.1 ? left.rank < right.rank : years.0 > years.1
    }
  }

  /// Popular and recent films, and selections by language, genre and year.
  public var sections: [HomeSection] { Self.sectionDefinitions.map(\.section) }

  /// Searches titles in all their languages, people, years and genres; discovers by criteria. Returns as many films as
  /// requested, if there are enough.
  public func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    switch listing {
    case .search(let query):
      if let reference = query.reference, let films = try films(reference) {
        return batch(films, query.language, cursor, count)
      }
      return try search(query, cursor, count)
    case .section(let name, let language):
      guard let definition = Self.sectionDefinitions.first(where: { $0.section.name == name }) else {
        throw MovieError.unsupported("home section “\(name.prefix(40))”", by: Self.name)
      }
      return batch(definition.select(try table.films), language, cursor, count)
    case .discover(let query):
      return batch(try discovered(by: query), query.language, cursor, count)
    case .recommendations(let id, let language):
      return batch(try recommended(for: id), language, cursor, count)
    }
  }

  public func localID(of film: IMDbID) -> MovieID? {
    (try? table)?.film(imdb: film.number).map { _ in MovieID(catalog: Self.name, native: film.description) }
  }

  /// In Korean or, for any other language, in English.
  public func genres(language: String?) async throws -> [Genre] {
    Self.genres(isKorean: Language.isKorean(language))
  }

  static func genres(isKorean: Bool) -> [Genre] {
    FilmGenres.all(isKorean: isKorean).map { Genre(id: $0.id, name: $0.name) }
  }

  /// In Korean or, for any other language, in English.
  public func movie(_ id: MovieID, language: String?) async throws -> Movie {
    try film(id).movie(language: language)
  }

  /// Adds the language and ten similar films. There are no reviews.
  public func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    let film = try film(id)
    var detail = MovieDetail(movie: film.movie(language: language))
    addPeople(of: film, to: &detail)
    detail.languages = film.values(.language).compactMap { Language.name(of: $0, in: language) }
    detail.recommendations = try recommended(for: id).prefix(10).map { $0.movie(language: language) }
    return detail
  }

  func film(_ id: MovieID) throws -> Film {
    let table = try table
    guard let film = id.film.flatMap({ table.film(imdb: $0.number) }) else { throw MovieError.movieNotFound(id) }
    return film
  }

  private func search(_ query: SearchQuery, _ cursor: Int, _ count: Int) throws -> MovieBatch {
    let table = try table
    let found = table.search.search(
      TextFolding.foldedQuery(query.text), year: query.year, offset: cursor, count: count)
    let movies = found.ranks.map { table.film($0).movie(language: query.language) }
    let end = cursor + movies.count
    let hasMore = !movies.isEmpty && (end < found.total || !found.totalIsExact)
    var batch = MovieBatch(movies: movies, total: found.total, next: hasMore ? end : nil)
    batch.totalIsExact = found.totalIsExact
    batch.correctedQuery = found.correctedQuery
    return batch
  }

  private func batch(_ films: [Film], _ language: String?, _ cursor: Int, _ count: Int) -> MovieBatch {
    let end = min(films.count, cursor + count)
    let movies = films[min(cursor, end)..<end].map { $0.movie(language: language) }
    return MovieBatch(movies: movies, total: films.count, next: end < films.count ? end : nil)
  }

  /// The maximum number of recommended films.
  private static let recommendationCount = 40

  private func recommended(for id: MovieID) throws -> [Film] {
    let start = try film(id)
    let scored = try table.films.compactMap { film in
      start.similarity(to: film).map { (score: $0, film: film) }
    }
    return scored.sorted { $0.score == $1.score ? $0.film.rank < $1.film.rank : $0.score > $1.score }
      .prefix(Self.recommendationCount).map(\.film)
  }
}
