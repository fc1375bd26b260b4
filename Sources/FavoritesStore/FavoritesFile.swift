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
  let now: @Sendable () -> Int
  private(set) var state: FavoritesState
  private let starred: StarredMovies
  /// Whether rows have ids of no valid form. They are not favorites, and are not counted.
  private(set) var hasUnreadableIDs = false
  private var dataVersion = 0
  /// The changes of the current transaction, in order.
  private var changes: [FavoritesChange] = []
  /// The effect of the current transaction on `starred`, applied when it is committed.
  private var starredChanges: [StarredMovies.Change] = []
  /// Files whose contents the current transaction has imported.
  var importedFiles: [String] = []

  /// The number of revisions for which removals are remembered.
  private static let rememberedRevisions = 100_000

  /// The file was overwritten in place, for example by a backup, or this process has missed removals that are no longer
  /// remembered. It must be opened again.
  struct FileWasReplaced: Error {}

  /// - Parameters:
  ///   - starred: gets the file's favorites if this succeeds.
  ///   - lockDeadline: `Database.lockDeadline`.
  /// - Throws: `SQLiteError`, or `Schema.Rejection` for a file that must not be used.
  init(
    path: String, migrations: [String] = Schema.migrations, starred: StarredMovies = StarredMovies(),
    lockDeadline: Int64 = .max,
    now: @escaping @Sendable () -> Int
  ) throws {
    database = try Database(.file(path))
    database.lockDeadline = lockDeadline
    directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    version = migrations.count
    self.starred = starred
    self.now = now
    try Schema.prepare(database, migrations: migrations)
    state = FavoritesState(epoch: "", revision: 0, total: 0)
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    let ids = try database.all("SELECT id FROM favorite") { MovieID($0.text(0)) }
    let readable = Set(ids.lazy.compactMap(\.self))
    hasUnreadableIDs = readable.count < ids.count
    state = try readState()
    state.total = readable.count
    dataVersion = try readDataVersion()
    starred.replace(with: readable)
  }

  // MARK: Transactions

  /// Runs `body` in a transaction, which is durable when this returns.
  ///
  /// - Returns: the changes by other processes since the last read, then those that `body` made.
  func transaction(_ body: () throws -> Void) throws -> [FavoritesChange] {
    let before = state
    (changes, starredChanges, importedFiles) = ([], [], [])
    defer { (changes, starredChanges) = ([], []) }
    try database.execute("BEGIN IMMEDIATE")
    do {
      try appendOthersChanges()
      try body()
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      state = before
      throw error
    }
    starred.apply(starredChanges)
    for path in importedFiles { unlink(path) }
    return changes
  }

  /// Returns what other processes have committed since the last read. Costs microseconds if there is nothing.
  ///
  /// - Throws: `SQLiteError`; `FileWasReplaced` or `Schema.Rejection` if the file was overwritten in place.
  func readOthersChanges() throws -> [FavoritesChange] {
    guard try readDataVersion() != dataVersion else { return [] }
    return try snapshot {}.changes
  }

  /// Runs `body`, which only reads, on one snapshot of the file, so that what it reads fits `state`.
  ///
  /// - Returns: the changes by other processes up to the snapshot, and the result.
  /// - Throws: as `readOthersChanges` does.
  func snapshot<Value>(_ body: () throws -> Value) throws -> (changes: [FavoritesChange], value: Value) {
    let before = state
    (changes, starredChanges) = ([], [])
    defer { (changes, starredChanges) = ([], []) }
    let value: Value
    try database.execute("BEGIN")
    do {
      // The first statement after BEGIN takes the snapshot.
      let version = try readDataVersion()
      if version != dataVersion { try appendOthersChanges() }
      value = try body()
      try database.execute("COMMIT")
      dataVersion = version
    } catch {
      try? database.execute("ROLLBACK")
      state = before
      throw error
    }
    starred.apply(starredChanges)
    return (changes, value)
  }

  private func appendOthersChanges() throws {
    guard try Schema.version(of: database, newest: version) == version else { throw FileWasReplaced() }
    var current = try readState()
    let known = state.revision
    guard current.epoch == state.epoch, current.revision >= known else { throw FileWasReplaced() }
    guard current.revision != known else { return }
    guard try oldestRevision() <= known else { throw FileWasReplaced() }
    let difference = try collectChanges(since: known)
    let removed = difference.removed.filter(starred.contains)
    let added = difference.ids.filter { !starred.contains($0) }
    current.total = state.total - removed.count + added.count
    starredChanges = removed.map { StarredMovies.Change(id: $0, isStarred: false) }
    starredChanges += added.map { StarredMovies.Change(id: $0, isStarred: true) }
    state = current
    var change = FavoritesChange(state: current, previousRevision: known, origin: .other)
    if difference.isComplete {
      change.added = difference.movies.filter(\.isNew).map(\.movie)
      change.updated = difference.movies.filter { !$0.isNew }.map(\.movie)
      change.removed = difference.removed
    } else {
      change.isComplete = false
    }
    changes.append(change)
  }

  // MARK: Changes, inside a transaction

  func star(_ movie: Movie, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try existingStar(movie.id) ?? insert(movie)
    try record(sync, outcome, isStarred: true)
    return outcome
  }

  private func insert(_ movie: Movie) throws -> StarOutcome {
    let revision = try nextRevision()
    let starredAt = now()
    try database.run(
      "INSERT INTO favorite VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(movie.id.description), .text(movie.jsonText),
      .integer(starredAt), .integer(revision), .integer(revision), .text(TextFolding.fold(movie.title)),
      Value(movie.year), Value(movie.rating), .text(Self.searchKey(movie)))
    try database.run("DELETE FROM removal WHERE id = ?", .text(movie.id.description))
    starredChanges.append(StarredMovies.Change(id: movie.id, isStarred: true))
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
    let revision = try nextRevision()
    try database.run("INSERT OR REPLACE INTO removal VALUES (?, ?)", .text(id.description), .integer(revision))
    starredChanges.append(StarredMovies.Change(id: id, isStarred: false))
    try advance(to: revision, total: state.total - 1) { $0.removed = [id] }
    return StarOutcome(id: id, changed: true, revision: revision, starredAt: nil)
  }

  func update(_ movies: [Movie]) throws {
    let revision = try nextRevision()
    let present = try movies.filter { movie in
      try database.run(
        """
        UPDATE favorite SET movie = ?, changed = ?, title_key = ?, year = ?, rating = ?, search_key = ? WHERE id = ?
        """,
        .text(movie.jsonText), .integer(revision), .text(TextFolding.fold(movie.title)), Value(movie.year),
        Value(movie.rating), .text(Self.searchKey(movie)), .text(movie.id.description))
      return database.changes > 0
    }
    guard !present.isEmpty else { return }
    try advance(to: revision, total: state.total) { $0.updated = present }
  }

  private func nextRevision() throws -> Int {
    guard state.revision < Self.revisions.upperBound else {
      throw Schema.Rejection(message: "its revision cannot grow any more")
    }
    return state.revision + 1
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
    if change.updated.count > MovieBatch.maximumCount {
      change.updated = []
      change.isComplete = false
    }
    changes.append(change)
  }

  private static func searchKey(_ movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }

  // MARK: Reading the state

  /// The valid revisions. Every client can read these numbers, and none of our arithmetic overflows.
  static let revisions = 0...(1 << 53)

  /// The state in the file, without `total`, which is not stored: counting takes long if there are very many.
  private func readState() throws -> FavoritesState {
    let row = try database.first("SELECT epoch, revision, oldest FROM state") {
      (state: FavoritesState(epoch: $0.text(0), revision: $0.int(1), total: 0), oldest: $0.int(2))
    }
    guard let row else { throw Schema.Rejection(message: "its state is missing") }
    guard Self.revisions.contains(row.state.revision), (0...row.state.revision).contains(row.oldest) else {
      throw Schema.Rejection(message: "its revision \(row.state.revision) is not valid")
    }
    guard (1...100).contains(row.state.epoch.utf8.count) else {
      throw Schema.Rejection(message: "its epoch is not valid")
    }
    return row.state
  }

  /// A number that changes when another connection commits, but not with our own commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  private func readDataVersion() throws -> Int { try database.first("PRAGMA data_version") { $0.int(0) } ?? 0 }

  /// Whether a file that was damaged has been changed since, and is now intact.
  func isRepaired() throws -> Bool {
    let version = try readDataVersion()
    guard version != dataVersion else { return false }
    dataVersion = version
    return try database.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
  }

  /// Writes the log's contents into the file itself and empties the log, unless another process prevents it.
  ///
  /// - Returns: whether the log is empty.
  func checkpoint() -> Bool {
    let isBlocked = try? database.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) != 0 }
    return isBlocked == false
  }
}
