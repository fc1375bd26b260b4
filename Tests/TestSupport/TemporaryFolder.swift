import Foundation

/// A folder of its own for one test, removed with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "movie-server-tests-\(UUID().uuidString)")
    path = url.path
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { path + "/" + name }
}
