import OperatingSystem

/// The open library file, with the state that this process last read from it. Used by one thread only.
///
/// Every change runs inside `transaction`. Both `transaction` and `readOthersChanges` advance the states and `entries` to
/// what other processes have committed, so that the reported changes have no gaps.
final class LibraryFile {
  /// What a change has done to the favorites and to the library.
  struct Change: Sendable {
    var favorites: FavoritesChange?
    var library: LibraryChange?
  }

  let database: Database
  let context: LibraryContext
  private let version: Int
  /// The state of the favorites.
  var state = FavoritesState(epoch: "", revision: 0, total: 0)
  /// The state of the library.
  var libraryState = LibraryState(epoch: "", revision: 0, total: 0)
  var entries: EntryTable { context.entries }
  /// The number of entries that are read into memory in one step.
  let entriesPerStep: Int
  /// The number of the last entry that was read into memory.
  var lastLoaded = 0
  private(set) var dataVersion = 0
  /// The keys that the last filter has searched.
  var searchKeys: SearchKeys?
  /// The changes of the current transaction, in order.
  private var changes: [Change] = []
  /// The effect of the current transaction on `entries`, applied when it is committed.
  var entryChanges: [EntryTable.Change] = []
  /// Files whose contents the current transaction has imported.
  var importedFiles: [String] = []

  /// The number of revisions for which removals are remembered.
  private static let rememberedRevisions = 100_000

  /// The file was overwritten in place, for example by a backup, or this process has missed removals that are no longer
  /// remembered. It must be opened again.
  struct FileWasReplaced: Error {}

  /// - Parameters:
  ///   - context: its entries become the file's if this succeeds: those of the first step, or all if `loadsAll`.
  ///   - entriesPerStep: as many as are read in about a millisecond, for which requests wait.
  ///   - lockDeadline: `Database.lockDeadline`.
  /// - Throws: `SQLiteError`, or `Schema.Rejection` for a file that must not be used.
  init(
    _ context: LibraryContext, migrations: [String] = Schema.migrations, entriesPerStep: Int = 1_024,
    loadsAll: Bool = false, lockDeadline: Int64 = .max
  ) throws {
    database = try Database(.file(context.path))
    database.lockDeadline = lockDeadline
    version = migrations.count
    (self.context, self.entriesPerStep) = (context, entriesPerStep)
    try Schema.prepare(database, migrations: migrations)
    try nameDevice(inode: FileIdentity(path: context.path)?.inode)
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    (state, libraryState) = try readStates()
    dataVersion = try readDataVersion()
    try startLoading(try countRows(LibraryList.self), all: loadsAll)
    try countEntries(&state, &libraryState)
  }

  /// Gives the folder another device id if its file is a copy: two folders with one id would give one time of the clock to
  /// two values.
  private func nameDevice(inode: UInt64?) throws {
    let inode = Int(truncatingIfNeeded: inode ?? 0)
    let recorded = try database.first("SELECT inode FROM library") { $0.int(0) }
    guard let recorded, recorded != inode else { return }
    // A write-protected file keeps its id, because nothing can be changed in it.
    try? database.run(
      "UPDATE library SET inode = ?1, device = iif(inode = 0, device, lower(hex(randomblob(8)))) WHERE inode <> ?1",
      .integer(inode))
  }

  // MARK: Transactions

  /// Runs `body` in a transaction, which is durable when this returns.
  ///
  /// - Returns: the changes by other processes since the last read, then those that `body` made.
  func transaction(_ body: () throws -> Void) throws -> [Change] {
    let before = (state, libraryState)
    (changes, entryChanges, importedFiles) = ([], [], [])
    defer { (changes, entryChanges) = ([], []) }
    do {
      try database.inTransaction(.immediate) {
        try appendOthersChanges()
        try body()
      }
    } catch {
      (state, libraryState) = before
      throw error
    }
    entries.apply(entryChanges)
    for path in importedFiles { unlink(path) }
    return changes
  }

  /// Returns what other processes have committed since the last read. Costs microseconds if there is nothing.
  ///
  /// - Throws: `SQLiteError`; `FileWasReplaced` or `Schema.Rejection` if the file was overwritten in place.
  func readOthersChanges() throws -> [Change] {
    guard try readDataVersion() != dataVersion else { return [] }
    return try snapshot {}.changes
  }

