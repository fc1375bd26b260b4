import Concurrency

extension ClientSession {
  /// The movie to star: an id, whose data the catalog supplies, or a movie with the data that the client has.
  public enum StarTarget: Sendable {
    case id(MovieID)
    case movie(Movie)
  }

  /// Stars a movie durably. If favorites are synchronized, the account is updated in the background.
  public func star(_ target: StarTarget) async throws -> StarOutcome {
    let outcome = try await runInOrder {
      switch target {
      case .movie(let movie):
        return favorites.star(movie, pendingSync(of: movie.id))
      case .id(let id):
        await favorites.opened()
        // A movie that is starred already needs no data. Ask the store: an unstar may be under way.
        let known = try await starredID(of: id)
        if favorites.contains(known), let star = try await favorites.existingStar(known).uncancellableValue() {
          return SharedTask(resolved: star)
        }
        let movie = try await catalogs.catalog(id.catalog).movie(id, language: currentSettings.language)
        return favorites.star(movie, pendingSync(of: movie.id))
      }
    }
    mirror(outcome)
    return outcome
  }

  /// Unstars a movie durably. If favorites are synchronized, the account is updated in the background.
  public func unstar(_ id: MovieID) async throws -> StarOutcome {
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
    let starred = try await favorites.list(.all).uncancellableValue().items
    return starred.first { $0.movie.id.catalog == id.catalog && $0.movie.imdbId == id.native }?.movie.id ?? id
  }

  private func pendingSync(of id: MovieID) -> SyncStatus? { favoritesSyncs[id.catalog]?.pending }

  /// Updates the account of the movie's catalog in the background.
  private func mirror(_ outcome: StarOutcome) {
    if outcome.changed { favoritesSyncs[outcome.id.catalog]?.mirror(outcome.id) }
  }

  /// The favorites that match the query, after the stars and unstars that were requested before.
  public func favorites(_ query: FavoritesQuery) async throws -> FavoritesPage {
    let page = try await runInOrder { favorites.list(query) }
    knownImages.add(page.items.map(\.movie))
    return page
  }

  /// The changes since a revision of this epoch, after the stars and unstars that were requested before.
  public func favorites(since revision: Int) async throws -> FavoritesDifference {
    let difference = try await runInOrder { favorites.changes(since: revision) }
    knownImages.add(difference.added.map(\.movie))
    return difference
  }

  /// The current state of the favorites. Does not wait for stars whose movies are still being fetched.
  public func favoritesState() async throws -> FavoritesState { try await favorites.state().uncancellableValue() }

  /// The result of refreshing the favorites' data.
  public struct RefreshOutcome: Sendable {
    /// The number of movies that were fetched, including those without new data.
    public var refreshed: Int
    /// The movies that keep their data, each with the error that prevented the refresh.
    public var failed: [(id: MovieID, error: any Error)]
    /// The revision that has the new data.
    public var revision: Int
  }

  /// Fetches the data of all favorites again; favorites that cannot be fetched keep theirs. Synchronizes with the
  /// accounts first, if they can be reached.
  public func refreshFavorites(activity: Activity = Activity()) async throws -> RefreshOutcome {
    try await loading(.favorites, activity, outcome: { $0.refreshed == 0 && $0.failed.isEmpty ? .empty : .ok }) {
      for sync in favoritesSyncs.values { try await sync.reconcile().value(keepingAlive: false) }
      let starred = try await favorites(.all).items.map(\.movie)
      let results = try await fetchCurrent(starred)
      var refreshed = 0
      var failed: [(id: MovieID, error: any Error)] = []
      for (movie, result) in zip(starred, results) {
        switch result {
        case .success: refreshed += 1
        case .failure(let error): failed.append((movie.id, error))
        }
      }
      let changed = zip(starred, results).compactMap { movie, result -> Movie? in
        guard var newer = try? result.get() else { return nil }
        // The favorite keeps its id, even if the catalog now uses another one for the movie.
        newer.id = movie.id
        return newer == movie ? nil : newer
      }
      let state = try await runInOrder { changed.isEmpty ? favorites.state() : favorites.update(changed) }
      return RefreshOutcome(refreshed: refreshed, failed: failed, revision: state.revision)
    }
  }

  private static let maximumConcurrentFetches = 6

  /// Fetches the movies concurrently. Returns one result for each, in the same order.
  private func fetchCurrent(_ movies: [Movie]) async throws -> [Result<Movie, any Error>] {
    let language = currentSettings.language
    @Sendable func fetch(_ id: MovieID) async -> Result<Movie, any Error> {
      do {
        return .success(try await catalogs.catalog(id.catalog).currentMovie(id, language: language))
      } catch {
        return .failure(error)
      }
    }
    var results = [Result<Movie, any Error>?](repeating: nil, count: movies.count)
    await withTaskGroup(of: (Int, Result<Movie, any Error>).self) { group in
      var next = 0
      func add() {
        guard next < movies.count else { return }
        let index = next
        next += 1
        let id = movies[index].id
        group.addTask { (index, await fetch(id)) }
      }
      for _ in 0..<Self.maximumConcurrentFetches { add() }
      for await (index, result) in group {
        results[index] = result
        add()
      }
    }
    try Task.checkCancellation()
    return results.compactMap(\.self)
  }

  /// Passes operations to the store in the input's order, then waits until this one is durable. Once the store has it,
  /// it cannot be cancelled, so that its response reports what happened.
  private func runInOrder<Value>(_ operation: () async throws -> SharedTask<Value>) async throws -> Value {
    try await favoritesLock.lock()
    let task: SharedTask<Value>
    do {
      defer { favoritesLock.unlock() }
      task = try await operation()
    }
    return try await task.uncancellableValue()
  }
}
