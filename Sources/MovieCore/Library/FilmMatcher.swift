/// Finds the films that files name: by IMDb id, else by the id of a catalog, else by title and year. It never guesses.
/// A film whose IMDb id the file tells is known even if no catalog has it. Titles are looked up in the first
/// catalog that can be used: the imported films of IMDb, TMDB, the built-in films.
struct FilmMatcher: Sendable {
  enum Match: Sendable {
    case film(Movie)
    case none(UnmatchedRow.Reason, candidates: [Movie])
  }

  private let catalogs: [any Catalog]
  private let language: String?
  private let timeLimit: TimeLimit
  /// The names of services that have failed and are asked no more.
  private let failed = Mutex<Set<String>>([])

  /// The order in which catalogs are asked for a title; any others come after them.
  private static let preferred = ["imdb", "tmdb", "builtin"]
  static let maximumCandidates = 5

  init(_ catalogs: Catalogs, language: String?, _ timeLimit: TimeLimit) {
    let available = catalogs.available
    self.catalogs = Self.preferred.compactMap { name in available.first { $0.info.name == name } }
    (self.language, self.timeLimit) = (language, timeLimit)
  }

  private static let maximumConcurrentMatches = 6

  /// Finds films, several at the same time. Returns a match for each, in their order. `report` gets the number of films
  /// that are done, on any thread.
  func match(_ films: [LibraryRow.Film], report: @escaping @Sendable (Int) -> Void) async throws -> [Match] {
    let state = Mutex((next: 0, done: 0, matches: [Match?](repeating: nil, count: films.count)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<min(Self.maximumConcurrentMatches, films.count) {
        group.addTask {
          while true {
            let next = state.withLock { state in
              defer { state.next += 1 }
              return state.next
            }
            guard next < films.count else { return }
            try Task.checkCancellation()
            let match = try await self.match(films[next])
            report(
              state.withLock { state in
                state.matches[next] = match
                state.done += 1
                return state.done
              })
          }
        }
      }
      try await group.waitForAll()
    }
    return state.withLock { $0.matches.map { $0 ?? .none(.noFilm, candidates: []) } }
  }

  private func match(_ film: LibraryRow.Film) async throws -> Match {
    if let movie = film.movie { return .film(movie) }
    if let movie = try await known(film) { return .film(movie) }
    guard let title = film.title else { return .none(.noFilm, candidates: []) }
    for catalog in catalogs where catalog.info.capabilities.contains(.search) {
      // Only titles of a service that cannot be reached are looked up in the next catalog.
      guard let found = try await movies(titled: title, film.year, in: catalog) else { continue }
      return Self.select(from: found, title: title, film.year)
    }
    return .none(.noFilm, candidates: [])
  }

  // MARK: Ids

  private func known(_ film: LibraryRow.Film) async throws -> Movie? {
    if let imdb = film.imdb {
      for catalog in catalogs {
        if let id = catalog.localID(of: imdb), let movie = try await movie(id, in: catalog) { return movie }
      }
      let id = film.ids.first { $0.film == imdb } ?? MovieID(catalog: "imdb", native: imdb.description)
      return film.title.map { named(id, $0, film) }
    }
    for id in film.ids + [film.tmdb].compactMap(\.self) {
      guard let catalog = catalogs.first(where: { $0.info.name == id.catalog }) else { continue }
      if let movie = try await movie(id, in: catalog) { return movie }
    }
    // An id that this program has written is known, whatever catalogs there are.
    return film.ids.first.flatMap { id in film.title.map { named(id, $0, film) } }
  }

  private func named(_ id: MovieID, _ title: String, _ film: LibraryRow.Film) -> Movie {
    var movie = Movie(id: id, title: title)
    movie.year = film.year
    movie.imdbId = film.imdb?.description
    return movie
  }

  private func movie(_ id: MovieID, in catalog: any Catalog) async throws -> Movie? {
    try await ask(catalog) { try await catalog.movie(id, language: language) }
  }

  // MARK: Titles

  /// Movies that may have a title, the best first, and whether all of them have exactly this title, in some language.
  private typealias Titled = (movies: [Movie], isExact: Bool)

  private func movies(titled title: String, _ year: Int?, in catalog: any Catalog) async throws -> Titled? {
    if let year {
      let exact = catalog.movies(titled: title, years: year - 1...year + 1, language: language)
      if let exact, !exact.isEmpty { return (exact, true) }
    }
    var found: [Movie] = []
    for year in year.map({ [$0, nil] }) ?? [nil] {
      let query = Listing.search(SearchQuery(text: title, year: year, language: language))
      guard let batch = try await ask(catalog, { try await catalog.batch(of: query, at: 0, count: Self.searchCount) })
      else { return nil }
      found += batch.movies.filter { movie in !found.contains { $0.id == movie.id } }
      if found.contains(where: { $0.year == year && $0.isTitled(title) }) { break }
    }
    return (found, false)
  }

  private static let searchCount = 20

  /// The one film with this title and year, or else the one of the year before or after.
  private static func select(from found: Titled, title: String, _ year: Int?) -> Match {
    let candidates = Array(found.movies.prefix(maximumCandidates))
    guard let year else {
      let titled = found.movies.filter { $0.isTitled(title) }
      return .none(titled.count > 1 ? .severalFilms : .noFilm, candidates: candidates)
    }
    for years in [year...year, year - 1...year + 1] {
      let ofYears = found.movies.filter { $0.year.map(years.contains) == true }
      // The title under which a film is known counts more than one in another country.
      let titled = ofYears.filter { $0.isTitled(title) }
      let fitting = titled.isEmpty && found.isExact ? ofYears : titled
      if fitting.count == 1 { return .film(fitting[0]) }
      if fitting.count > 1 { return .none(.severalFilms, candidates: Array(fitting.prefix(maximumCandidates))) }
    }
    return .none(.noFilm, candidates: candidates)
  }

  // MARK: Catalogs

  /// Asks a catalog; nil if it does not know, or cannot be reached.
  private func ask<Value: Sendable>(
    _ catalog: any Catalog, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let name = catalog.info.name
    guard !failed.withLock({ $0.contains(name) }) else { return nil }
    do {
      return try await timeLimit.run(in: catalog, work)
    } catch let error as MovieError {
      if error.reason.isOutage || error.reason.isServiceFailure { _ = failed.withLock { $0.insert(name) } }
      return nil
    }
  }
}
