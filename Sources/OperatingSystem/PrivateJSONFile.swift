import Concurrency
import JSON

/// A private file that holds one JSON object. It is read, changed and replaced as a whole.
public struct PrivateJSONFile: Sendable {
  /// The contents of the file.
  public enum Contents: Equatable, Sendable {
    /// The members of its object; none if there is no file.
    case members([JSON.Member])
    /// It is not a JSON object.
    case damaged
    /// It is not used, for the reason that ends the sentence: “can be read by others”.
    case rejected(String)
  }

  private let file: PrivateFile

  /// - Parameter folder: created when the file is first written.
  public init(folder: String, name: String) { file = PrivateFile(folder: folder, name: name) }

  /// The file's path, whether or not it exists.
  public var path: String { file.path }

  /// Identifies the current version of the file. Nil if there is no file.
  public var stamp: FileStamp? { file.stamp }

  /// Reads the file. It rejects a file that others may read, that belongs to another user, that is not a regular file,
  /// or that is larger than 16 MiB.
  public func read() -> Contents { contents(file.read()) }

  /// Changes the file durably, while no other process changes it. Blocks the thread, for up to
  /// `folderLockTimeoutMilliseconds` if another process holds the lock; a task calls `updateOnThread` instead.
  ///
  /// - Parameter body: returns the new members, without any to remove the file, or nil to leave the file unchanged.
  /// - Throws: `FileError.isTimeout` if another process keeps the folder locked. The file is unchanged then.
  public func update(_ body: (Contents) -> [JSON.Member]?) throws(FileError) {
    try file.update { old in
      guard let members = body(contents(old)) else { return .keep }
      return members.isEmpty ? .remove : .replace(Self.bytes(members))
    }
  }

  /// Replaces or creates the file durably. The caller holds the lock of the folder (`withFolderLocked`).
  public func replace(_ members: [JSON.Member]) throws(FileError) { try file.replace(Self.bytes(members)) }

  /// Removes the file durably if it exists. The caller holds the lock of the folder (`withFolderLocked`).
  public func remove() throws(FileError) { try file.remove() }

  private static func bytes(_ members: [JSON.Member]) -> [UInt8] { Array((JSON.object(members).jsonText + "\n").utf8) }

  /// Runs `update` on its own thread, so that waiting for another process or for the disk blocks no executor; on the
  /// caller's thread if the system provides none. It cannot be cancelled.
  public func updateOnThread(_ body: @escaping @Sendable (Contents) -> [JSON.Member]?) async throws(FileError) {
    let result: Result<Void, FileError> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        do throws(FileError) {
          try update(body)
          continuation.resume(returning: .success(()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      do throws(ThreadError) {
        try startThread(work)
      } catch {
        work()
      }
    }
    try result.get()
  }

  private func contents(_ contents: PrivateFile.Contents) -> Contents {
    switch contents {
    case .absent: return .members([])
    case .rejected(let reason): return .rejected(reason)
    case .bytes(let bytes):
      guard case .object(let members)? = try? JSON.parse(bytes) else { return .damaged }
      return .members(members)
    }
  }
}
