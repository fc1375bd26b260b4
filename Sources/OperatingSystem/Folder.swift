import Platform

/// The identity of the file at a path. It changes when the file is removed or replaced.
public struct FileIdentity: Equatable, Sendable {
  private var device: UInt64
  /// Some file systems give the inode number of a removed file to the next one.
  public let inode: UInt64

  public init?(path: String) {
    guard let status = fileStatus(path) else { return nil }
    self.init(status)
  }

  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Whether a folder is locked while `withFolderLocked` runs its body.
public enum FolderLock: Sendable {
  /// No other process that respects the lock uses the folder.
  case held
  /// Another process, which may be stopped, held the lock all the time. Nothing may be removed from the folder.
  case timedOut
  /// The folder does not exist, or its file system has no locks.
  case unavailable
}

/// The time to wait for another process with a lock in the data folder: longer than any process that runs holds one.
public let folderLockTimeoutMilliseconds = 2_000

/// Runs `body` while this process holds a lock on the folder, which other processes respect. Blocks the thread for up
/// to the timeout; then `body` runs without the lock.
public func withFolderLocked<Result, Failure>(
  _ path: String, timeoutMilliseconds: Int = folderLockTimeoutMilliseconds,
  _ body: (FolderLock) throws(Failure) -> Result
) throws(Failure) -> Result {
  let descriptor = openFolder(path)
  defer { if descriptor >= 0 { close(descriptor) } }
  return try body(descriptor < 0 ? .unavailable : lock(descriptor, timeoutMilliseconds: timeoutMilliseconds))
}

private func lock(_ descriptor: Int32, timeoutMilliseconds: Int) -> FolderLock {
  let deadline = monotonicNanoseconds() + Int64(timeoutMilliseconds) * 1_000_000
  while flock(descriptor, LOCK_EX | LOCK_NB) < 0 {
    guard errno == EINTR || errno == EWOULDBLOCK else { return .unavailable }
    if monotonicNanoseconds() >= deadline { return .timedOut }
    // flock(2) has no timeout.
    usleep(10_000)
  }
  return .held
}

/// Creates a folder and its missing parents, with access for the owner only. A failure shows when the folder is used.
public func makeDirectory(_ path: String) {
  guard !path.isEmpty, access(path, F_OK) != 0 else { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeDirectory(String(path[..<slash])) }
  mkdir(path, 0o700)
}

/// Never waits, as opening a pipe would.
private func openFolder(_ path: String) -> Int32 { open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }

/// Makes the names in a folder durable: a file that was created, renamed or removed is that only after this.
public func syncFolder(_ path: String) {
  let descriptor = openFolder(path)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// A lock on a file, which one process at a time has. It ends with `release`, or with the process.
public struct FileLock: Sendable {
  private let descriptor: Int32

  public enum Attempt: Sendable {
    case held(FileLock)
    case busy
    case unavailable
  }

  /// Locks a file without waiting. Creates it if necessary; nothing is ever written to it.
  public static func attempt(_ path: String) -> Attempt {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return .unavailable }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .held(FileLock(descriptor: descriptor)) }
    defer { close(descriptor) }
    return errno == EWOULDBLOCK ? .busy : .unavailable
  }

  /// Locks a file as soon as no other process has the lock; nil if it cannot be created or locked. Blocks the thread.
  public static func wait(_ path: String) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
    return FileLock(descriptor: descriptor)
  }

  /// To be called once.
  public func release() { close(descriptor) }
}

/// Identifies a version of a file. The stamp changes when any process writes or replaces the file.
public struct FileStamp: Equatable, Sendable {
  private var file: FileIdentity
  public private(set) var size: Int
  private var changes: [Int]

  public init?(path: String) {
    guard let status = fileStatus(path) else { return nil }
    file = FileIdentity(status)
    size = Int(status.st_size)
    changes = [status.st_mtimespec, status.st_ctimespec].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
  }

  public var isEmpty: Bool { size == 0 }
}
