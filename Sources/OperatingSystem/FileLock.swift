import Platform

/// A lock on a file, which one process at a time has. It ends with `release`, or with the process.
public struct FileLock: Sendable {
  private let descriptor: Int32

  public enum Attempt: Sendable {
    case held(FileLock)
    /// Another process has the lock.
    case busy
    /// The file cannot be created, or its file system has no locks.
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
