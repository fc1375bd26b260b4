import JSON
import MovieCore
import Platform
import SQLite

/// The open favorites database, with the state that this process last read from it. Used by one thread only.
///
/// Every change runs inside `transaction`. Both `transaction` and `readOthersChanges` advance `state` and `starred` to
/// what other processes have committed, so that the reported changes have no gaps.
final class FavoritesFile {
  let database: Database
  let directory: String
  private let version: Int
  private let now: @Sendable () -> Int
  private(set) var state: FavoritesState
  private(set) var starred: Set<MovieID>
  private var dataVersion = 0
  /// The changes of the current transaction, in order.
  private var changes: [FavoritesChange] = []
  /// Files whose contents the current transaction has imported.
  var importedFiles: [String] = []

  /// The number of revisions for which removals are remembered.
  private static let rememberedRevisions = 100_000

  /// The file was overwritten in place, for example by a backup, and must be opened again.
  struct FileWasReplaced: Error {}

  /// - Throws: `SQLiteError`, or `Schema.Rejection` for a file that must not be used.
  init(path: String, migrations: [String] = Schema.migrations, now: @escaping @Sendable () -> Int) throws {
    database = try Database(.file(path))
    directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    version = migrations.count
    self.now = now
    try Schema.prepare(database, migrations: migrations)
    state = FavoritesState(epoch: "", revision: 0, total: 0)
    starred = []
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    starred = Set(try database.all("SELECT id FROM favorite") { $0.text(0) }.compactMap { MovieID($0) })
    state = try readState()
    dataVersion = try readDataVersion()
  }

  // MARK: Transactions

  /// Runs `body` in a transaction, which is durable when this returns.
  ///
  /// - Returns: the changes by other processes since the last read, then those that `body` made.
  func transaction(_ body: () throws -> Void) throws -> [FavoritesChange] {
    let before = (state, starred)
    (changes, importedFiles) = ([], [])
    defer { changes = [] }
    try database.execute("BEGIN IMMEDIATE")
    do {
      try appendOthersChanges()
      try body()
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      (state, starred) = before
      throw error
    }
    for path in importedFiles { unlink(path) }
    return changes
  }

  /// Returns what other processes have committed since the last read. Costs microseconds if there is nothing.
  ///
  /// - Throws: `SQLiteError`; `FileWasReplaced` or `Schema.Rejection` if the file was overwritten in place.
  func readOthersChanges() throws -> [FavoritesChange] {
    let version = try readDataVersion()
    guard version != dataVersion else { return [] }
    changes = []
    defer { changes = [] }
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    try appendOthersChanges()
    dataVersion = version
    return changes
  }

  private func appendOthersChanges() throws {
    guard try Schema.version(of: database, newest: version) == version else { throw FileWasReplaced() }
    let current = try readState()
    guard current.epoch == state.epoch, current.revision >= state.revision else { throw FileWasReplaced() }
    guard current.revision != state.revision else { return }
    let known = state.revision
    let rows = try database.all(
      "SELECT movie, added FROM favorite WHERE changed > ? ORDER BY changed", .integer(known)
    ) { (text: $0.text(0), isNew: $0.int(1) > known) }
    let removed = try removals(since: known)
    let movies = rows.compactMap { row in Self.movie(row.text).map { (movie: $0, isNew: row.isNew) } }
    changes.append(
      FavoritesChange(
        state: current, previousRevision: known, added: movies.filter(\.isNew).map(\.movie),
        updated: movies.filter { !$0.isNew }.map(\.movie), removed: removed, origin: .other))
    starred.subtract(removed)
    starred.formUnion(movies.map(\.movie.id))
    state = current
  }

  // MARK: Damage and replacement

  /// Whether a file that was damaged has been changed since, and is now intact.
  func isRepaired() throws -> Bool {
    let version = try readDataVersion()
    guard version != dataVersion else { return false }
    dataVersion = version
    return try database.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
  }

  /// Writes the log's contents into the file itself, unless another process prevents it.
  func checkpoint() { _ = try? database.first("PRAGMA wal_checkpoint") { _ in } }

  /// The change that takes clients from `before` to the current state. Their revision is unknown, so it lists
  /// everything.
  func changeAfterReplacement(of before: Set<MovieID>) -> FavoritesChange {
    FavoritesChange(
      state: state, previousRevision: 0, added: ((try? movies()) ?? []).filter { !before.contains($0.id) },
      removed: before.subtracting(starred).sorted { $0.description < $1.description }, origin: .other)
  }

  // MARK: Changes, inside a transaction

  func star(_ movie: Movie, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try existingStar(movie.id) ?? insert(movie)
    try record(sync, outcome, isStarred: true)
    return outcome
  }

  private func insert(_ movie: Movie) throws -> StarOutcome {
    let revision = state.revision + 1
    let starredAt = now()
    try database.run(
      "INSERT INTO favorite VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(movie.id.description), .text(movie.jsonText),
      .integer(starredAt), .integer(revision), .integer(revision), .text(TextFolding.fold(movie.title)),
      Value(movie.year), Value(movie.rating), .text(Self.searchKey(movie)))
    try database.run("DELETE FROM removal WHERE id = ?", .text(movie.id.description))
    starred.insert(movie.id)
    try advance(to: revision, total: state.total + 1) { $0.added = [movie] }
    return StarOutcome(id: movie.id, changed: true, revision: revision, starredAt: Timestamp.iso8601(starredAt))
  }

  func unstar(_ id: MovieID, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try delete(id)
    try record(sync, outcome, isStarred: false)
    return outcome
  }

