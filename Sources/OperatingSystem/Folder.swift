import Platform

/// Which file a path leads to: another one after a removal or a replacement.
public struct FileIdentity: Equatable, Sendable {
  /// `st_dev` and `st_ino` of stat(2). Some file systems give the number of a file that is gone to the next one.
  public var device: UInt64
  public var inode: UInt64

  /// Nil where there is no file.
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

/// Runs `body` while no other process runs one for the same folder. Where a folder cannot be locked it runs as well.
///
/// - Parameter patience: in milliseconds, after which it runs although another process still does, which may be stopped;
///   nil for as long as it takes.
public func withFolderLocked<Result>(
  _ path: String, patience: Int? = nil, _ body: () throws -> Result
) rethrows -> Result {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  if var patience {
    while descriptor >= 0, patience > 0, flock(descriptor, LOCK_EX | LOCK_NB) < 0,
      errno == EINTR || errno == EWOULDBLOCK
    {
      // There is no flock() with a deadline.
      usleep(10_000)
      patience -= 10
    }
  } else {
    while descriptor >= 0, flock(descriptor, LOCK_EX) < 0, errno == EINTR {}
  }
  return try body()
}

/// Makes a folder and those above it, for their owner only. Failure shows when the folder is used.
public func makeDirectory(_ path: String) {
  guard !path.isEmpty, access(path, F_OK) != 0 else { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeDirectory(String(path[..<slash])) }
  mkdir(path, 0o700)
}
