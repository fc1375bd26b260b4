extension ClientSession {
  /// The result of refreshing the data of kept films.
  public struct RefreshOutcome: Sendable {
    /// The number of movies that were fetched, including those without new data.
    public var refreshed: Int
    /// The movies that keep their data, each with the error that prevented the refresh.
    public var failed: [(id: MovieID, error: any Error)]
    /// The revision that has the new data.
    public var revision: Int
  }

  /// Fetches the data of all kept films again; films that cannot be fetched keep theirs. Synchronizes with the accounts
  /// first, if they can be reached in time.
  public func refreshFavorites(context: RequestContext = .none) async throws -> RefreshOutcome {
    try await loading(.favorites, context, outcome: { $0.refreshed == 0 && $0.failed.isEmpty ? .empty : .ok }) {
      try await synchronize()
      let kept = try await runInOrder { favorites.entries(.everything) }.items.map(\.movie)
      let results = try await fetchCurrent(kept)
      var outcome = RefreshOutcome(refreshed: 0, failed: [], revision: 0)
      var changed: [Movie] = []
      for (movie, result) in zip(kept, results) {
        switch result {
        case .success(var newer):
          outcome.refreshed += 1
          // The film keeps its id, even if the catalog now uses another one for the movie.
          newer.id = movie.id
          if newer != movie { changed.append(newer) }
        case .failure(let error): outcome.failed.append((movie.id, error))
        }
      }
      let state = try await runInOrder { changed.isEmpty ? favorites.state() : favorites.update(changed) }
      outcome.revision = state.revision
      return outcome
    }
  }

  /// Waits until the favorites are synchronized, for half of a request's time at most. The rest goes on in the background.
  private func synchronize() async throws {
    let syncs = favoritesSyncs.values.joined().map { $0.reconcile() }
    guard !syncs.isEmpty else { return }
    let deadline = Deadline(currentSettings.catalog, timeLimit.duration.map { $0 / 2 }, timeLimit.clock)
    do {
      try await deadline.run { for sync in syncs { try await sync.value(keepingAlive: false) } }
    } catch  where deadline.hasPassed && !Task.isCancelled {}
  }

  private struct RefreshState {
    var results: [Result<Movie, any Error>?]
    var next = 0
    /// By catalog: the failures since the last success.
    var outages: [String: (count: Int, last: MovieError)] = [:]
  }

  private static let maximumConcurrentFetches = 6
  /// The number of failures in a row after which a service is asked no more.
  private static let maximumOutages = 6
  /// Services allow more requests per second, and six are made at a time.
  private static let timePerMovie = Duration.milliseconds(100)

  /// Fetches the current data of the movies concurrently. Returns one result for each, in the same order. It ends in
  /// bounded time, whatever the services do: it asks a service that fails several times in a row no more, and it has the
  /// time of one request plus a fixed time for each movie.
  private func fetchCurrent(_ movies: [Movie]) async throws -> [Result<Movie, any Error>] {
    let state = Mutex(RefreshState(results: Array(repeating: nil, count: movies.count)))
    let deadline = Deadline("", timeLimit.duration.map { $0 + Self.timePerMovie * movies.count }, timeLimit.clock)
    do {
      try await deadline.run { [self] in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<Self.maximumConcurrentFetches { group.addTask { [self] in await fetchRest(of: movies, state) } }
        }
        try Task.checkCancellation()
      }
    } catch  where deadline.hasPassed && !Task.isCancelled {}
    let results = state.withLock(\.results)
    return zip(movies, results).map { movie, result in
      let name = movie.id.catalog
      let message = "There was no time left to ask the catalog \(name)."
      return result ?? .failure(MovieError(.upstreamTimeout, message, catalog: name))
    }
  }

  private func fetchRest(of movies: [Movie], _ state: Mutex<RefreshState>) async {
    while !Task.isCancelled {
      let next = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      guard next < movies.count else { return }
      let result = await fetchCurrent(movies[next].id, state)
      // A fetch that the end of the time has cancelled counts as one that has not begun.
      if !Task.isCancelled { state.withLock { $0.results[next] = result } }
    }
  }

  private func fetchCurrent(_ id: MovieID, _ state: Mutex<RefreshState>) async -> Result<Movie, any Error> {
    if let outage = state.withLock({ $0.outages[id.catalog] }), outage.count >= Self.maximumOutages {
      return .failure(outage.last)
    }
    do {
      let catalog = try catalogs.catalog(id.catalog)
      let language = currentSettings.language
      let movie = try await timeLimit.run(in: catalog) { try await catalog.currentMovie(id, language: language) }
      state.withLock { $0.outages[id.catalog] = nil }
      return .success(movie)
    } catch {
      if let error = error as? MovieError {
        state.withLock { state in
          let count = error.reason.isServiceFailure ? (state.outages[id.catalog]?.count ?? 0) + 1 : 0
          state.outages[id.catalog] = count == 0 ? nil : (count, error)
        }
      }
      return .failure(error)
    }
  }
}