  private func delete(_ id: MovieID) throws -> StarOutcome {
    try database.run("DELETE FROM favorite WHERE id = ?", .text(id.description))
    guard database.changes > 0 else {
      return StarOutcome(id: id, changed: false, revision: state.revision, starredAt: nil)
    }
    let revision = state.revision + 1
    try database.run("INSERT OR REPLACE INTO removal VALUES (?, ?)", .text(id.description), .integer(revision))
    starred.remove(id)
    try advance(to: revision, total: state.total - 1) { $0.removed = [id] }
    return StarOutcome(id: id, changed: true, revision: revision, starredAt: nil)
  }

  func update(_ movies: [Movie]) throws {
    let present = movies.filter { starred.contains($0.id) }
    guard !present.isEmpty else { return }
    let revision = state.revision + 1
    for movie in present {
      try database.run(
        """
        UPDATE favorite SET movie = ?, changed = ?, title_key = ?, year = ?, rating = ?, search_key = ? WHERE id = ?
        """,
        .text(movie.jsonText), .integer(revision), .text(TextFolding.fold(movie.title)), Value(movie.year),
        Value(movie.rating), .text(Self.searchKey(movie)), .text(movie.id.description))
    }
    try advance(to: revision, total: state.total) { $0.updated = present }
  }

  private func advance(to revision: Int, total: Int, _ fill: (inout FavoritesChange) -> Void) throws {
    try database.run("UPDATE state SET revision = ?", .integer(revision))
    if revision % 1_000 == 0, revision > Self.rememberedRevisions {
      try database.run("DELETE FROM removal WHERE revision <= ?", .integer(revision - Self.rememberedRevisions))
      try database.run("UPDATE state SET oldest = ?", .integer(revision - Self.rememberedRevisions))
    }
    let previous = state.revision
    state.revision = revision
    state.total = total
    var change = FavoritesChange(state: state, previousRevision: previous, origin: .own)
    fill(&change)
    changes.append(change)
  }

  // MARK: Reading

  func existingStar(_ id: MovieID) throws -> StarOutcome? {
    try database.first("SELECT starred_at FROM favorite WHERE id = ?", .text(id.description)) { row in
      StarOutcome(id: id, changed: false, revision: state.revision, starredAt: Timestamp.iso8601(row.int(0)))
    }
  }

  func kept(_ id: MovieID) throws -> Movie? {
    try database.first("SELECT movie FROM favorite WHERE id = ?", .text(id.description)) { Self.movie($0.text(0)) }
      ?? nil
  }

  func unstarred(among ids: [MovieID]) throws -> Set<MovieID> {
    Set(
      try ids.filter { id in
        try database.first("SELECT 1 FROM removal WHERE id = ?", .text(id.description)) { _ in } != nil
      })
  }

  func list(_ query: FavoritesQuery) throws -> FavoritesPage {
    let direction = query.order == .asc ? "ASC" : "DESC"
    // Each order matches an index. Movies without a year or rating come last in either direction.
    let order =
      switch query.sort {
      case .starredAt: "added \(direction)"
      case .title: "title_key \(direction), added \(direction)"
      case .year: "year \(direction) NULLS LAST, added \(direction)"
      case .rating: "rating \(direction) NULLS LAST, added \(direction)"
      }
    let filter = query.text == nil ? "" : "WHERE instr(search_key, ?1) > 0"
    let text = Value(query.text)
    var state = state
    if query.text != nil {
      state.total = try database.first("SELECT count(*) FROM favorite \(filter)", text) { $0.int(0) } ?? 0
    }
    let items = try database.all(
      "SELECT movie, starred_at FROM favorite \(filter) ORDER BY \(order) LIMIT ?2 OFFSET ?3",
      text, .integer(query.limit), .integer(query.offset), read: Self.favorite)
    return FavoritesPage(state: state, items: items.compactMap(\.self))
  }

  func difference(since revision: Int) throws -> FavoritesDifference {
    let oldest = try database.first("SELECT oldest FROM state") { $0.int(0) } ?? 0
    let isFresh = revision > state.revision || revision < oldest
    let added = try database.all(
      "SELECT movie, starred_at FROM favorite WHERE changed > ? ORDER BY changed",
      .integer(isFresh ? -1 : revision), read: Self.favorite)
    return FavoritesDifference(
      state: state, added: added.compactMap(\.self), removed: isFresh ? [] : try removals(since: revision),
      isFresh: isFresh)
  }

  func starredIDs() throws -> [MovieID] {
    try database.all("SELECT id FROM favorite ORDER BY added") { MovieID($0.text(0)) }.compactMap(\.self)
  }

  private func movies() throws -> [Movie] {
    try database.all("SELECT movie FROM favorite ORDER BY added") { Self.movie($0.text(0)) }.compactMap(\.self)
  }

  private func removals(since revision: Int) throws -> [MovieID] {
    try database.all("SELECT id FROM removal WHERE revision > ? ORDER BY revision", .integer(revision)) {
      MovieID($0.text(0))
    }.compactMap(\.self)
  }

  private func readState() throws -> FavoritesState {
    let state = try database.first("SELECT epoch, revision, (SELECT count(*) FROM favorite) FROM state") {
      FavoritesState(epoch: $0.text(0), revision: $0.int(1), total: $0.int(2))
    }
    guard let state else { throw Schema.Rejection(message: "its state is missing") }
    return state
  }

  /// A number that changes when another connection commits, but not with our own commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private func readDataVersion() throws -> Int { try database.first("PRAGMA data_version") { $0.int(0) } ?? 0 }

  private static func favorite(_ row: Row) -> Favorite? {
    movie(row.text(0)).map { Favorite(movie: $0, starredAt: Timestamp.iso8601(row.int(1))) }
  }

  private static func movie(_ text: String) -> Movie? {
    guard let json = try? JSON.parse(text) else { return nil }
    return try? Movie(json: json, path: "movie")
  }

  private static func searchKey(_ movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }
}
