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
  let starred: StarredMovies
  /// The ids that catalogs give to a film, as far as they know without asking a service.
  let localIDs: @Sendable (IMDbID) -> [MovieID]
  /// The number of stars that are read into memory in one step.
  let starsPerStep: Int
  /// Where the next step begins.
  var loadingPosition = LoadingPosition.start
  /// Whether a filter had to search rows for which a block could be made.
  var mustMakeSearchBlocks = false
  /// The blocks that the last filter could not read, because another program has changed them.
  var unreadableSearchBlocks: [Int] = []
  private var dataVersion = 0
  /// The changes of the current transaction, in order.
  private var changes: [FavoritesChange] = []
  /// The effect of the current transaction on `starred`, applied when it is committed.
  var starredChanges: [StarredMovies.Change] = []
  /// Files whose contents the current transaction has imported.
  var importedFiles: [String] = []

  /// The number of revisions for which removals are remembered.
  private static let rememberedRevisions = 100_000

  /// The file was overwritten in place, for example by a backup, or this process has missed removals that are no longer
  /// remembered. It must be opened again.
  struct FileWasReplaced: Error {}

  /// - Parameters:
  ///   - starred: gets the file's favorites if this succeeds: those of the first step, or all if `loadsAllStars`.
  ///   - starsPerStep: as many as are read in about a millisecond, for which requests wait.
  ///   - lockDeadline: `Database.lockDeadline`.
  ///   - localIDs: the ids that catalogs give to a film, as far as they know without asking a service.
  /// - Throws: `SQLiteError`, or `Schema.Rejection` for a file that must not be used.
  init(
    path: String, migrations: [String] = Schema.migrations, starred: StarredMovies = StarredMovies(),
    starsPerStep: Int = 1_024, loadsAllStars: Bool = false, lockDeadline: Int64 = .max,
    localIDs: @escaping @Sendable (IMDbID) -> [MovieID] = { _ in [] },
    now: @escaping @Sendable () -> Int
  ) throws {
    database = try Database(.file(path))
    database.lockDeadline = lockDeadline
    directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    version = migrations.count
    self.starred = starred
    self.starsPerStep = starsPerStep
    self.localIDs = localIDs
    self.now = now
    try Schema.prepare(database, migrations: migrations)
    state = FavoritesState(epoch: "", revision: 0, total: 0)
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    state = try readState()
    dataVersion = try readDataVersion()
    try startLoading(try countRows(), all: loadsAllStars)
    state.total = try countStars()
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
    changes = []
    defer { changes = [] }
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
    // Applied at once, because they are committed: a transaction that fails takes back only changes of its own.
    starred.apply(difference.removed.map { .removed($0) } + difference.stars.map { .starred($0) })
    current.total = try countStars()
    state = current
    var change = FavoritesChange(state: current, previousRevision: known, origin: .other)
    if difference.isComplete {
      change.added = difference.movies.filter(\.isNew).map(\.favorite.movie)
      change.updated = difference.movies.filter { !$0.isNew }.map(\.favorite.movie)
      for favorite in difference.movies.map(\.favorite) where !favorite.ids.isEmpty {
        change.ids[favorite.movie.id] = favorite.ids
      }
      change.removed = try withLocalIDs(difference.removed)
    } else {
      change.isComplete = false
    }
    changes.append(change)
  }

  // MARK: The end of a change, inside a transaction

  func advance(to revision: Int, total: Int, _ fill: (inout FavoritesChange) -> Void) throws {
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

  /// The number of favorites. Rows whose ids have no valid form are none; they are counted only until all rows are read.
  private func countStars() throws -> Int { starred.isComplete ? starred.count : try countRows() }

  /// Counts in an index: 10 to 20 ms for a million rows.
  private func countRows() throws -> Int { try database.first("SELECT count(*) FROM favorite") { $0.int(0) } ?? 0 }

  /// Reads some more stars into memory. To be called in a snapshot.
  func continueLoading() throws {
    try loadStars()
    if starred.isComplete { state.total = starred.count }
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
