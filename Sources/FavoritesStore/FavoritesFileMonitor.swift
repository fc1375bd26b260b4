import Concurrency
import MovieCore
import OperatingSystem
import SQLite

/// The favorites file by its name, whatever is done to it: it may be removed, replaced, restored from a copy, or
/// damaged. One thread at a time.
///
/// While there is no file that can be used, nothing is `starred`; the first that can be used after that is told of by
/// its difference from what clients were told before.
final class FavoritesFileMonitor {
  private let directory: String
  private let path: String
  private let now: @Sendable () -> Int
  private let starred: Mutex<Set<MovieID>>
  private let onChange: (FavoritesChange) -> Void
  private let onEvent: @Sendable () -> Void

  private var file: FavoritesFile?
  private var identity: DatabaseIdentity?
  private var watch: FolderWatch?
  /// Why the file is not used. Where there is a `file` nevertheless, a page of it was found damaged: it is only looked
  /// at for having been mended, and nothing is written to it, not even by closing it.
  private var refusal: MovieError?
  /// What could not be opened, as it was afterwards: what is the same still is not tried again for nothing.
  private var refused: FileStamp?
  /// What clients know as starred while nothing is.
  private var former: Set<MovieID>?

  /// - Parameters:
  ///   - directory: made when the file is first opened.
  ///   - starred: kept as the file has it.
  ///   - onEvent: called when it is time to look, on any thread.
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

  /// Whether a file is open of which nothing tells when others change it.
  var isBlind: Bool { file != nil && watch == nil }

  // MARK: Using it

  func read<Value>(_ body: (FavoritesFile) throws -> Value) throws(MovieError) -> Value {
    let file = try usable()
    do {
      return try body(file)
    } catch {
      throw refusing(error)
    }
  }

  /// Runs `body` in a transaction and tells of the changes, which are durable when this returns.
  func change(_ body: (FavoritesFile) throws -> Void) throws(MovieError) {
    do {
      let file = try usable()
      let changes: [FavoritesChange]
      do {
        changes = try file.transaction { try body(file) }
      } catch is FavoritesFile.FileWasReplaced, is Schema.Refusal {
        // Since the last look.
        reopen()
        let file = try usable()
        changes = try file.transaction { try body(file) }
      }
      tell(changes)
    } catch {
      throw refusing(error)
    }
  }

  func close() {
    watch?.stop()
    if refusal != nil, let file { _ = Unmanaged.passRetained(file) }
    file = nil
  }

  private func usable() throws(MovieError) -> FavoritesFile {
    if let file, refusal == nil { return file }
    throw refusal ?? MovieError(.storageFailed, "The favorites in \(path) are not open.")
  }

  private func tell(_ changes: [FavoritesChange]) {
    guard !changes.isEmpty, let file else { return }
    starred.withLock { [new = file.starred] in $0 = new }
    for change in changes { onChange(change) }
  }

  // MARK: Looking at it

  /// Sees to it that the file is the one that has the name now, and takes in what others have done to it.
  ///
  /// - Parameters:
  ///   - isLate: whether nothing has happened for a while.
  ///   - isAsked: whether somebody wants to use the file.
  func look(isLate: Bool, isAsked: Bool) {
    if let file, FileIdentity(path: path) == identity?.main {
      // The file may have been opened before the end of the watch on a former folder was known.
      watchFolder()
      return takeIn(file)
    }
    // A file that is gone or empty is often about to be replaced: nothing is made in its place at once.
    let stamp = FileStamp(path: path)
    let isNew = file != nil || stamp != refused
    if isAsked || isNew && (isLate || stamp?.isEmpty == false) { reopen() }
  }

  private func takeIn(_ file: FavoritesFile) {
    do {
      if refusal == nil {
        tell(try file.look())
      } else if try file.isMended() {
        reopen()
      }
    } catch is FavoritesFile.FileWasReplaced, is Schema.Refusal {
      reopen()
    } catch {
      _ = refusing(error)
    }
  }

  private func reopen() {
    if file != nil, former == nil { former = starred.withLock(\.self) }
    // What was moved away may come back: it takes along what is in its log, which is removed here.
    if refusal == nil { file?.emptyLog() }
    // Open as long as its identity is compared: what is closed and has no name gives its inode to the next. SQLite sees
    // whether it has the name still, and closing it leaves another one's log alone if not.
    let old = file
    defer { withExtendedLifetime(old) {} }
    file = nil
    do {
      let new = try withFolderLocked(directory) {
        identity?.removeLeftovers(at: path)
        identity = nil
        makeDirectory(directory)
        let new = try FavoritesFile(path: path, now: now)
        identity = DatabaseIdentity(path: path)
        return new
      }
      file = new
      (refusal, refused) = (nil, nil)
      starred.withLock { [starred = new.starred] in $0 = starred }
      if let before = former { onChange(new.replacement(of: before)) }
      former = nil
    } catch {
      refuse(Self.error(error, path))
      refused = FileStamp(path: path)
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

  private func refuse(_ error: MovieError) {
    refusal = error
    starred.withLock { starred in
      if former == nil { former = starred }
      starred = []
    }
  }

  /// The error as clients are told. If it says that the file is damaged, the file is used no more.
  private func refusing(_ error: any Error) -> MovieError {
    let told = Self.error(error, path)
    if let error = error as? SQLiteError, error.isCorruption, file != nil { refuse(told) }
    return told
  }

  private static func error(_ error: any Error, _ path: String) -> MovieError {
    switch error {
    case let error as MovieError: error
    case let refusal as Schema.Refusal:
      MovieError(
        .storageFailed, "The favorites file \(path) cannot be used: \(refusal.message). It is left as it is.")
    case let error as SQLiteError where error.isCorruption:
      MovieError(
        .storageFailed, "The favorites file \(path) is damaged or no database. It is left as it is.",
        detail: error.description)
    default:
      MovieError(.storageFailed, "The favorites in \(path) could not be read or written.", detail: "\(error)")
    }
  }
}
