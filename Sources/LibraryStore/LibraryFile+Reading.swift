import JSON
import MovieCore
import SQLite

extension LibraryFile {
  func existingStar(_ id: MovieID) throws -> StarOutcome? {
    guard let entry = try storedEntry(of: id), let starredAt = entry.mark.starredAt else { return nil }
    return StarOutcome(
      id: entry.id, ids: [entry.id].adding(try otherIDs(of: entry.film)), changed: false, revision: state.revision,
      starredAt: Timestamp.iso8601(starredAt))
  }

  /// The stored movie of an entry.
  func kept(_ id: MovieID) throws -> Movie? {
    guard let entry = try storedEntry(of: id) else { return nil }
    var movie = try movie(entry.key, entry.id)
    movie.id = entry.id
    return movie
  }

  func removed(from list: SyncedList, among ids: [MovieID]) throws -> Set<MovieID> {
    Set(
      try ids.filter { id in
        switch list {
        case .favorites:
          try database.first("SELECT 1 FROM removal WHERE id = ?", .text(id.description)) { _ in } != nil
        case .watchlist, .ratings:
          try keys(of: filmKey(of: FilmKey(id))).contains { key in
            try register(list == .ratings ? .rating : .watchlist, of: key).map { $0.value == nil } == true
          }
        }
      })
  }

  func values(on list: SyncedList, in catalog: String) throws -> [(id: MovieID, value: Int)] {
    while !entries.isComplete { try continueLoading() }
    let entries = entries.snapshot
    let rows =
      switch list {
      case .favorites: "1 FROM entry WHERE starred_at IS NOT NULL ORDER BY added"
      case .watchlist: "1 FROM entry WHERE watchlisted_at IS NOT NULL ORDER BY watchlisted_at"
      case .ratings: "my_rating FROM entry WHERE my_rating IS NOT NULL ORDER BY updated"
      }
    return try database.all("SELECT id, \(rows)") { (MovieID($0.text(0)), $0.int(1)) }.compactMap { id, value in
      guard let id else { return nil }
      if id.catalog == catalog { return (id, value) }
      return entries.entry(of: id)?.otherIDs.first { $0.catalog == catalog }.map { ($0, value) }
    }
  }

  /// Searches the stored text, which costs much less than parsing it.
  func kept(imageURL: String) throws -> MovieID? {
    // As `jsonText` writes it. Any member can have the value, so the movie is parsed.
    let needle = JSON.string(imageURL).jsonText
    var found: MovieID?
    try database.forEach(
      "SELECT id, movie FROM entry JOIN film USING (key) WHERE instr(movie, ?1) > 0", [.text(needle)]
    ) { row in
      guard let id = MovieID(row.text(0)) else { return true }
      let movie = Self.movie(row.text(1), id)
      guard movie.posterUrl == imageURL || movie.backdropUrl == imageURL else { return true }
      found = id
      return false
    }
    return found
  }

  func oldestRevision() throws -> Int { try database.first("SELECT oldest FROM state") { $0.int(0) } ?? 0 }
  func oldestLibraryRevision() throws -> Int { try database.first("SELECT oldest FROM library") { $0.int(0) } ?? 0 }

  // MARK: Rows of lists

  /// The columns of a listed entry: from `entry` with its film.
  static let listColumns = "entry.id, film.movie, entry.film, \(StoredEntry.markColumns)"

  /// An entry as a page lists it; nil if the id has no valid form. Such a row is not counted either.
  func listedEntry(_ row: Row) -> ListedEntry? {
    MovieID(row.text(0)).map { id in
      let text = row.text(1)
      return ListedEntry(
        text: MovieText(json: text, id: id) ?? MovieText(movie(text, id)), shown: shown(row, id))
    }
  }

  /// The same with the movie's data.
  func changedEntry(_ row: Row) -> LibraryChange.Entry? {
    MovieID(row.text(0)).map { LibraryChange.Entry(movie: movie(row.text(1), $0), shown: shown(row, $0)) }
  }

  private func movie(_ text: String, _ id: MovieID) -> Movie {
    var movie = Self.movie(text, id)
    movie.id = id
    return movie
  }

  private func shown(_ row: Row, _ id: MovieID) -> ShownMark {
    let film = IMDbID(number: row.int(2))
    // If that fails, so does the statement that reads the rows.
    let others = (try? otherIDs(of: film)) ?? []
    let ids = EntryTable.Entry(id: id, film: film, otherIDs: others).allIDs(localIDs)
    return ShownMark(ids: ids, mark: row.mark(from: 3))
  }

  /// Rows of lists that fit into one message, with what is read of each, and whether there are more.
  func fitting<Item>(
    _ rest: String, _ values: [Value], _ read: (Row) -> Item?
  ) throws -> (items: [Item], hasMore: Bool) {
    var items: [Item] = []
    var bytes = 0
    var hasMore = false
    try database.forEach(
      "SELECT \(Self.listColumns), added FROM entry LEFT JOIN film USING (key) \(rest)", values
    ) { row in
      guard let item = read(row) else { return true }
      bytes += row.byteCount(1)
      hasMore = items.count == MovieBatch.maximumCount || bytes > MovieBatch.maximumBytes && !items.isEmpty
      if !hasMore { items.append(item) }
      return !hasMore
    }
    return (items, hasMore)
  }

