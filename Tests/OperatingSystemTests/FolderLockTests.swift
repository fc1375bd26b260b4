import Foundation
import JSON
import OperatingSystem
import Testing

/// The lock of a folder while another process holds it. A lock belongs to an open file, so another one in this process
/// excludes just like another process.
@Suite(.timeLimit(.minutes(20)))
struct FolderLockTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "movie-server-lock-\(UUID().uuidString)")
    .path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  /// Runs `body` while the folder is locked by somebody who never releases the lock.
  private func whileLocked<Result>(_ body: () async throws -> Result) async throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    defer {
      close(descriptor)
      try? FileManager.default.removeItem(atPath: folder)
    }
    return try await body()
  }

  @Test func `the body runs without a lock that another process holds for too long, and is told so`() async throws {
    #expect(withFolderLocked(folder) { $0 } == .held)
    #expect(withFolderLocked(folder + "/missing") { $0 } == .unavailable)
    let lock = try await whileLocked { withFolderLocked(folder, timeoutMilliseconds: 20) { $0 } }
    #expect(lock == .timedOut)
  }

  @Test func `a private file is not changed without the lock, and the error says that it is temporary`() async throws {
    let file = PrivateJSONFile(folder: folder, name: "x.json")
    try await file.updateOnThread { _ in [JSON.Member("a", 1)] }
    let error = try await whileLocked {
      let error = await #expect(throws: FileError.self) { try await file.updateOnThread { _ in [] } }
      #expect(file.read() == .members([JSON.Member("a", 1)]))
      return error
    }
    #expect(error?.isTimeout == true)
    #expect(error?.description == "another process keeps \(folder) locked")
  }
}
