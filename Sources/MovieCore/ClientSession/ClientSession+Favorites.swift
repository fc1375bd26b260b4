import Concurrency

extension ClientSession {
  /// What to star: an id, whose data its catalog gives, or a movie as the client has it.
  public enum StarTarget: Sendable {
    case id(MovieID)
    case movie(Movie)
  }

  /// Stars a movie, durably; an account that is synced follows in the background. Fails as catalog or store do.
  public func star(_ starring: StarTarget) async throws -> StarOutcome {
    let outcome = try await inLane {
      switch starring {
      case .movie(let movie):
        return favorites.star(movie)
      case .id(let id):
        await favorites.opened()
        // What is starred already needs no data. The store has the last word: an unstar may be on its way.
        let known = try await starredID(of: id)
        if favorites.contains(known), let star = try await favorites.existingStar(known).uncancellableValue() {
          return SharedTask(resolved: star)
        }
        return favorites.star(try await catalogs.catalog(id.catalog).movie(id, language: currentSettings.language))
      }
    }
    mirror(outcome)
    return outcome
  }

  /// Takes a star off, durably; an account that is synced follows in the background.
  public func unstar(_ id: MovieID) async throws -> StarOutcome {
    let outcome = try await inLane { favorites.unstar(try await starredID(of: id)) }
    mirror(outcome)
    return outcome
  }

  /// The id under which a movie is a favorite that its catalog also knows by its IMDb id; the one given where there
  /// is none. A star is taken off by the same word that has set it, without a network.
  private func starredID(of id: MovieID) async throws -> MovieID {
    guard id.native.hasPrefix("tt"), (try? catalogs.catalog(id.catalog))?.takesIMDbIDs == true else { return id }
    if favorites.contains(id) { return id }
    let starred = try await favorites.list(.all).uncancellableValue().items
    return starred.first { $0.movie.id.catalog == id.catalog && $0.movie.imdbId == id.native }?.movie.id ?? id
  }

  /// Has the account of the movie's catalog follow, in the background.
  private func mirror(_ outcome: StarOutcome) {
    if outcome.changed { favoritesSyncs[outcome.id.catalog]?.mirror(outcome.id) }
  }

  /// What the query finds, behind the stars and unstars that came before it.
  public func favorites(_ query: FavoritesQuery) async throws -> FavoritesPage {
    let page = try await inLane { favorites.list(query) }
    handedOut.add(page.items.map(\.movie))
    return page
  }

  /// What is different since a revision of this epoch, behind the stars and unstars that came before.
  public func favorites(since revision: Int) async throws -> FavoritesDifference {
    let difference = try await inLane { favorites.changes(since: revision) }
    handedOut.add(difference.added.map(\.movie))
    return difference
  }

  /// Where the favorites stand. Does not wait for stars whose movies are still being fetched.
  public func favoritesState() async throws -> FavoritesState { try await favorites.state().uncancellableValue() }

  /// What became of the favorites' data.
  public struct RefreshOutcome: Sendable {
    /// How many were fetched, also where nothing in them was new.
    public var refreshed: Int
    /// Those whose data stays as it was, each with the reason why.
    public var failed: [(id: MovieID, error: any Error)]
    /// Of the favorites with the newer data.
    public var revision: Int
  }

  /// Fetches the data of all favorites anew, and keeps what cannot be reached. What accounts have become different
  /// by is taken in first, where they can be reached.
  public func refreshFavorites(activity: Activity = Activity()) async throws -> RefreshOutcome {
    let spinner = spinner(.favorites, activity: activity)
    spinner.begin()
    return try await loading(spinner, outcome: { $0.refreshed == 0 && $0.failed.isEmpty ? .empty : .ok }) {
      for sync in favoritesSyncs.values { try await sync.reconcile().value(keepingAlive: false) }
      let starred = try await favorites(.all).items.map(\.movie)
      let results = try await fetchAnew(starred)
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
        // It stays the favorite that it is, also where its catalog has another id for it.
        newer.id = movie.id
        return newer == movie ? nil : newer
      }
      let state = try await inLane { changed.isEmpty ? favorites.state() : favorites.update(changed) }
      return RefreshOutcome(refreshed: refreshed, failed: failed, revision: state.revision)
    }
  }

  /// How many movies are fetched at once.
  private static let refreshWidth = 6

  private func fetchAnew(_ movies: [Movie]) async throws -> [Result<Movie, any Error>] {
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
      for _ in 0..<Self.refreshWidth { add() }
      for await (index, result) in group {
        results[index] = result
        add()
      }
    }
    try Task.checkCancellation()
    return results.compactMap(\.self)
  }

  /// Hands an operation to the store in the input's order, then waits for it to be durable. Once it is handed over it
  /// cannot be cancelled: its answer tells what became of it.
  private func inLane<Value>(_ operation: () async throws -> SharedTask<Value>) async throws -> Value {
    try await favoritesLane.lock()
    let flight: SharedTask<Value>
    do {
      defer { favoritesLane.unlock() }
      flight = try await operation()
    }
    return try await flight.uncancellableValue()
  }
}