  // MARK: Differences of the favorites

  private func favorite(_ entry: LibraryChange.Entry) -> Favorite {
    var favorite = Favorite(movie: entry.movie, starredAt: Timestamp.iso8601(entry.shown.mark.starredAt ?? 0))
    favorite.ids = entry.shown.ids
    favorite.mark = entry.shown.mark
    return favorite
  }

  /// The change by other processes since a revision.
  func othersChange(since revision: Int, _ current: FavoritesState) throws -> FavoritesChange {
    var change = FavoritesChange(state: current, previousRevision: revision, origin: .other)
    let changed = try changedFavorites(since: revision)
    let removed = try removals(since: revision, .favorites)
    guard !changed.hasMore, removed.count <= MovieBatch.maximumCount else {
      change.isComplete = false
      return change
    }
    for (entry, added) in changed.items {
      change.add(entry, isNew: added > revision)
    }
    change.removed = try withLocalIDs(removed, isStar: true)
    return change
  }

  private func changedFavorites(
    since revision: Int
  ) throws -> (items: [(entry: LibraryChange.Entry, added: Int)], hasMore: Bool) {
    try fitting("WHERE starred_at IS NOT NULL AND changed > ? ORDER BY changed", [.integer(revision)]) { row in
      changedEntry(row).map { ($0, row.int(10)) }
    }
  }

  func difference(since revision: Int) throws -> FavoritesDifference {
    if revision <= state.revision, try oldestRevision() <= revision {
      let changed = try changedFavorites(since: revision)
      let removed = try removals(since: revision, .favorites)
      if !changed.hasMore, removed.count <= MovieBatch.maximumCount {
        return FavoritesDifference(
          state: state, added: changed.items.map { favorite($0.entry) },
          removed: try withLocalIDs(removed, isStar: true), isFresh: false)
      }
    }
    let (favorites, hasMore) = try firstFavorites { _ in true }
    return FavoritesDifference(state: state, added: favorites, removed: [], isFresh: true, hasMore: hasMore)
  }

  /// The favorites that fit into one message, in the order of the stars, and whether there are more.
  func firstFavorites(where isWanted: (MovieID) -> Bool) throws -> (items: [Favorite], hasMore: Bool) {
    try fitting("WHERE starred_at IS NOT NULL ORDER BY added", []) { row in
      changedEntry(row).flatMap { isWanted($0.movie.id) ? favorite($0) : nil }
    }
  }

  private func removals(since revision: Int, _ table: RevisionTable) throws -> [MovieID] {
    try database.all(
      "SELECT id FROM \(table.removals) WHERE revision > ? ORDER BY revision", .integer(revision)
    ) { MovieID($0.text(0)) }.compactMap(\.self)
  }

  // MARK: Differences of the library

  /// The entries that were changed since a revision, as they are in memory.
  struct LibraryChanges {
    var entries: [EntryTable.Entry] = []
    var removed: [MovieID] = []
  }

  /// - Parameter revision: not older than the removals that are remembered.
  func collectLibraryChanges(since revision: Int) throws -> LibraryChanges {
    let stored = try database.all(
      "SELECT \(StoredEntry.columns) FROM entry WHERE updated > ? ORDER BY updated", .integer(revision)
    ) { StoredEntry($0) }
    return LibraryChanges(
      entries: try stored.compactMap(\.self).map(tableEntry), removed: try removals(since: revision, .library))
  }

  /// The change by other processes since a revision.
  func othersChange(
    _ changes: LibraryChanges, since revision: Int, _ current: LibraryState
  ) throws -> LibraryChange {
    var change = LibraryChange(state: current, previousRevision: revision, origin: .other)
    guard changes.entries.count <= Self.maximumChanged, changes.removed.count <= MovieBatch.maximumCount else {
      change.isComplete = false
      return change
    }
    let changed = try changedEntries(since: revision)
    change.isComplete = !changed.hasMore
    if change.isComplete {
      change.changed = changed.items
      change.removed = try withLocalIDs(changes.removed, isStar: false)
    }
    return change
  }

  /// The largest number of entries that a notification lists.
  static let maximumChanged = 1_000

  private func changedEntries(since revision: Int) throws -> (items: [LibraryChange.Entry], hasMore: Bool) {
    try fitting("WHERE updated > ? ORDER BY updated", [.integer(revision)], changedEntry)
  }

  func libraryDifference(since revision: Int) throws -> LibraryDifference {
    var difference = LibraryDifference(state: libraryState)
    if revision <= libraryState.revision, try oldestLibraryRevision() <= revision {
      let changed = try changedEntries(since: revision)
      let removed = try removals(since: revision, .library)
      if !changed.hasMore, removed.count <= MovieBatch.maximumCount {
        difference.added = changed.items
        difference.removed = try withLocalIDs(removed, isStar: false)
        return difference
      }
    }
    difference.isFresh = true
    (difference.added, difference.hasMore) = try fitting("ORDER BY number", [], changedEntry)
    return difference
  }
}
