import Concurrency
import Foundation

/// A folder of its own for one test, removed with this object, and at the latest when the process exits: what all tests
/// share is never released.
public final class TemporaryFolder: Sendable {
  public let path: String

  private static let present: Mutex<Set<String>> = {
    atexit {
      for path in TemporaryFolder.present.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
    return Mutex([])
  }()

  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "movie-server-tests-\(UUID().uuidString)")
    path = url.path
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    _ = Self.present.withLock { $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = Self.present.withLock { $0.remove(path) }
  }

  public func file(_ name: String) -> String { path + "/" + name }
}
