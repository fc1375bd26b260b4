import OperatingSystem

/// What the parts of a store share.
struct LibraryContext: Sendable {
  /// Created when the file is first opened.
  let directory: String
  /// The ids that catalogs give to a film, as far as they know without asking a service.
  let localIDs: @Sendable (IMDbID) -> [MovieID]
  /// The current time in milliseconds since 1970.
  let now: @Sendable () -> Int
  let entries = EntryTable()

  var path: String { directory + "/" + LibraryStore.fileName }
}

/// Keeps the file that currently has the library's name open, and notices changes by other processes. The file may be
/// removed, replaced, restored from a copy or damaged at any time. Used by one thread only.
///
/// While no file can be used, there are no `entries`. When one can be used again, its difference from the last reported
/// state is reported as a change.
///
/// Another process may be stopped at any moment, with any lock. All waits for locks between two calls of
/// `startLockTimeout` end together; what still needs a lock then fails, and may be tried again.
final class LibraryFileMonitor {
  private let context: LibraryContext
  private var path: String { context.path }
  private let log: LibraryLog
  private let permissions: LibraryFilePermissions
  private let onChange: (LibraryFile.Change) -> Void
  private let onEvent: @Sendable () -> Void

  private var file: LibraryFile?
  /// Identifies the open file, to notice that another one has its name.
  private var identity: FileIdentity?
  private var owner: LibraryLog.Owner?
  private var watch: FolderWatch?
  /// The reason for not using the file; nil if it is used. If `file` is set nevertheless, one of its pages is damaged:
  /// the monitor only checks whether it was repaired, and never writes to it, not even by closing it.
  private var rejection: MovieError?
  /// The stamp of the file that could not be opened. It is not tried again until its stamp changes.
  private var rejectedStamp: FileStamp?
  /// The entries that were last reported, while no file can be used.
  private var lastReported: EntryTable.Snapshot?
  /// The end of all waits for locks, in monotonic nanoseconds.
  private var lockDeadline: Int64 = 0
  /// Whether this process has written to the log since its last checkpoint.
  private(set) var mustCheckpoint = false

  /// - Parameters:
  ///   - context: its entries are updated to match the file.
  ///   - onChange: called on the thread that uses the monitor.
  ///   - onEvent: called on any thread when `check` should be called.
  init(
    _ context: LibraryContext, onChange: @escaping (LibraryFile.Change) -> Void, onEvent: @escaping @Sendable () -> Void
  ) {
    self.context = context
    log = LibraryLog(directory: context.directory, path: context.path)
    permissions = LibraryFilePermissions(path: context.path)
    (self.onChange, self.onEvent) = (onChange, onEvent)
  }

  /// The delay between checks while nothing reports what the monitor waits for, in milliseconds.
  var fixedDelay: Int? {
    if isLockedOut { return PollSchedule.delayWhileLockedOut }
    guard watch == nil else { return nil }
    return file == nil ? PollSchedule.delayWithoutWatchAndFile : PollSchedule.delayWithoutWatch
  }

  /// Whether the file could not be opened because of a lock, whose end nothing reports.
  private var isLockedOut: Bool { file == nil && rejection?.isRetryable == true }

  /// Begins the time in which all locks together must be had.
  func startLockTimeout(milliseconds: Int) {
    lockDeadline = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000
    file?.database.lockDeadline = lockDeadline
  }

  // MARK: Using the file

  /// Runs `body`, which only reads, on one snapshot of the file, and reports the changes up to it.
  func read<Value>(_ body: (LibraryFile) throws -> Value) throws(MovieError) -> Value {
    try withFile { file in try file.snapshot { try body(file) } }
  }

  /// Runs `body` in a transaction, which is durable when this returns, and reports the changes.
  func change(_ body: (LibraryFile) throws -> Void) throws(MovieError) {
    try withFile { file in
      let changes = try file.transaction { try body(file) }
      mustCheckpoint = true
      return (changes, ())
    }
  }

  /// Runs `body` with the open file, a second time if the file was replaced in between, and reports the changes that
  /// `body` returns.
  private func withFile<Value>(
    _ body: (LibraryFile) throws -> (changes: [LibraryFile.Change], value: Value)
  ) throws(MovieError) -> Value {
    do {
      let result: (changes: [LibraryFile.Change], value: Value)
      do {
        result = try body(try usableFile())
      } catch  where mustReopen(after: error) {
        reopen(wasReadOnly: (error as? SQLiteError)?.isReadOnly == true)
        result = try body(try usableFile())
      }
      report(result.changes)
      return result.value
    } catch {
      throw storageError(error)
    }
  }

  private func mustReopen(after error: any Error) -> Bool {
    switch error {
    // It was replaced after the last check.
    case is LibraryFile.FileWasReplaced, is Schema.Rejection: true
    // It was write-protected when it was opened.
    case let error as SQLiteError: error.isReadOnly && access(path, W_OK) == 0
    default: false
    }
  }

  func close() {
    watch?.stop()
    startLockTimeout(milliseconds: 0)
    // Closing a damaged database would write to it, so it is leaked instead.
    if rejection != nil, let file { _ = Unmanaged.passRetained(file) }
    file = nil
  }

  private func usableFile() throws(MovieError) -> LibraryFile {
    if let file, rejection == nil { return file }
    throw rejection ?? MovieError(.storageFailed, "The favorites in \(path) are not open.")
  }

  private func report(_ changes: [LibraryFile.Change]) { for change in changes { onChange(change) } }

  /// Reports everything, if there is anything, to clients that were told that nothing is kept.
  func reportAll() {
    if let file, context.entries.count > 0 { onChange(file.changeAfterReplacement(of: EntryTable.Snapshot())) }
  }

