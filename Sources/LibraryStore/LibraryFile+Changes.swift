/// What clients are told of changes of a list.
extension LibraryFile {
  /// The columns of a listed entry: from `entry` with its film.
  static let listColumns = "entry.id, film.movie, entry.film, \(StoredEntry.markColumns)"

  /// The size of an entry's data with its tags, in bytes, in a row of `listColumns`.
  func listedBytes(_ row: Row) -> Int { row.byteCount(1) + row.byteCount(8) }

  /// An entry as a page lists it; nil if the id has no valid form. Such a row is not counted either.
  func listedEntry(_ row: Row) -> ListedEntry? {
    MovieID(row.text(0)).map { id in
      let text = row.text(1)
      return ListedEntry(text: MovieText(json: text, id: id) ?? MovieText(movie(text, id)), shown: shown(row, id))
    }
  }

  private func movie(_ text: String, _ id: MovieID) -> Movie {
    var movie = Movie(storedText: text, id: id)
    movie.id = id
    return movie
  }

  private func shown(_ row: Row, _ id: MovieID) -> ShownMark {
    let mark = row.mark(from: 3)
    guard let film = IMDbID(number: row.int(2)) else { return ShownMark(ids: [], mark: mark) }
    // A transaction's own changes are not in memory yet. If a statement fails, so does that which reads the rows.
    let otherIDs = (entryChanges.isEmpty ? entries.otherIDs(of: film) : nil) ?? (try? otherIDs(of: film)) ?? []
    return ShownMark(ids: id.allIDs(film, otherIDs, context.localIDs), mark: mark)
  }

  // MARK: Reading a list

  /// Entries that fit into one message, each with the revision of the star, and whether there are more.
  private typealias Fitting = (items: [(entry: ListedEntry, added: Int)], hasMore: Bool)

  /// The entries that were changed since a revision, in that order.
  private func changed<List: StoredList>(
    _: List.Type, since revision: Int, limit: Int = ChangeLimits.count
  ) throws -> Fitting {
    try fitting("\(List.condition) AND \(List.changed) > ? ORDER BY \(List.changed)", [.integer(revision)], limit)
  }

  /// All entries, in the order in which they came onto the list.
  private func all<List: StoredList>(
    _: List.Type, limit: Int = ChangeLimits.count, where isWanted: (MovieID) -> Bool = { _ in true }
  ) throws -> Fitting { try fitting("\(List.condition) ORDER BY \(List.order)", [], limit, where: isWanted) }

  private func fitting(
    _ condition: String, _ values: [Value], _ limit: Int, where isWanted: (MovieID) -> Bool = { _ in true }
  ) throws -> Fitting {
    var result: Fitting = ([], false)
    var bytes = 0
    try database.forEach(
      "SELECT \(Self.listColumns), added FROM entry LEFT JOIN film USING (key) WHERE \(condition)", values
    ) { row in
      guard let entry = listedEntry(row), isWanted(entry.id) else { return true }
      bytes += listedBytes(row)
      result.hasMore = result.items.count == limit || bytes > ChangeLimits.bytes && !result.items.isEmpty
      if !result.hasMore { result.items.append((entry, row.int(10))) }
      return !result.hasMore
    }
    return result
  }

  private func removals<List: StoredList>(_: List.Type, since revision: Int) throws -> [MovieID] {
    try database.all("SELECT id FROM \(List.removals) WHERE revision > ? ORDER BY revision", .integer(revision)) {
      MovieID($0.text(0))
    }
  }

  func oldestRevision<List: StoredList>(_: List.Type) throws -> Int {
    try database.first("SELECT oldest FROM \(List.stateTable)") { $0.int(0) } ?? 0
  }

  // MARK: Differences and changes

  func difference<List: StoredList>(since revision: Int) throws -> ListDifference<List> {
    var difference = ListDifference(state: self[keyPath: List.state])
    if revision <= difference.state.revision, try oldestRevision(List.self) <= revision {
      let changed = try changed(List.self, since: revision)
      let removed = try removals(List.self, since: revision)
      if !changed.hasMore, removed.count <= ChangeLimits.count {
        difference.added = changed.items.map(\.entry)
        difference.removed = try withLocalIDs(removed, List.self)
        return difference
      }
    }
    let all = try all(List.self)
    (difference.added, difference.isFresh, difference.hasMore) = (all.items.map(\.entry), true, all.hasMore)
    return difference
  }

