extension ClientSession {
  /// The film of a change: an id, whose data the catalog supplies, or a movie with the data that the client has.
  public enum FilmTarget: Sendable {
    case id(MovieID)
    case movie(Movie)
  }

  /// Changes what is kept about a film, durably. If favorites are synchronized, the account is updated in the
  /// background, but for that of a catalog that has the new rating already.
  public func mark(_ target: FilmTarget, _ edit: MarkEdit, ratedAt catalog: String? = nil) async throws -> MarkOutcome {
    var sync = pendingSync
    let rated = catalog.flatMap { favoritesSyncs[$0]?.first { $0.list == .ratings }?.syncedAccount }
    if let rated { sync = .agreed(rated, epoch: try await favoritesState().epoch) }
    let outcome = try await change(target, addsSomething: edit.addsSomething) { [favorites, sync] movie in
      favorites.mark(movie, edit, sync)
    }
    if rated == nil { mirror(outcome) }
    return outcome
  }

  /// Adds a viewing of a film, by default of today, or changes one, durably. Without a film it is that which has the
  /// viewing.
  public func log(_ viewing: ViewingEdit, of target: FilmTarget?) async throws -> ViewingOutcome {
    var viewing = viewing
    viewing.today = CalendarDay.today()
    let outcome: ViewingOutcome
    if let target {
      outcome = try await change(target, addsSomething: true) { [self, viewing] movie in
        favorites.log(viewing, of: movie, pendingSync)
      }
    } else {
      outcome = try await runInOrder { [viewing] in favorites.log(viewing, of: nil, pendingSync) }
    }
    mirror(outcome.entry)
    return outcome
  }

  /// Removes a viewing durably.
  public func deleteViewing(_ id: String) async throws -> ViewingOutcome {
    try await runInOrder { favorites.deleteViewing(id) }
  }

  /// Runs a change of one film in the order of the requests. The data of a movie is fetched at once, if the change adds
  /// something to it; the change waits for those that were requested before. So several changes hold up a later request
  /// for no longer than one fetch.
  private func change<Outcome: Sendable>(
    _ target: FilmTarget, addsSomething: Bool, _ change: @escaping @Sendable (Movie) -> SharedTask<Outcome>
  ) async throws -> Outcome {
    switch target {
    case .movie(let movie):
      return try await runInOrder { change(movie) }
    case .id(let id) where !addsSomething:
      requestedRemovals.withLock { $0[id, default: 0] += 1 }
      defer {
        requestedRemovals.withLock { removals in
          let others = (removals[id] ?? 1) - 1
          removals[id] = others == 0 ? nil : others
        }
      }
      return try await runInOrder { change(Movie(id: id, title: id.native)) }
    case .id(let id):
      let fetch = SharedTask<Movie?>()
      fetch.start { [self] in await hasEntry(id) ? nil : try await movie(id) }
      // The change may end without it, by an error or a cancellation.
      defer { fetch.fail(CancellationError()) }
      return try await runInOrder {
        await favorites.load([id], [])
        // Ask the store: a removal may be under way.
        if favorites.shown(id) != nil, try await favorites.entry(of: id).uncancellableValue() != nil {
          return change(Movie(id: id, title: id.native))
        }
        let fetched = try await fetch.value()
        let movie = if let fetched { fetched } else { try await movie(id) }
        return change(movie)
      }
    }
  }

  /// Whether something is kept about the film and will be, so that its data need not be fetched.
  private func hasEntry(_ id: MovieID) async -> Bool {
    // Read before the first suspension: it says what was requested before.
    let isBeingRemoved = requestedRemovals.withLock { $0[id] != nil }
    await favorites.load([id], [])
    return favorites.shown(id) != nil && !isBeingRemoved
  }

  private func movie(_ id: MovieID) async throws -> Movie {
    let catalog = try catalogs.catalog(id.catalog)
    let language = currentSettings.language
    return try await timeLimit.run(in: catalog) { try await catalog.movie(id, language: language) }
  }

  /// To be recorded with the user's changes; nil if no user is logged in.
  private var pendingSync: SyncStatus? {
    let accounts = favoritesSyncs.values.joined().compactMap(\.syncedAccount)
    return accounts.isEmpty ? nil : .pending(accounts)
  }

  /// Updates the accounts of the catalogs that know the film, in the background.
  private func mirror(_ outcome: MarkOutcome) {
    for id in outcome.ids {
      for sync in favoritesSyncs[id.catalog] ?? []
      where sync.list.value(outcome.previous) != sync.list.value(outcome.mark) { sync.mirror(id) }
    }
  }

  // MARK: Lists

  /// The entries that match the query, after the changes that were requested before.
  public func library(_ query: LibraryQuery, context: RequestContext = .none) async throws -> LibraryPage {
    let page = try await page(query, context, favorites.entries)
    knownImages.add(page.items)
    return page
  }

  /// The changes since a revision of this epoch, after the changes that were requested before.
  public func library(since revision: Int, context: RequestContext = .none) async throws -> LibraryDifference {
    try await difference(context) { favorites.libraryChanges(since: revision) }
  }

  /// The tags of all entries.
  public func tags() async throws -> [Tag] { try await runInOrder { favorites.tags() } }

  /// The viewings that match the query, after the changes that were requested before.
  public func diary(_ query: DiaryQuery, context: RequestContext = .none) async throws -> DiaryPage {
    let page = try await page(query, context, favorites.diary)
    knownImages.add(page.items.map(\.entry))
    return page
  }

  /// The counts of a span of days, with genres and people by their names in the session's language, if a table or a
  /// catalog knows them: movies have the names of the language in which they were found.
  public func statistics(from: String?, to: String?, context: RequestContext = .none) async throws -> Statistics {
    try await context.reserve()
    let language = currentSettings.language(for: nil)
    var statistics = try await runInOrder {
      favorites.statistics(from: from, to: to) { [catalogs] film in
        catalogs.all.lazy.map { $0.countries(of: film) }.first { !$0.isEmpty } ?? []
      } englishName: { [catalogs] name in
        catalogs.person(named: name, language: "en")?.name
      }
    }
    for (index, genre) in statistics.byGenre.enumerated() {
      let name = NameTable.genres.translation(of: genre.name, in: CatalogLanguage.number(of: language))
      statistics.byGenre[index].name = name ?? genre.name
    }
    for list in [\Statistics.directors, \.actors] {
      for (index, counted) in statistics[keyPath: list].enumerated() {
        guard let known = catalogs.person(named: counted.name, language: language) else { continue }
        (statistics[keyPath: list][index].personId, statistics[keyPath: list][index].name) = known
      }
    }
    return statistics
  }

  /// The current state of the library. Does not wait for changes whose movies are still being fetched.
  public func libraryState() async throws -> LibraryState { try await favorites.libraryState().uncancellableValue() }
}
