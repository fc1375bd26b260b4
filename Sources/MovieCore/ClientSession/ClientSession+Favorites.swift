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
      outcome = try await runInOrder { favorites.star(movie, pendingSync(of: movie.id)) }
    case .id(let id):
      let fetch = SharedTask<Movie?>()
      fetch.start { [self] in try await isStarred(id) ? nil : movie(id) }
      // The star may end without it, by an error or a cancellation.
      defer { fetch.fail(CancellationError()) }
      outcome = try await runInOrder {
        await favorites.opened()
        // Ask the store: an unstar may be under way.
        let known = try await starredID(of: id)
        if favorites.contains(known), let star = try await favorites.existingStar(known).uncancellableValue() {
          return SharedTask(resolved: star)
        }
        let fetched = try await fetch.value()
        let movie = if let fetched { fetched } else { try await movie(id) }
        return favorites.star(movie, pendingSync(of: movie.id))
      }
    }
    mirror(outcome)
    return outcome
  }

  /// Whether the movie is a favorite and stays one, so that its data need not be fetched.
  private func isStarred(_ id: MovieID) async throws -> Bool {
    // Read before the first suspension: it says what was requested before.
    let isBeingUnstarred = requestedUnstars.withLock { $0[id] != nil }
    await favorites.opened()
    return try await favorites.contains(starredID(of: id)) && !isBeingUnstarred
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
    let outcome = try await runInOrder {
      let id = try await starredID(of: id)
      return favorites.unstar(id, pendingSync(of: id))
    }
    mirror(outcome)
    return outcome
  }

  /// Resolves an IMDb id to the id under which the movie is starred; returns `id` itself if there is no such star.
  /// So `unstar` accepts the same id that `star` was given, even offline.
  private func starredID(of id: MovieID) async throws -> MovieID {
    guard id.native.hasPrefix("tt"), (try? catalogs.catalog(id.catalog))?.takesIMDbIDs == true else { return id }
    if favorites.contains(id) { return id }
    return try await favorites.starred(imdbID: id.native, catalog: id.catalog).uncancellableValue() ?? id
  }

  private func pendingSync(of id: MovieID) -> SyncStatus? { favoritesSyncs[id.catalog]?.pending }

  /// Updates the account of the movie's catalog in the background.
  private func mirror(_ outcome: StarOutcome) {
    if outcome.changed { favoritesSyncs[outcome.id.catalog]?.mirror(outcome.id) }
  }

  /// The favorites that match the query, after the stars and unstars that were requested before. While there is no
  /// memory for the result, later stars and unstars overtake it.
  public func favorites(_ query: FavoritesQuery, activity: Activity = Activity()) async throws -> FavoritesPage {
    try await activity.reserve(favorites: query.limit, of: favorites)
    let page = try await runInOrder { favorites.list(query) }
    knownImages.add(page.items.map(\.movie))
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