  /// The change by other processes since a revision.
  func othersChange<List: StoredList>(since revision: Int, _ current: ListState<List>) throws -> ListChange<List> {
    var change = ListChange(state: current, previousRevision: revision, origin: .other)
    let changed = try changed(List.self, since: revision, limit: List.maximumChanged)
    let removed = try removals(List.self, since: revision)
    change.isComplete = !changed.hasMore && removed.count <= ChangeLimits.count
    guard change.isComplete else { return change }
    for (entry, added) in changed.items { change.add(entry, isNew: added > revision) }
    change.removed = try withLocalIDs(removed, List.self)
    return change
  }

  /// Applies what other processes have changed since a revision of the library to the entries in memory.
  func applyOthersChanges(since revision: Int) throws {
    let kept = try storedEntries("FROM entry WHERE updated > ? ORDER BY updated", .integer(revision))
      .map { EntryTable.Change.kept(try tableEntry($0)) }
    entries.apply(try removals(LibraryList.self, since: revision).map { .removed($0) } + kept)
  }

  /// Advances a list's state by an edit, unless that has changed nothing of it.
  ///
  /// - Parameter rows: those that the other list's change has read.
  /// - Returns: what clients are told.
  func publish<List: StoredList>(
    _ part: EntryEdit.Part, _ revision: Int, _ origin: ChangeOrigin, _ rows: inout ChangedRows
  ) throws -> ListChange<List>? {
    guard !part.isEmpty else { return nil }
    try writeRevision(revision, List.self)
    let previous = self[keyPath: List.state].revision
    self[keyPath: List.state].revision = revision
    self[keyPath: List.state].total += part.total
    var change = ListChange(state: self[keyPath: List.state], previousRevision: previous, origin: origin)
    let ids = part.added + part.updated
    change.isComplete = ids.count <= List.maximumChanged
    guard change.isComplete else { return change }
    var bytes = 0
    for (index, id) in ids.enumerated() {
      let row = try rows[id] ?? changedRow(id)
      rows[id] = row
      bytes += row?.bytes ?? 0
      if let entry = row?.entry { change.add(entry, isNew: index < part.added.count) }
    }
    change.isComplete = bytes <= ChangeLimits.bytes || ids.count == 1
    if change.isComplete { change.removed = part.removed } else { (change.added, change.updated) = ([], []) }
    return change
  }

  /// Entries that an edit has changed, with the sizes of their movies' data.
  typealias ChangedRows = [MovieID: (entry: ListedEntry?, bytes: Int)]

  private func changedRow(_ id: MovieID) throws -> ChangedRows.Value? {
    try database.first(
      "SELECT \(Self.listColumns) FROM entry LEFT JOIN film USING (key) WHERE entry.id = ?", .text(id.description)
    ) { (listedEntry($0), listedBytes($0)) }
  }

  // MARK: Another file

  /// The change that takes clients from `before` to the current state. Their revision is unknown, so it lists
  /// everything. All entries must be in memory, unless there were none before.
  func changeAfterReplacement(of before: EntryTable.Snapshot) -> Change {
    Change(favorites: changeAfterReplacement(of: before), library: changeAfterReplacement(of: before))
  }

  private func changeAfterReplacement<List: StoredList>(of before: EntryTable.Snapshot) -> ListChange<List> {
    var change = ListChange(state: self[keyPath: List.state], previousRevision: 0, origin: .other)
    let removed = removed(from: before, List.self)
    let changed = try? all(List.self, limit: List.maximumChanged) { id in
      !List.hasAdded || before.entry(under: id).map { List.contains($0.mark) } != true
    }
    guard before.isComplete, let changed, !changed.hasMore, removed.count <= ChangeLimits.count else {
      change.isComplete = false
      return change
    }
    for (entry, _) in changed.items { change.add(entry, isNew: true) }
    change.removed = removed
    return change
  }

  /// All known ids of entries that are not there any more.
  private func removed<List: StoredList>(from before: EntryTable.Snapshot, _: List.Type) -> [MovieID] {
    let current = entries.snapshot
    func isIn(_ entry: EntryTable.Entry?) -> Bool { entry.map { List.contains($0.mark) } == true }
    var removed: Set<MovieID> = []
    before.forEach { entry in
      guard List.contains(entry.mark) else { return }
      if !isIn(current.entry(under: entry.id)) { removed.insert(entry.id) }
      removed.formUnion(entry.otherIDs.filter { !isIn(current.entry(of: $0)) })
      if let film = entry.film, !isIn(current.entry(of: film)) { removed.formUnion(context.localIDs(film)) }
    }
    return removed.sorted { $0.description < $1.description }
  }
}

extension ListChange where List: StoredList {
  /// Adds an entry that is new on the list or has newer data.
  fileprivate mutating func add(_ entry: ListedEntry, isNew: Bool) {
    if List.hasAdded, isNew { added.append(entry) } else { updated.append(entry) }
  }
}
