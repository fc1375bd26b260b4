import Platform

/// The identity of the file at a path. It changes when the file is removed or replaced.
public struct FileIdentity: Equatable, Sendable {
  private var device: UInt64
  /// Some file systems give the inode number of a removed file to the next one.
  private var inode: UInt64

  /// Nil if there is no file.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Runs `body` while this process holds a lock on the folder, which other processes respect. If the folder cannot be
/// locked, `body` runs without a lock.
///
/// - Parameter timeoutMilliseconds: how long to wait for another process, which may be stopped; after that, `body` runs
///   without the lock. Nil waits without limit.
public func withFolderLocked<Result, Failure>(
  _ path: String, timeoutMilliseconds: Int? = nil, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  if var remaining = timeoutMilliseconds {
    while descriptor >= 0, remaining > 0, flock(descriptor, LOCK_EX | LOCK_NB) < 0,
      errno == EINTR || errno == EWOULDBLOCK
    {
      // flock(2) has no timeout.
      usleep(10_000)
      remaining -= 10
    }
  } else {
    while descriptor >= 0, flock(descriptor, LOCK_EX) < 0, errno == EINTR {}
  }
  return try body()
}

/// Creates a folder and its missing parents, with access for the owner only. A failure shows when the folder is used.
public func makeDirectory(_ path: String) {
  guard !path.isEmpty, access(path, F_OK) != 0 else { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeDirectory(String(path[..<slash])) }
  mkdir(path, 0o700)
}
