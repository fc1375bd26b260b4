import Concurrency
import MovieCore
import OperatingSystem
import SQLite

/// Keeps the file that currently has the favorites' name open, and notices changes by other processes. The file may be
/// removed, replaced, restored from a copy or damaged at any time. Used by one thread only.
///
/// While no file can be used, no movie is `starred`. When one can be used again, its difference from the last reported
/// state is reported as a change.
final class FavoritesFileMonitor {
  private let directory: String
  private let path: String
  private let now: @Sendable () -> Int
  private let starred: Mutex<Set<MovieID>>
  private let onChange: (FavoritesChange) -> Void
  private let onEvent: @Sendable () -> Void

  private var file: FavoritesFile?
  /// Identifies the open file, to notice that another one has its name.
  private var identity: DatabaseIdentity?
  private var watch: FolderWatch?
  /// The reason for not using the file; nil if it is used. If `file` is set nevertheless, one of its pages is damaged:
  /// the monitor only checks whether it was repaired, and never writes to it, not even by closing it.
  private var rejection: MovieError?
  /// The stamp of the file that could not be opened. It is not tried again until its stamp changes.
  private var rejectedStamp: FileStamp?
  /// The starred movies that were last reported, while no file can be used.
  private var lastReported: Set<MovieID>?

  /// - Parameters:
  ///   - directory: created when the file is first opened.
  ///   - starred: updated to match the file.
  ///   - onChange: called on the thread that uses the monitor.
  ///   - onEvent: called on any thread when `check` should be called.
  init(
    directory: String, fileName: String, now: @escaping @Sendable () -> Int, starred: Mutex<Set<MovieID>>,
    onChange: @escaping (FavoritesChange) -> Void, onEvent: @escaping @Sendable () -> Void
  ) {
    self.directory = directory
    path = directory + "/" + fileName
    self.now = now
    self.starred = starred
    self.onChange = onChange
    self.onEvent = onEvent
  }

  /// Whether a file is open but nothing reports changes by other processes.
  var hasNoWatch: Bool { file != nil && watch == nil }

  // MARK: Using the file

  /// Runs `body`, which must not change the file.
  func read<Value>(_ body: (FavoritesFile) throws -> Value) throws(MovieError) -> Value {
    let file = try usableFile()
    do {
      return try body(file)
    } catch {
      throw storageError(error)
    }
  }

  /// Runs `body` in a transaction, which is durable when this returns, and reports the changes.
  func change(_ body: (FavoritesFile) throws -> Void) throws(MovieError) {
    do {
      let file = try usableFile()
      let changes: [FavoritesChange]
      do {
        changes = try file.transaction { try body(file) }
      } catch is FavoritesFile.FileWasReplaced, is Schema.Rejection {
        // It was replaced after the last check.
        reopen()
        let file = try usableFile()
        changes = try file.transaction { try body(file) }
      }
      report(changes)
    } catch {
      throw storageError(error)
    }
  }

  func close() {
    watch?.stop()
    // Closing a damaged database would write to it, so it is leaked instead.
    if rejection != nil, let file { _ = Unmanaged.passRetained(file) }
    file = nil
  }

  private func usableFile() throws(MovieError) -> FavoritesFile {
    if let file, rejection == nil { return file }
    throw rejection ?? MovieError(.storageFailed, "The favorites in \(path) are not open.")
  }

  private func report(_ changes: [FavoritesChange]) {
    guard !changes.isEmpty, let file else { return }
    starred.withLock { [new = file.starred] in $0 = new }
    for change in changes { onChange(change) }
  }

  // MARK: Checking for changes

  /// Makes sure that the open file is the one that has the name now, and reports what other processes have changed.
  ///
  /// - Parameters:
  ///   - isSettled: whether nothing has happened for a while.
  ///   - isNeeded: whether an operation is waiting for the file.
  func check(isSettled: Bool, isNeeded: Bool) {
    if let file, FileIdentity(path: path) == identity?.main {
      // The folder may have been replaced, with the same file in it, before the old watch ended.
      watchFolder()
      return reportOthersChanges(in: file)
    }
    // A file that is missing or empty is often about to be replaced, so a new one is not created at once.
    let stamp = FileStamp(path: path)
    let isNew = file != nil || stamp != rejectedStamp
    if isNeeded || isNew && (isSettled || stamp?.isEmpty == false) { reopen() }
  }

  private func reportOthersChanges(in file: FavoritesFile) {
    do {
      if rejection == nil {
        report(try file.readOthersChanges())
      } else if try file.isRepaired() {
        reopen()
      }
    } catch is FavoritesFile.FileWasReplaced, is Schema.Rejection {
      reopen()
    } catch {
      _ = storageError(error)
    }
  }

  /// Opens the file that has the name now, and reports its difference from the last reported state.
  private func reopen() {
    if file != nil, lastReported == nil { lastReported = starred.withLock(\.self) }
    // A file that was moved away may come back. Its log, which is removed below, must be in it by then.
    if rejection == nil { file?.checkpoint() }
    // Stays open while identities are compared: the inode of a closed file without a name can be reused. SQLite checks
    // whether the file still has its name, and on closing leaves another file's log alone.
    let old = file
    defer { withExtendedLifetime(old) {} }
    file = nil
    do {
      let new = try withFolderLocked(directory) { _ in
        identity?.removeLeftovers(at: path)
        identity = nil
        makeDirectory(directory)
        let new = try FavoritesFile(path: path, now: now)
        identity = DatabaseIdentity(path: path)
        return new
      }
      file = new
      (rejection, rejectedStamp) = (nil, nil)
      starred.withLock { [starred = new.starred] in $0 = starred }
      if let lastReported { onChange(new.changeAfterReplacement(of: lastReported)) }
      lastReported = nil
    } catch {
      reject(Self.storageError(error, path))
      rejectedStamp = FileStamp(path: path)
    }
    watchFolder()
  }

  private func watchFolder() {
    if watch?.isCurrent == true { return }
    watch?.stop()
    let name = path.dropFirst(directory.utf8.count + 1)
    watch = FolderWatch(directory: directory, files: [String(name), name + "-wal"], onEvent: onEvent)
  }

  // MARK: Failures

  /// Stops using the file: no movie is starred until it can be used again.
  private func reject(_ error: MovieError) {
    rejection = error
    starred.withLock { starred in
      if lastReported == nil { lastReported = starred }
      starred = []
    }
  }

  /// The error for the client. If it means that the file is damaged, the file is no longer used.
  private func storageError(_ error: any Error) -> MovieError {
    let result = Self.storageError(error, path)
    if let error = error as? SQLiteError, error.isCorruption, file != nil { reject(result) }
    return result
  }

  private static func storageError(_ error: any Error, _ path: String) -> MovieError {
    switch error {
    case let error as MovieError: error
    case let rejection as Schema.Rejection:
      MovieError(
        .storageFailed, "The favorites file \(path) cannot be used: \(rejection.message). It was not changed.")
    case let error as SQLiteError where error.isCorruption:
      MovieError(
        .storageFailed, "The favorites file \(path) is damaged or not a database. It was not changed.",
        detail: error.description)
    default:
      MovieError(.storageFailed, "The favorites in \(path) could not be read or written.", detail: "\(error)")
    }
  }
}
