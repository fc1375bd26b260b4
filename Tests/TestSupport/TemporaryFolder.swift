import Concurrency
import Foundation

/// A temporary folder for one test, removed with this object, or at the latest when the process exits, because shared
/// fixtures are never released.
public final class TemporaryFolder: Sendable {
  public let path: String

  private static let existing: Mutex<Set<String>> = {
    atexit {
      for path in TemporaryFolder.existing.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
    return Mutex([])
  }()

  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "movie-server-tests-\(UUID().uuidString)")
    path = url.path
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    _ = Self.existing.withLock { $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = Self.existing.withLock { $0.remove(path) }
  }

  public func file(_ name: String) -> String { path + "/" + name }
}
