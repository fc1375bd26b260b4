import OperatingSystem
import Platform

/// The identities of a database's files. They change when the files are removed or replaced.
public struct DatabaseIdentity {
  /// The identity of the database file; nil if there was none.
  public var main: FileIdentity?
  /// The identities of the write-ahead log and of its shared memory.
  private var logs: [FileIdentity?]

  private static let suffixes = ["-wal", "-shm"]

  /// - Parameter path: the database file. Its write-ahead log and shared memory are in the same folder.
  public init(path: String) {
    main = FileIdentity(path: path)
    logs = Self.suffixes.map { FileIdentity(path: path + $0) }
  }

  /// Removes this database's log if another database is now at its path. SQLite identifies a log only by its name and
  /// would apply it to the new file (https://www.sqlite.org/howtocorrupt.html).
  public func removeLeftovers(at path: String) {
    guard FileIdentity(path: path) != main else { return }
    for (suffix, log) in zip(Self.suffixes, logs) where log != nil && FileIdentity(path: path + suffix) == log {
      unlink(path + suffix)
    }
  }
}
