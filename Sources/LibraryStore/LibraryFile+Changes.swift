import JSON
import MovieCore
import SQLite

/// What clients are told of changes by this process, and of another file.
extension LibraryFile {
  // MARK: Own changes

  func favoritesChange(_ edit: EntryEdit, previousRevision: Int) throws -> FavoritesChange {
    var change = FavoritesChange(state: state, previousRevision: previousRevision, origin: edit.origin)
    let part = edit.favorites
    change.removed = part.removed
    guard let changed = try entries(part.added + part.updated, MovieBatch.maximumCount) else {
      (change.isComplete, change.removed) = (false, [])
      return change
    }
    for (index, entry) in changed.enumerated() { change.add(entry, isNew: index < part.added.count) }
    return change
  }

  func libraryChange(_ edit: EntryEdit, previousRevision: Int) throws -> LibraryChange {
    var change = LibraryChange(state: libraryState, previousRevision: previousRevision, origin: edit.origin)
    guard let changed = try entries(edit.library.changed, Self.maximumChanged) else {
      change.isComplete = false
      return change
    }
    (change.changed, change.removed) = (changed, edit.library.removed)
    return change
  }

  /// Nil if these are too many for one message.
  private func entries(_ ids: [MovieID], _ limit: Int) throws -> [LibraryChange.Entry]? {
    guard ids.count <= limit else { return nil }
    var bytes = 0
    var entries: [LibraryChange.Entry] = []
    for id in ids {
      let entry = try database.first(
        "SELECT \(Self.listColumns) FROM entry LEFT JOIN film USING (key) WHERE entry.id = ?", .text(id.description)
      ) { row in
        bytes += row.byteCount(1)
        return changedEntry(row)
      }
      guard bytes <= MovieBatch.maximumBytes || ids.count == 1 else { return nil }
      if let entry = entry ?? nil { entries.append(entry) }
    }
    return entries
  }

  // MARK: Another file

  /// The change that takes clients from `before` to the current state. Their revision is unknown, so it lists
  /// everything. All entries must be in memory, unless there were none before.
  func changeAfterReplacement(of before: EntryTable.Snapshot) -> Change {
    var favorites = FavoritesChange(state: state, previousRevision: 0, origin: .other)
    var library = LibraryChange(state: libraryState, previousRevision: 0, origin: .other)
    guard before.isComplete else {
      (favorites.isComplete, library.isComplete) = (false, false)
      return Change(favorites: favorites, library: library)
    }
    let current = entries.snapshot
    let added = try? firstFavorites { before.entry(under: $0)?.mark.isStarred != true }
    favorites.removed = removed(from: before) {
      $0.mark.isStarred
    } isIn: {
      current.entry(of: $0)?.mark.isStarred == true
    }
    if let added, !added.hasMore, favorites.removed.count <= MovieBatch.maximumCount {
      for favorite in added.items {
        favorites.added.append(favorite.movie)
        if !favorite.ids.isEmpty { favorites.ids[favorite.movie.id] = favorite.ids }
        favorites.marks[favorite.movie.id] = favorite.mark
      }
    } else {
      (favorites.isComplete, favorites.removed) = (false, [])
    }
    library.removed = removed(from: before) { _ in
      true
    } isIn: {
      current.entry(of: $0) != nil
    }
    let changed = try? fitting("ORDER BY number LIMIT \(Self.maximumChanged + 1)", [], changedEntry)
    if let changed, !changed.hasMore, changed.items.count <= Self.maximumChanged,
      library.removed.count <= MovieBatch.maximumCount
    {
      library.changed = changed.items
    } else {
      (library.isComplete, library.removed) = (false, [])
    }
    return Change(favorites: favorites, library: library)
  }

  /// All known ids of entries that are not there any more.
  private func removed(
    from before: EntryTable.Snapshot, where isMeant: (EntryTable.Entry) -> Bool, isIn: (MovieID) -> Bool
  ) -> [MovieID] {
    let current = entries.snapshot
    var removed: Set<MovieID> = []
    before.forEach { entry in
      guard isMeant(entry) else { return }
      if current.entry(under: entry.id).map({ isMeant($0) }) != true { removed.insert(entry.id) }
      removed.formUnion(entry.otherIDs.filter { !isIn($0) })
      if let film = entry.film, !isIn(MovieID(catalog: "imdb", native: film.description)) {
        removed.formUnion(localIDs(film))
      }
    }
    return removed.sorted { $0.description < $1.description }
  }
}

extension FavoritesChange {
  /// Adds a favorite that is new or has newer data.
  mutating func add(_ entry: LibraryChange.Entry, isNew: Bool) {
    if isNew { added.append(entry.movie) } else { updated.append(entry.movie) }
    if !entry.shown.ids.isEmpty { ids[entry.movie.id] = entry.shown.ids }
    marks[entry.movie.id] = entry.shown.mark
  }
}
