import MovieCore

/// The films of IMDb's files, as `movie-server import imdb` has imported them. It needs no key and no network.
public struct IMDbCatalog: Catalog {
  /// The first half of its movies' ids. The second half is IMDb's id: `imdb:tt6751668`.
  public static let name = "imdb"
  /// The name of its file in the data folder.
  public static let fileName = "imdb.catalog"

  let file: CatalogFile

  /// Opens no file: the first request does, and again after each replacement.
  ///
  /// - Parameter path: the catalog file, which need not exist.
  public init(path: String) { file = CatalogFile(path: path) }

  /// All capabilities except `reviews`, `poster`, and those that need an account.
  public var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "IMDb",
      capabilities: [.search, .home, .genres, .discover, .detail, .recommendations, .people],
      attribution: IMDbTerms.attribution)
  }

  /// `catalogNotConfigured` until there is an import.
  public var unavailability: MovieError? { file.unavailability }

  /// Popular, top rated and recent films, and selections by country, genre and year.
  public var sections: [HomeSection] { Self.sectionDefinitions.map(\.section) }

  public func localID(of film: IMDbID) -> MovieID? {
    guard let films = try? file.current().films, films.rank(ofFilm: film.number) != nil else { return nil }
    return MovieID(catalog: Self.name, native: film.description)
  }

  /// Searches titles in all countries, people, years and genres; discovers by criteria. Returns as many films as
  /// requested, if there are enough.
  ///
  /// - Throws: `listNotReady` if the list began in a file that has been replaced.
  public func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    let version = try file.current()
    let offset = try version.offset(at: cursor)
    let films = version.films
    var batch: MovieBatch
    switch listing {
    case .search(let query):
      let isKorean = query.language?.languageCode == "ko"
      if let reference = query.reference, let found = films.films(reference) {
        batch = films.batch(found, offset: offset, count: count, isKorean: isKorean)
      } else {
        batch = films.search(query, offset: offset, count: count, isKorean: isKorean)
      }
    case .section(let name, let language):
      batch = try films.section(name, offset: offset, count: count, isKorean: language?.languageCode == "ko")
    case .discover(let query):
      batch = try films.discover(query, offset: offset, count: count, isKorean: query.language?.languageCode == "ko")
    case .recommendations(let id, let language):
      let similar = films.similar(to: try rank(of: id, in: films), limit: Self.recommendationCount)
      batch = films.batch(similar, offset: offset, count: count, isKorean: language?.languageCode == "ko")
    }
    batch.next = batch.next.map(version.cursor)
    return batch
  }

  /// The maximum number of recommended films.
  private static let recommendationCount = 40
  /// The number of them in a detail.
  private static let recommendationsInDetail = 10

  /// The genres that films have, with the numbers of these films. In Korean or, for any other language, in English.
  public func genres(language: String?) async throws -> [Genre] {
    try file.current().films.genres(isKorean: language?.languageCode == "ko")
  }

  public func movie(_ id: MovieID, language: String?) async throws -> Movie {
    let films = try file.current().films
    return films.movie(try rank(of: id, in: films), isKorean: language?.languageCode == "ko")
  }

  /// Adds the people with their characters and jobs, and ten similar films.
  public func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    let films = try file.current().films
    let rank = try rank(of: id, in: films)
    let isKorean = language?.languageCode == "ko"
    var detail = films.detail(rank, isKorean: isKorean)
    detail.recommendations = films.similar(to: rank, limit: Self.recommendationsInDetail)
      .map { films.movie($0, isKorean: isKorean) }
    return detail
  }

  /// Searches names. The people with the best-known films come first.
  public func people(_ query: String, limit: Int, language: String?) async throws -> [PersonSummary] {
    let films = try file.current().films
    let isKorean = language?.languageCode == "ko"
    return films.search.people(TextFolding.foldedQuery(query), count: limit)
      .filter { $0 < films.personIDs.count }
      .map { films.summary(ofPerson: $0, isKorean: isKorean) }
  }

  public func person(_ id: PersonID, language: String?) async throws -> Person {
    let films = try file.current().films
    guard let rank = films.rank(of: id) else { throw MovieError.personNotFound(id) }
    return films.person(rank, isKorean: language?.languageCode == "ko")
  }

  private func rank(of id: MovieID, in films: ImportedFilms) throws(MovieError) -> Int {
    guard let film = id.film, let rank = films.rank(ofFilm: film.number) else { throw .movieNotFound(id) }
    return rank
  }

  // MARK: Ids and genres

  /// The form that IMDb uses: `tt0364569`.
  static func id(_ prefix: String, _ number: UInt32) -> String { prefix + IMDbID.digits(of: number) }

  static func genreNames(_ set: IMDbGenre.Set, isKorean: Bool) -> [String] {
    guard set.rawValue != 0 else { return [] }
    let names = isKorean ? koreanGenres : englishGenres
    return IMDbGenre.allCases.indices.filter { set.rawValue & 1 << UInt32($0) != 0 }.map { names[$0] }
  }

  private static let englishGenres = IMDbGenre.allCases.map(\.name)
  private static let koreanGenres = IMDbGenre.allCases.map { GenreNames.korean($0.name) ?? $0.name }
}
