import Concurrency

extension ClientSession {
  /// The movie to star: an id, whose data the catalog supplies, or a movie with the data that the client has.
  public enum StarTarget: Sendable {
    case id(MovieID)
    case movie(Movie)
  }

  /// Stars a movie durably. If favorites are synchronized, the account is updated in the background.
  ///
  /// The data of a movie is fetched at once, the star waits for the stars that were requested before. So several stars
  /// hold up a later request for no longer than one fetch.
  public func star(_ target: StarTarget) async throws -> StarOutcome {
    let outcome: StarOutcome
    switch target {
    case .movie(let movie):
      outcome = try await runInOrder { favorites.star(movie, pendingSync) }
    case .id(let id):
      let fetch = SharedTask<Movie?>()
      fetch.start { [self] in await isStarred(id) ? nil : try await movie(id) }
      // The star may end without it, by an error or a cancellation.
      defer { fetch.fail(CancellationError()) }
      outcome = try await runInOrder {
        await favorites.load([id], [])
        // Ask the store: an unstar may be under way.
        if favorites.contains(id), let star = try await favorites.existingStar(id).uncancellableValue() {
          return SharedTask(resolved: star)
        }
        let fetched = try await fetch.value()
        let movie = if let fetched { fetched } else { try await movie(id) }
        return favorites.star(movie, pendingSync)
      }
    }
    mirror(outcome)
    return outcome
  }

  /// Whether the movie is a favorite and stays one, so that its data need not be fetched.
  private func isStarred(_ id: MovieID) async -> Bool {
    // Read before the first suspension: it says what was requested before.
    let isBeingUnstarred = requestedUnstars.withLock { $0[id] != nil }
    await favorites.load([id], [])
    return favorites.contains(id) && !isBeingUnstarred
  }

  private func movie(_ id: MovieID) async throws -> Movie {
    let catalog = try catalogs.catalog(id.catalog)
    let language = currentSettings.language
    return try await timeLimit.run(in: catalog) { try await catalog.movie(id, language: language) }
  }

  /// Unstars a movie durably. If favorites are synchronized, the account is updated in the background.
  public func unstar(_ id: MovieID) async throws -> StarOutcome {
    requestedUnstars.withLock { $0[id, default: 0] += 1 }
    defer {
      requestedUnstars.withLock { unstars in
        let others = (unstars[id] ?? 1) - 1
        unstars[id] = others == 0 ? nil : others
      }
    }
    let outcome = try await runInOrder { favorites.unstar(id, pendingSync) }
    mirror(outcome)
    return outcome
  }

  /// To be recorded with the user's stars and unstars; nil if nobody is logged in.
  private var pendingSync: SyncStatus? {
    let accounts = favoritesSyncs.values.compactMap(\.syncedAccount)
    return accounts.isEmpty ? nil : .pending(accounts)
  }

  /// Updates the accounts of the catalogs that know the film, in the background.
  private func mirror(_ outcome: StarOutcome) {
    guard outcome.changed else { return }
    for id in outcome.ids { favoritesSyncs[id.catalog]?.mirror(id) }
  }

  /// The favorites that match the query, after the stars and unstars that were requested before. While there is no
  /// memory for the result, later stars and unstars overtake it.
  public func favorites(_ query: FavoritesQuery, activity: Activity = Activity()) async throws -> FavoritesPage {
    try await activity.reserve(favorites: query.limit, of: favorites)
    let page = try await runInOrder { favorites.list(query) }
    knownImages.add(page.items.map(\.text))
    return page
  }

  /// The changes since a revision of this epoch, after the stars and unstars that were requested before. While there is
  /// no memory for the result, later stars and unstars overtake it.
  public func favorites(since revision: Int, activity: Activity = Activity()) async throws -> FavoritesDifference {
    try await activity.reserve(favorites: .max, of: favorites)
    let difference = try await runInOrder { favorites.changes(since: revision) }
    knownImages.add(difference.added.map(\.movie))
    return difference
  }

  /// The current state of the favorites. Does not wait for stars whose movies are still being fetched.
  public func favoritesState() async throws -> FavoritesState { try await favorites.state().uncancellableValue() }

  /// Passes operations to the store in the input's order, then waits until this one is durable. Once the store has it,
  /// it cannot be cancelled, so that its response reports what happened.
  func runInOrder<Value>(_ operation: () async throws -> SharedTask<Value>) async throws -> Value {
    try await favoritesLock.lock()
    let task: SharedTask<Value>
    do {
      defer { favoritesLock.unlock() }
      task = try await operation()
    }
    return try await task.uncancellableValue()
  }
}