  /// Runs `body`, which only reads, on one snapshot of the file, so that what it reads fits the states.
  ///
  /// - Returns: the changes by other processes up to the snapshot, and the result.
  /// - Throws: as `readOthersChanges` does.
  func snapshot<Value>(_ body: () throws -> Value) throws -> (changes: [Change], value: Value) {
    let before = (state, libraryState, dataVersion)
    changes = []
    defer { changes = [] }
    do {
      let value = try database.inTransaction(.deferred) {
        // This statement takes the snapshot.
        let version = try readDataVersion()
        if version != dataVersion { try appendOthersChanges() }
        dataVersion = version
        return try body()
      }
      return (changes, value)
    } catch {
      (state, libraryState, dataVersion) = before
      throw error
    }
  }

  private func appendOthersChanges() throws {
    guard try Schema.version(of: database, newest: version) == version else { throw FileWasReplaced() }
    var current = try readStates()
    let known = (favorites: state.revision, library: libraryState.revision)
    guard current.favorites.epoch == state.epoch, current.favorites.revision >= known.favorites,
      current.library.revision >= known.library
    else { throw FileWasReplaced() }
    guard current.library.revision != known.library || current.favorites.revision != known.favorites else { return }
    guard try oldestRevision(FavoritesList.self) <= known.favorites,
      try oldestRevision(LibraryList.self) <= known.library
    else { throw FileWasReplaced() }
    // At once, because they are committed: a transaction that fails takes back only changes of its own.
    try applyOthersChanges(since: known.library)
    try countEntries(&current.favorites, &current.library)
    var change = Change()
    if current.favorites.revision != known.favorites {
      change.favorites = try othersChange(since: known.favorites, current.favorites)
    }
    if current.library.revision != known.library {
      change.library = try othersChange(since: known.library, current.library)
    }
    (state, libraryState) = current
    changes.append(change)
  }

  /// Runs a part of a transaction, and takes it back unless it is to be kept.
  func attempt<Value>(isKept: Bool, _ body: () throws -> Value) throws -> Value {
    guard !isKept else { return try body() }
    let before = (state, libraryState, changes, entryChanges)
    try database.execute("SAVEPOINT attempt")
    defer { (state, libraryState, changes, entryChanges) = before }
    let result = Result { try body() }
    try database.execute("ROLLBACK TO attempt; RELEASE attempt")
    return try result.get()
  }

  /// Records a change that the current transaction makes.
  func append(_ change: Change) { changes.append(change) }

  /// Writes the revisions of a change, and forgets removals that are too old.
  func writeRevision<List: StoredList>(_ revision: Int, _: List.Type) throws {
    try database.run("UPDATE \(List.stateTable) SET revision = ?", .integer(revision))
    guard revision % 1_000 == 0, revision > Self.rememberedRevisions else { return }
    try database.run("DELETE FROM \(List.removals) WHERE revision <= ?", .integer(revision - Self.rememberedRevisions))
    try database.run("UPDATE \(List.stateTable) SET oldest = ?", .integer(revision - Self.rememberedRevisions))
  }

  func nextRevision(after revision: Int) throws -> Int {
    guard revision < Self.revisions.upperBound else {
      throw Schema.Rejection(message: "its revision cannot grow any more")
    }
    return revision + 1
  }

  // MARK: Reading the state

  /// The valid revisions. Every client can read these numbers, and none of our arithmetic overflows.
  static let revisions = 0...(1 << 53)

  /// The states in the file, without `total`, which is not stored: counting takes long if there are very many.
  private func readStates() throws -> (favorites: FavoritesState, library: LibraryState) {
    let row = try database.first(
      "SELECT epoch, state.revision, state.oldest, library.revision, library.oldest FROM state, library"
    ) { (epoch: $0.text(0), favorites: ($0.int(1), $0.int(2)), library: ($0.int(3), $0.int(4))) }
    guard let row else { throw Schema.Rejection(message: "its state is missing") }
    for (revision, oldest) in [row.favorites, row.library] {
      guard Self.revisions.contains(revision), (0...revision).contains(oldest) else {
        throw Schema.Rejection(message: "its revision \(revision) is not valid")
      }
    }
    guard (1...100).contains(row.epoch.utf8.count) else { throw Schema.Rejection(message: "its epoch is not valid") }
    return (
      FavoritesState(epoch: row.epoch, revision: row.favorites.0, total: 0),
      LibraryState(epoch: row.epoch, revision: row.library.0, total: 0)
    )
  }

  /// Counts favorites and entries. Rows whose ids have no valid form are none; they are counted only until all rows are
  /// read.
  func countEntries(_ favorites: inout FavoritesState, _ library: inout LibraryState) throws {
    (favorites.total, library.total) =
      entries.isComplete
      ? (entries.starCount, entries.count) : (try countRows(FavoritesList.self), try countRows(LibraryList.self))
  }

  private func countRows<List: StoredList>(_: List.Type) throws -> Int {
    try database.first("SELECT count(*) FROM entry WHERE \(List.condition)") { $0.int(0) } ?? 0
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
