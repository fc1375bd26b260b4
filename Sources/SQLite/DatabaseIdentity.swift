import OperatingSystem
import Platform

/// Which files a database has: others after a removal or a replacement.
public struct DatabaseIdentity {
  /// Of the database file itself; nil where there was none.
  public var main: FileIdentity?
  private var logs: [FileIdentity?]

  private static let suffixes = ["-wal", "-shm"]

  /// - Parameter path: of the database file; its logs are found by their names.
  public init(path: String) {
    main = FileIdentity(path: path)
    logs = Self.suffixes.map { FileIdentity(path: path + $0) }
  }

  /// Removes this database's log where another database has taken its place. SQLite knows a log by its name only, and
  /// would play it into the new file (https://www.sqlite.org/howtocorrupt.html).
  public func removeLeftovers(at path: String) {
    guard FileIdentity(path: path) != main else { return }
    for (suffix, log) in zip(Self.suffixes, logs) where log != nil && FileIdentity(path: path + suffix) == log {
      unlink(path + suffix)
    }
  }
}
