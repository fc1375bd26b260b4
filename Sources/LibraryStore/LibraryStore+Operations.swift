import OperatingSystem

extension LibraryStore {
  // MARK: From memory

  /// Completes without waiting if all entries are in memory. Otherwise asks the store's thread.
  public func load(_ ids: @autoclosure () -> [MovieID], _ films: @autoclosure () -> [IMDbID]) async {
    await opened()
    guard !table.isComplete else { return }
    _ = try? await enqueue { [ids = ids(), films = films()] in try $0.loadEntries(of: ids, films) }.uncancellableValue()
  }

  /// Reads a table in memory, which the store's thread updates.
  public func shown(_ id: MovieID) -> ShownMark? { entry(of: id).map(shown) }

  /// Reads a table in memory, which the store's thread updates.
  public func shown(_ film: IMDbID) -> ShownMark? { table.entry(of: film).map(shown) }

  private func shown(_ entry: EntryTable.Entry) -> ShownMark {
    ShownMark(ids: entry.allIDs(context.localIDs), mark: entry.mark)
  }

  /// What was learned counts at once, before it is written.
  private func entry(of id: MovieID) -> EntryTable.Entry? {
    table.entry(of: id) ?? unwrittenIDs.film(of: id).flatMap(table.entry)
  }

  // MARK: Stars

  public func state() -> SharedTask<FavoritesState> { enqueue { $0.state } }

  /// Reads an index of the file, not the movies.
  public func values(on list: SyncedList, in catalog: String) -> SharedTask<[(id: MovieID, value: Int)]> {
    enqueue { try $0.values(on: list, in: catalog) }
  }

  /// Also nil if the stored data is unreadable.
  public func kept(_ id: MovieID) -> SharedTask<Movie?> { enqueue { try $0.kept(id) } }

  /// The last 100,000 revisions or more are remembered.
  public func removed(from list: SyncedList, among ids: [MovieID]) -> SharedTask<Set<MovieID>> {
    enqueue { try $0.removed(from: list, among: ids) }
  }

  /// Reads the data of all entries, but parses only those that match.
  public func kept(imageURL: String) -> SharedTask<MovieID?> { enqueue { try $0.kept(imageURL: imageURL) } }

  /// Every sort order has an index; a text is compared with every favorite.
  public func list(_ query: LibraryQuery) -> SharedTask<FavoritesPage> { enqueue { try $0.list(query) } }

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

  /// Writes at once what concerns entries. The rest is written later, so that a client that looks at many movies causes
  /// no `fsync` with each.
  public func learn(_ known: [KnownID]) {
    let new = unrecorded(known)
    guard !new.isEmpty else { return }
    let ofEntries = new.filter { table.entry(of: $0.id) != nil || table.entry(of: $0.film) != nil }
    // Those of entries too: what is learned counts at once.
    let areMany = unwrittenIDs.add(new)
    guard areMany || !ofEntries.isEmpty else { return }
    enqueue(isChange: true) { [unwrittenIDs] file in
      try file.learn(ofEntries)
      unwrittenIDs.refuse(try file.refused(ofEntries), entryCount: file.libraryState.total)
    }
  }

  /// Those ids whose films are not recorded, and were not refused either.
  func unrecorded(_ known: [KnownID]) -> [KnownID] {
    let count = table.count
    return known.filter { known in
      table.entry(of: known.id)?.film != known.film && !unwrittenIDs.isRefused(known, entryCount: count)
    }
  }

  /// Reads a table in memory.
  public func starsToLookUp(in catalog: String) -> [StarToLookUp] {
    var stars: [StarToLookUp] = []
    table.snapshot.forEach { star in
      // An id that contains an IMDb id is none of a catalog that has to be asked.
      let isKnown = ([star.id] + star.otherIDs).contains { $0.catalog == catalog && $0.film == nil }
      if star.film == nil ? isKnown : !isKnown { stars.append(StarToLookUp(id: star.id, film: star.film)) }
    }
    return stars
  }

  /// Locks a file beside the favorites. If that is impossible, several processes may ask the same.
  public func claimLookups(in catalog: String) -> LookupClaim? {
    switch FileLock.attempt("\(context.directory)/lookup-\(catalog).lock") {
    case .held(let lock): LookupClaim { lock.release() }
    case .busy: nil
    case .unavailable: LookupClaim {}
    }
  }

  public func dueLookups(of stars: [MovieID], in catalog: String) -> SharedTask<Set<MovieID>> {
    enqueue { try $0.dueLookups(of: stars, in: catalog) }
  }

