import OperatingSystem

/// The write-ahead log of the favorites file, and a record of the file that it belongs to.
///
/// SQLite identifies a log only by its name, and would apply it to whatever file has the favorites' name by then, such
/// as a backup that was restored after a crash (https://www.sqlite.org/howtocorrupt.html). So a file beside the log
/// records the inodes of both and a state that the main file had. A log that belongs to another file is moved aside.
///
/// Each step may be the last one before a crash: whenever a process writes to a log, the record is right or missing.
struct LibraryLog {
  /// The files that belong together.
  struct Owner: Equatable {
    /// The inode of the favorites file.
    var main: UInt64?
    /// The inode of the write-ahead log.
    var log: UInt64?
    /// The inode of the shared memory, the index of the log.
    var memory: UInt64?
    /// A state that the main file alone has contained. It may be newer now, but never older.
    var base: Base?
  }

  struct Base: Equatable {
    var epoch: String
    var revision: Int
  }

  /// Another process keeps the folder locked, and something would have to be moved or removed in it.
  struct LockTimedOut: Error {}

  private let path: String
  private let record: PrivateJSONFile

  /// - Parameter path: the favorites file.
  init(directory: String, path: String) {
    self.path = path
    record = PrivateJSONFile(folder: directory, name: "favorites-log.json")
  }

  private var logPath: String { path + "-wal" }
  private var memoryPath: String { path + "-shm" }

  var isEmpty: Bool { FileStamp(path: logPath)?.isEmpty ?? true }

  // MARK: Before the file is opened

  /// Moves a log aside that belongs to another file than the one that has the favorites' name now.
  ///
  /// - Parameter former: the files that this process had open; nil if it had none.
  func removeForeign(former: Owner?, lock: FolderLock) throws {
    let recorded = readRecord()
    let main = inode(path)
    let owners = [former, recorded].compactMap(\.self).filter { $0.main != main }
    let (log, memory) = (inode(logPath), inode(memoryPath))
    let isLogForeign =
      log != nil
      && (owners.contains { $0.log == log }
        || !isEmpty && (FileStamp(path: path)?.isEmpty != false || former == nil && contradicts(recorded?.base)))
    let isMemoryForeign = memory != nil && (isLogForeign || owners.contains { $0.memory == memory })
    guard isLogForeign || isMemoryForeign else { return }
    if lock == .timedOut { throw LockTimedOut() }
    // Compared again, because the process may have been stopped for long after the first comparison.
    if isMemoryForeign, inode(memoryPath) == memory { unlink(memoryPath) }
    if isLogForeign, inode(logPath) == log {
      if isEmpty { unlink(logPath) } else { rename(logPath, unusedPath) }
    }
    // A new log may get the inode of the old one.
    try record.remove()
  }

  /// A name that SQLite and this program ignore. The log is not removed: it may contain the only copy of some stars.
  private var unusedPath: String {
    var number = 1
    func name() -> String { "\(logPath).unused-\(number)" }
    while number < 1_000, access(name(), F_OK) == 0 { number += 1 }
    return name()
  }

  /// Whether the main file alone cannot be the one that the log was made for, because it is older or another one, though
  /// it has the same inode: `cp` has overwritten it.
  private func contradicts(_ base: Base?) -> Bool {
    guard let base else { return false }
    let isOther: Bool
    do throws(SQLiteError) {
      let file = try Database(.fileAlone(path))
      let application = try file.first("PRAGMA application_id") { $0.int(0) }
      let state = try file.first("SELECT epoch, revision FROM state") { ($0.text(0), $0.int(1)) }
      isOther = application != Schema.applicationID || state.map { $0.0 != base.epoch || $0.1 < base.revision } ?? true
    } catch {
      // Anything else may be unreadable without its log: a checkpoint was interrupted.
      isOther = error.isNotADatabase
    }
    // A running process may be restoring a backup through the log.
    return isOther && !isInUse
  }

  /// Whether another process has the database open. It then has a lock on this byte of the shared memory, which SQLite
  /// calls the dead man's switch (https://www.sqlite.org/walformat.html#wal_locks).
  private var isInUse: Bool {
    let descriptor = open(memoryPath, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 128
    lock.l_len = 1
    return fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  // MARK: After the file is opened

  /// Records that the log belongs to the file that is open now, before anything is written to it.
  ///
  /// - Parameters:
  ///   - base: the state of the main file alone; nil if it is unknown.
  ///   - isOpening: whether the file was just opened. If the log is in use, a record that is right, though of an older
  ///     state, is then left as it is, which saves two `fsync`s. An empty log may be a new one with the inode of an old
  ///     one, to which an older state would allow an older backup.
  func recordOwner(base: Base?, isOpening: Bool, lock: FolderLock) -> Owner {
    let owner = Owner(main: inode(path), log: inode(logPath), memory: inode(memoryPath), base: base)
    let recorded = readRecord()
    if lock == .timedOut {
      // Another process may write the record at the same time.
      if isOpening, recorded != owner { try? record.remove() }
    } else if recorded != owner, !(isOpening && !isEmpty && recorded.map { $0.covers(owner) } == true) {
      do { try record.replace(owner.members) } catch { try? record.remove() }
    }
    return owner
  }

  /// The base that is recorded for these files.
  var recordedBase: Base? {
    let recorded = readRecord()
    let isSame = recorded?.main == inode(path) && recorded?.log == inode(logPath)
    return isSame ? recorded?.base : nil
  }

  private func readRecord() -> Owner? {
    guard case .members(let members) = record.read(), !members.isEmpty else { return nil }
    return Owner(JSON.object(members))
  }

  private func inode(_ path: String) -> UInt64? { FileIdentity(path: path)?.inode }
}

extension LibraryLog.Owner {
  fileprivate init(_ json: JSON) {
    func inode(_ name: String) -> UInt64? { json[name]?.string.flatMap { UInt64($0) } }
    (main, log, memory) = (inode("main"), inode("log"), inode("memory"))
    if let epoch = json["epoch"]?.string, let revision = json["revision"]?.int {
      base = LibraryLog.Base(epoch: epoch, revision: revision)
    }
  }

  fileprivate var members: [JSON.Member] {
    let inodes = [("main", main), ("log", log), ("memory", memory)]
    var members = inodes.compactMap { name, inode in inode.map { JSON.Member(name, .string(String($0))) } }
    if let base {
      members += [JSON.Member("epoch", .string(base.epoch)), JSON.Member("revision", .integer(base.revision))]
    }
    return members
  }

  /// Whether this record is also right for `other`, though its base may be older.
  fileprivate func covers(_ other: Self) -> Bool {
    guard main == other.main, log == other.log, memory == other.memory, let base, let newer = other.base else {
      return false
    }
    return base.epoch == newer.epoch && base.revision <= newer.revision
  }
}
