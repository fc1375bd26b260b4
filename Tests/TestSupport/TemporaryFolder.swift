import Concurrency
import Foundation

/// A temporary folder for one test, removed with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// The parent of all of them, and what keeps it. A shell removes it when this process has ended: until then, a watch of
  /// an account or a store that a test has left behind makes its folder again.
  private static let parent: (url: URL, keeper: Pipe) = {
    let url = FileManager.default.temporaryDirectory.appending(path: "movie-server-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let (remover, keeper) = (Process(), Pipe())
    remover.executableURL = URL(filePath: "/bin/sh")
    remover.arguments = ["-c", "trap '' INT TERM; cat >/dev/null; rm -rf \"$0\"", url.path]
    remover.standardInput = keeper
    (remover.standardOutput, remover.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? remover.run()
    return (url, keeper)
  }()
  private static let count = Mutex(0)

  public init() {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    let url = Self.parent.url.appending(path: "\(number)")
    path = url.path
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { path + "/" + name }
}
