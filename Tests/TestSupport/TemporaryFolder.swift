import Concurrency
import Foundation

/// A temporary folder for one test, removed with this object, and again when the process exits: shared fixtures are never
/// released, and work that a test has left behind, as a cache that is written later, makes its folder anew.
public final class TemporaryFolder: Sendable {
  public let path: String

  private static let all: Mutex<[String]> = {
    atexit { for path in TemporaryFolder.all.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) } }
    return Mutex([])
  }()

  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "movie-server-tests-\(UUID().uuidString)")
    path = url.path
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    Self.all.withLock { $0.append(path) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { path + "/" + name }
}