  /// A lookup without a result is due again after thirty days.
  public func recordLookups(in catalog: String, found: [KnownID], fruitless: [MovieID]) -> SharedTask<Void> {
    enqueue(isChange: true) {
      try $0.recordLookups(in: catalog, found: found, fruitless: fruitless, retryAfter: Self.lookupIntervalMilliseconds)
    }
  }

  private static let lookupIntervalMilliseconds = 30 * 24 * 3_600_000

  // MARK: Synchronization

  /// Runs as a change, because it may import the base from the file of an earlier version.
  public func syncBase(of account: SyncedAccount) -> SharedTask<SyncBase> {
    enqueue(isChange: true) { try $0.syncBase(of: account) }
  }

  /// Changes no revision, and is not reported.
  public func updateSyncBase(of account: SyncedAccount, epoch: String, _ values: [MovieID: Int?]) -> SharedTask<Void> {
    enqueue(isChange: true) { try $0.updateSyncBase(of: account, epoch: epoch, values) }
  }

  // MARK: The library

  public func libraryState() -> SharedTask<LibraryState> { enqueue { $0.libraryState } }

  public func entry(of id: MovieID) -> SharedTask<LibraryEntry?> {
    enqueue { file in try file.storedEntry(of: id).map(file.libraryEntry) }
  }

  /// Records `sync` in the same transaction.
  public func mark(_ movie: Movie, _ edit: MarkEdit, _ sync: SyncStatus?) -> SharedTask<MarkOutcome> {
    enqueue(isChange: true) { try $0.mark(movie, edit, sync) }
  }

  /// One change, with which `sync` is recorded.
  public func log(_ viewing: ViewingEdit, of movie: Movie?, _ sync: SyncStatus?) -> SharedTask<ViewingOutcome> {
    enqueue(isChange: true) { try $0.log(viewing, of: movie, sync) }
  }

  public func deleteViewing(_ id: String) -> SharedTask<ViewingOutcome> {
    enqueue(isChange: true) { try $0.deleteViewing(id) }
  }

  /// The sort orders of whole lists have indexes; a text is compared with every entry.
  public func entries(_ query: LibraryQuery) -> SharedTask<LibraryPage> { enqueue { try $0.list(query) } }

  /// The last 100,000 revisions or more are remembered. A difference of more than 10,000 movies, or of more than 8 MiB,
  /// is not listed.
  public func libraryChanges(since revision: Int) -> SharedTask<LibraryDifference> {
    enqueue { try $0.difference(since: revision) }
  }

  public func tags() -> SharedTask<[Tag]> { enqueue { try $0.tags() } }
  public func diary(_ query: DiaryQuery) -> SharedTask<DiaryPage> { enqueue { try $0.diary(query) } }

  public func statistics(
    from: String?, to: String?, countries: @escaping @Sendable (IMDbID) -> [String],
    englishName: @escaping @Sendable (String) -> String?
  ) -> SharedTask<Statistics> {
    enqueue { try $0.statistics(from: from, to: to, countries: countries, englishName: englishName) }
  }

  /// One change. A dry run is taken back.
  public func add(_ entries: [LibraryEntry], overwrite: Bool, dryRun: Bool) -> SharedTask<ImportOutcome> {
    enqueue(isChange: true) { file in
      try file.attempt(isKept: !dryRun) { try file.add(entries, overwrite: overwrite) }
    }
  }

  public func allEntries(after number: Int, limit: Int) -> SharedTask<(entries: [LibraryEntry], next: Int?)> {
    enqueue { try $0.allEntries(after: number, limit: limit) }
  }

  // MARK: Replication

  public func device() -> SharedTask<String> { enqueue { try $0.device() } }

  public func fields(after position: Int, limit: Int) -> SharedTask<(records: [FieldRecord], position: Int)> {
    enqueue { try $0.fields(after: position, limit: limit) }
  }

  public func films(after position: Int, limit: Int) -> SharedTask<(films: [FilmData], position: Int)> {
    enqueue { try $0.films(after: position, limit: limit) }
  }

  public func merge(_ records: [FieldRecord], _ films: [FilmData]) -> SharedTask<[FieldRecord]> {
    enqueue(isChange: true) { try $0.merge(records, films) }
  }

  public func position() -> SharedTask<Int> { enqueue { try $0.position() } }
  public func digests() -> SharedTask<[FieldDigest]> { enqueue { try $0.digests() } }

  public func fields(inBuckets buckets: Set<Int>) -> SharedTask<[FieldRecord]> {
    enqueue { try $0.fields(inBuckets: buckets) }
  }

  public func films(of keys: Set<FilmKey>) -> SharedTask<[FilmData]> { enqueue { try $0.films(of: keys) } }
}