  /// Reads some more entries into memory, unless all are there.
  ///
  /// - Returns: whether more are missing. If this fails, it returns false; the next call tries again.
  func loadEntries() -> Bool {
    guard rejection == nil, file != nil, !context.entries.isComplete else { return false }
    return (try? read { try $0.continueLoading() }) != nil && !context.entries.isComplete
  }

  // MARK: Checking for changes

  /// Makes sure that the open file is the one that has the name now, and reports what other processes have changed.
  ///
  /// - Parameters:
  ///   - isSettled: whether nothing has happened for a while.
  ///   - isNeeded: whether an operation is waiting for the file.
  /// - Returns: whether changes of the open file by other processes were reported.
  @discardableResult
  func check(isSettled: Bool, isNeeded: Bool) -> Bool {
    if let file, let identity, FileIdentity(path: path) == identity {
      // The folder may have been replaced, with the same file in it, before the old watch ended.
      watchFolder()
      return reportOthersChanges(in: file)
    }
    // A file that is missing or empty is often about to be replaced, so a new one is not created at once.
    let stamp = FileStamp(path: path)
    let isNew = file != nil || stamp != rejectedStamp || isLockedOut
    if isNeeded || isNew && (isSettled || stamp?.isEmpty == false) { reopen() }
    return false
  }

  private func reportOthersChanges(in file: LibraryFile) -> Bool {
    do {
      if rejection == nil {
        let changes = try file.readOthersChanges()
        report(changes)
        return !changes.isEmpty
      } else if try file.isRepaired() {
        reopen()
      }
    } catch is LibraryFile.FileWasReplaced, is Schema.Rejection {
      reopen()
    } catch { _ = storageError(error) }
    return false
  }

  /// Opens the file that has the name now, and reports its difference from the last reported state.
  ///
  /// - Parameter wasReadOnly: whether the open file was write-protected. All connections of a process to a file share the
  ///   index of its log, which stays write-protected until the last of them is closed.
  private func reopen(wasReadOnly: Bool = false) {
    if file != nil, lastReported == nil { lastReported = context.entries.snapshot }
    // A file that was moved away may come back. Its log, which may be moved aside below, must be in it by then.
    if rejection == nil { _ = file?.checkpoint() }
    // Stays open while identities are compared: the inode of a closed file without a name can be reused. SQLite checks
    // whether the file still has its name, and on closing leaves another file's log alone.
    let old = wasReadOnly ? nil : file
    defer { withExtendedLifetime(old) {} }
    file = nil
    makeDirectory(context.directory)
    // Both before the file is opened: it may be replaced at any moment of that, and nothing else would report this.
    watchFolder()
    let stamp = FileStamp(path: path)
    let remaining = max(0, lockDeadline - monotonicNanoseconds()) / 1_000_000
    do {
      file = try withFolderLocked(context.directory, timeoutMilliseconds: Int(remaining)) { try open($0) }
      (rejection, rejectedStamp) = (nil, nil)
      if let lastReported, let file { onChange(file.changeAfterReplacement(of: lastReported)) }
      lastReported = nil
    } catch {
      reject(MovieError(ofStorage: error, path: path))
      rejectedStamp = stamp
    }
  }

  private func open(_ lock: FolderLock) throws -> LibraryFile {
    try log.removeForeign(former: owner, lock: lock)
    let isFirst = owner == nil
    owner = nil
    if FileIdentity(path: path) == nil {
      // SQLite gives its other files the same permissions.
      try? createFile(path, [], isDurable: false)
    }
    permissions.makeLogWritable()
    let new = try LibraryFile(context, loadsAll: lastReported != nil, lockDeadline: lockDeadline)
    permissions.makePrivate()
    new.database.lockDeadline = 0
    let isInMainFile = log.isEmpty || new.checkpoint()
    new.database.lockDeadline = lockDeadline
    let base = isInMainFile ? new.state.base : isFirst ? log.recordedBase : nil
    owner = log.recordOwner(base: base, isOpening: true, lock: lock)
    identity = FileIdentity(path: path)
    return new
  }

  /// Moves the contents of the log into the file, so that a copy of the file has everything. It does not wait for locks.
  ///
  /// - Returns: whether that was possible.
  func checkpoint() -> Bool {
    guard let file, rejection == nil, FileIdentity(path: path) == identity else { return true }
    startLockTimeout(milliseconds: 0)
    // Before the checkpoint, during which another process may change the file.
    let base = file.state.base
    guard file.checkpoint() else { return false }
    mustCheckpoint = false
    withFolderLocked(context.directory, timeoutMilliseconds: 0) { lock in
      owner = log.recordOwner(base: base, isOpening: false, lock: lock)
    }
    return true
  }

  private func watchFolder() {
    if watch?.isCurrent == true { return }
    watch?.stop()
    let name = path.dropFirst(context.directory.utf8.count + 1)
    watch = FolderWatch(directory: context.directory, files: [String(name), name + "-wal"], onEvent: onEvent)
  }

  // MARK: Failures

  /// Stops using the file: nothing is kept until it can be used again.
  private func reject(_ error: MovieError) {
    rejection = error
    if lastReported == nil { lastReported = context.entries.snapshot }
    context.entries.replace(with: EntryTable.Snapshot())
  }

  /// The error for the client. If it means that the file is damaged, the file is no longer used.
  private func storageError(_ error: any Error) -> MovieError {
    let result = MovieError(ofStorage: error, path: path)
    if let error = error as? SQLiteError, error.isCorruption, file != nil { reject(result) }
    return result
  }
}

extension FavoritesState { fileprivate var base: LibraryLog.Base { LibraryLog.Base(epoch: epoch, revision: revision) } }
