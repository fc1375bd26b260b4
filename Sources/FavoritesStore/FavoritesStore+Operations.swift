import Concurrency
import MovieCore
import OperatingSystem

extension FavoritesStore {
  // MARK: From memory

  /// Completes without waiting if all stars are in memory. Otherwise asks the store's thread.
  public func load(_ ids: [MovieID], _ films: [IMDbID]) async {
    await opened()
    guard !starred.isComplete else { return }
    _ = try? await enqueue { try $0.loadStars(of: ids, films) }.uncancellableValue()
  }

  /// Reads a table in memory, which the store's thread updates.
  public func contains(_ id: MovieID) -> Bool { starred.contains(id) }

  /// Reads a table in memory, which the store's thread updates.
  public func contains(_ film: IMDbID) -> Bool { starred.contains(film) }

  /// Reads a table in memory, which the store's thread updates.
  public func ids(of id: MovieID) -> [MovieID] {
    starred.star(of: id)?.allIDs(localIDs) ?? []
  }

  // MARK: Stars

  /// Reads no file: the thread knows the state.
  public func state() -> SharedTask<FavoritesState> { enqueue { $0.state } }

  /// Reads an index of the file, not the movies.
  public func starredIDs(in catalog: String) -> SharedTask<[MovieID]> { enqueue { try $0.starredIDs(in: catalog) } }

  /// Records `sync` in the same transaction.
  public func star(_ movie: Movie, _ sync: SyncStatus?) -> SharedTask<StarOutcome> {
    enqueue(isChange: true) { try $0.star(movie, sync) }
  }

  /// Returns an outcome whose `changed` is false.
  public func existingStar(_ id: MovieID) -> SharedTask<StarOutcome?> { enqueue { try $0.existingStar(id) } }

  /// Also nil if the stored data is unreadable.
  public func kept(_ id: MovieID) -> SharedTask<Movie?> { enqueue { try $0.kept(id) } }

  /// Records `sync` in the same transaction.
  public func unstar(_ id: MovieID, _ sync: SyncStatus?) -> SharedTask<StarOutcome> {
    enqueue(isChange: true) { try $0.unstar(id, sync) }
  }

  /// The last 100,000 revisions or more are remembered.
  public func unstarred(among ids: [MovieID]) -> SharedTask<Set<MovieID>> { enqueue { try $0.unstarred(among: ids) } }

  /// Reads the data of all favorites, but parses only those that match.
  public func starred(imageURL: String) -> SharedTask<MovieID?> { enqueue { try $0.starred(imageURL: imageURL) } }

  /// Every sort order has an index; a text is compared with every favorite.
  public func list(_ query: FavoritesQuery) -> SharedTask<FavoritesPage> { enqueue { try $0.list(query) } }

  /// The last 100,000 revisions or more are remembered. A difference of more than 10,000 movies, or of more than 8 MiB,
  /// is not listed.
  public func changes(since revision: Int) -> SharedTask<FavoritesDifference> {
    enqueue { try $0.difference(since: revision) }
  }

  /// All movies get the same revision.
  public func update(_ movies: [Movie]) -> SharedTask<FavoritesState> {
    enqueue(isChange: true) { file in
      try file.update(movies)
      return file.state
    }
  }

  // MARK: Films

  /// Writes at once what concerns favorites. The rest is written after two seconds, or with a change before, so that a
  /// client that looks at many movies causes no `fsync` with each.
  public func learn(_ known: [KnownID]) {
    let new = known.filter { starred.star(of: $0.id)?.film != $0.film }
    guard !new.isEmpty else { return }
    let ofFavorites = new.filter { starred.contains($0.id) || starred.contains($0.film) }
    let isDue = unwrittenIDs.add(new.filter { !ofFavorites.contains($0) })
    if isDue || !ofFavorites.isEmpty {
      enqueue(isChange: true) { try $0.learn(ofFavorites) }
    } else {
      wakeForWrite()
    }
  }

  /// Reads a table in memory.
  public func starsToLookUp(in catalog: String) -> [StarToLookUp] {
    var stars: [StarToLookUp] = []
    starred.snapshot.forEachStar { star in
      // An id that contains an IMDb id is none of a catalog that has to be asked.
      let isKnown = ([star.id] + star.otherIDs).contains { $0.catalog == catalog && $0.film == nil }
      if star.film == nil ? isKnown : !isKnown { stars.append(StarToLookUp(id: star.id, film: star.film)) }
    }
    return stars
  }

  /// Locks a file beside the favorites. If that is impossible, several processes may ask the same.
  public func claimLookups(in catalog: String) -> LookupClaim? {
    switch FileLock.attempt("\(directory)/lookup-\(catalog).lock") {
    case .held(let lock): LookupClaim { lock.release() }
    case .busy: nil
    case .unavailable: LookupClaim {}
    }
  }

  /// Reads indexes.
  public func dueLookups(of stars: [MovieID], in catalog: String) -> SharedTask<Set<MovieID>> {
    enqueue { try $0.dueLookups(of: stars, in: catalog) }
  }

  /// A lookup without a result is due again after thirty days.
  public func recordLookups(in catalog: String, found: [KnownID], fruitless: [MovieID]) -> SharedTask<Void> {
    enqueue(isChange: true) {
      try $0.recordLookups(
        in: catalog, found: found, fruitless: fruitless, retryAfter: Self.lookupIntervalMilliseconds)
    }
  }

  private static let lookupIntervalMilliseconds = 30 * 24 * 3_600_000

  // MARK: Synchronization

  /// Runs as a change, because it may import the base from the file of an earlier version.
  public func syncBase(of account: SyncedAccount) -> SharedTask<SyncBase> {
    enqueue(isChange: true) { try $0.syncBase(of: account) }
  }

  /// Changes no revision, and is not reported.
  public func updateSyncBase(
    of account: SyncedAccount, epoch: String, _ ids: Set<MovieID>, isFavorite: Bool
  ) -> SharedTask<Void> {
    enqueue(isChange: true) { try $0.updateSyncBase(of: account, epoch: epoch, ids, isFavorite: isFavorite) }
  }
}
