/// Finds the films that references name, and keeps what was found for the session, with the user's marks up to date.
final class Films: Sendable {
  private struct State {
    var films: [String: Film] = [:]
    /// The ids that references name; nil for none. Of the default catalog, and of the catalogs on this machine.
    var answers: [Reference.Target: String?] = [:]
    var localAnswers: [Reference.Target: String?] = [:]
    /// Grows with each change of the library, so that no older answer is kept.
    var generation = 0
  }

  let movies: MovieService
  private let localCatalogs: [String]
  private let state = Mutex(State())

  private static let maximum = 50_000

  init(_ movies: MovieService, localCatalogs: [String]) { (self.movies, self.localCatalogs) = (movies, localCatalogs) }

  // MARK: References

  func known(_ target: Reference.Target) -> Film? {
    state.withLock { state in
      let id = (state.answers[target] ?? nil) ?? (state.localAnswers[target] ?? nil)
      return id.flatMap { state.films[$0] }
    }
  }

  /// Whether `local` or `resolve` has looked for the film.
  func wasLookedFor(_ target: Reference.Target) -> Bool {
    state.withLock { $0.answers[target] != nil || $0.localAnswers[target] != nil }
  }

  /// The film in the catalogs on this machine; no service is asked.
  func local(_ target: Reference.Target) async -> Film? {
    if wasLookedFor(target) { return known(target) }
    var found: Film?
    for catalog in localCatalogs where found == nil { found = try? await matches(of: target, in: catalog).onlyElement }
    if !Task.isCancelled { keep(found, for: target, in: \.localAnswers) }
    return found
  }

  /// The film that a reference names: by its id, or exactly by its title and year; nil if there is none, or several.
  func resolve(_ target: Reference.Target) async throws -> Film? {
    if let id = state.withLock({ $0.answers[target] }) { return id.flatMap { id in state.withLock { $0.films[id] } } }
    let found = try await matches(of: target, in: nil).onlyElement
    keep(found, for: target, in: \.answers)
    return found
  }

  func localMatches(of target: Reference.Target) async throws -> [Film] {
    for catalog in localCatalogs {
      let found = try await matches(of: target, in: catalog)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func matches(of target: Reference.Target, in catalog: String?) async throws -> [Film] {
    let (query, year): (String, Int?) =
      switch target {
      case .film(.imdb(let id)): (id, nil)
      case .film(.movie(let id)): (id.description, nil)
      case .film(.title(let title)): ("https://letterboxd.com/film/" + String(title.map { $0 == " " ? "-" : $0 }), nil)
      case .title(let title, let year): (title, year)
      }
    if case .film(.movie(let id)) = target, let catalog, id.catalog != catalog { return [] }
    func search(_ language: String?) async throws -> [Film] {
      do {
        let list = "notes:\(catalog ?? ""):\(year ?? 0):\(query)"
        return try await self.search(query, year: year, language: language, catalog: catalog, list: list).map(\.film)
      } catch let error as RPCError
        where catalog != nil || ["invalidParams", "queryTooBroad", "movieNotFound"].contains(error.reason)
      {
        // A title that cannot be searched for, such as one of punctuation only, or a catalog that is not there.
        return []
      }
    }
    let found = try await search(nil)
    guard case .title(let title, let year) = target else { return Array(found.prefix(1)) }
    func exact(_ films: [Film]) -> [Film] {
      films.filter { $0.movie.isTitled(title) && (year == nil || $0.movie.year == year) }
    }
    let matches = exact(found)
    guard matches.isEmpty, !found.isEmpty else { return matches }
    // The note may have the title in another language than the editor.
    let language = CatalogLanguage.all.last { $0.hasLetters(in: title) }
    return exact(try await search(language?.code ?? "en"))
  }

  private func keep(
    _ film: Film?, for target: Reference.Target, in answers: WritableKeyPath<State, [Reference.Target: String?]>
  ) {
    state.withLock { state in
      if state[keyPath: answers].count >= Self.maximum { state[keyPath: answers] = [:] }
      state[keyPath: answers][target] = .some(film?.id)
    }
  }

  // MARK: Methods

  /// The films that a search of the default catalog finds, or of the one that is named, with their rows.
  func search(
    _ query: String, year: Int? = nil, language: String? = nil, catalog: String? = nil, list: String
  ) async throws -> [(film: Film, json: JSON)] {
    let params: JSON = .members([
      "query": .string(query), "year": year.map { .integer($0) }, "language": language.map { .string($0) },
      "catalog": catalog.map { .string($0) }, "list": .string(list),
    ])
    return try await films { try await call("search", params)["items"]?.array ?? [] }
  }

  func detail(_ id: String) async throws -> (film: Film, json: JSON)? {
    try await films { [try await call("detail", ["id": .string(id), "reviews": 0])] }.first
  }

  func call(_ method: String, _ params: JSON) async throws -> JSON {
    do { return try await movies.call(method, params) } catch let error as RPCError { throw error.ofLanguageProtocol }
  }

  /// Keeps the films of a result, unless the library has changed since it was made.
  private func films(_ load: () async throws -> [JSON]) async throws -> [(film: Film, json: JSON)] {
    while true {
      let generation = state.withLock(\.generation)
      let films = try await load().compactMap { json in Film(json).map { (film: $0, json: json) } }
      let isCurrent = state.withLock { state in
        guard state.generation == generation else { return false }
        if state.films.count >= Self.maximum { (state.films, state.answers, state.localAnswers) = ([:], [:], [:]) }
        for (film, _) in films { state.films[film.id] = film }
        return true
      }
      if isCurrent { return films }
      try Task.checkCancellation()
    }
  }

  // MARK: Changes

  /// Updates the marks of the films that a notification of the server names. Returns whether it is about the library.
  func apply(_ method: String, _ params: JSON) -> Bool {
    if method == "resync" {
      // The changes were too many to be told.
      state.withLock { $0 = State(generation: $0.generation + 1) }
      return true
    }
    guard ["favoritesChanged", "libraryChanged"].contains(method) else { return false }
    let changed = ["added", "updated", "changed"].flatMap { params[$0]?.array ?? [] }
    let removed = Set(params["removed"]?.array?.compactMap(\.string) ?? [])
    var marks: [String: JSON] = [:]
    for movie in changed {
      let ids = [movie["id"], movie["imdbId"]] + (movie["ids"]?.array ?? [])
      for id in ids.compactMap({ $0?.string }) { marks[id] = movie }
    }
    state.withLock { state in
      state.generation += 1
      for (id, film) in state.films {
        let names = [id] + (film.movie.film.map { [$0.description, "builtin:\($0)", "imdb:\($0)"] } ?? [])
        let isLibrary = method == "libraryChanged"
        let movie = names.lazy.compactMap { marks[$0] }.first
        guard movie != nil || names.contains(where: removed.contains) else { continue }
        state.films[id]?.isStarred = isLibrary ? movie?["isFavorite"] == true : movie != nil
        if isLibrary { state.films[id]?.setMark(movie?["mark"]) }
      }
    }
    return true
  }
}

extension Array { fileprivate var onlyElement: Element? { count == 1 ? first : nil } }
