import Concurrency
import JSON
import Platform

/// A small file that only its owner can read and that holds one JSON object. It is replaced as a whole: a reader finds
/// the old contents or the new.
public struct PrivateJSONFile: Sendable {
  public enum Contents: Equatable, Sendable {
    case members([JSON.Member])
    case damaged
    /// It is not used, for the reason that ends the sentence: “can be read by others”.
    case rejected(String)
  }

  private let folder: String
  public let path: String

  private static let maximumBytes = 16 << 20

  public init(folder: String, name: String) { (self.folder, path) = (folder, folder + "/" + name) }

  public var stamp: FileStamp? { FileStamp(path: path) }

  /// Reads the file. It rejects a file that others may read, that belongs to another user, that is not a regular file,
  /// or that is larger than 16 MiB.
  public func read() -> Contents {
    let (descriptor, status): (Int32, stat)
    do throws(FileError) {
      (descriptor, status) = try openRegularFile(path)
    } catch {
      if error.code == ENOENT { return .members([]) }
      return .rejected(
        [EISDIR, EINVAL].contains(error.code) ? "is not a regular file" : "cannot be read: \(error.reason)")
    }
    defer { close(descriptor) }
    guard status.st_uid == geteuid() else { return .rejected("belongs to another user") }
    guard status.st_mode & 0o077 == 0 else { return .rejected("can be read by others") }
    guard status.st_size <= Self.maximumBytes else { return .rejected("is too large") }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes) else {
      return .rejected("cannot be read: \(String(cString: strerror(errno)))")
    }
    guard case .object(let members)? = try? JSON.parse(bytes) else { return .damaged }
    return .members(members)
  }

  /// Changes the file durably, while no other process changes it. `body` returns the new members, none to remove the
  /// file, or nil to leave it. Blocks the thread; throws `FileError.isTimeout` if another process keeps the folder
  /// locked.
  public func update(_ body: (Contents) -> [JSON.Member]?) throws(FileError) {
    makeDirectory(folder)
    try withFolderLocked(folder) { lock throws(FileError) in
      // Without the lock, this process and the other one could each undo what the other has written.
      if lock == .timedOut { throw FileError(timedOutLocking: folder) }
      guard let members = body(read()) else { return }
      if members.isEmpty { try remove() } else { try replace(members) }
    }
  }

  /// Replaces or creates the file durably. The caller holds the lock of the folder (`withFolderLocked`).
  public func replace(_ members: [JSON.Member]) throws(FileError) {
    // A killed process may have left it. No other process writes it while the folder is locked.
    try replaceFile(path, Array((JSON.object(members).jsonText + "\n").utf8), temporary: path + ".new")
  }

  /// Removes the file durably if it exists. The caller holds the lock of the folder (`withFolderLocked`).
  public func remove() throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    syncFolder(folder)
  }

  /// Runs `update` on its own thread, so that waiting for another process or for the disk blocks no executor; on the
  /// caller's thread if the system provides none. It cannot be cancelled.
  public func updateOnThread(_ body: @escaping @Sendable (Contents) -> [JSON.Member]?) async throws(FileError) {
    let result: Result<Void, FileError> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        continuation.resume(returning: Result { () throws(FileError) in try update(body) })
      }
      do throws(ThreadError) { try startThread(work) } catch { work() }
    }
    try result.get()
  }
}

/// Replaces all bytes of a file durably, or makes a file that only its owner can read. A reader finds the old contents
/// or the new. A file at the path `temporary` is replaced too; without it, only this process uses the name.
public func replaceFile(
  _ path: String, _ bytes: [UInt8], temporary: String? = nil, isDurable: Bool = true
) throws(FileError) {
  let temporary = temporary ?? "\(path).movie-server-\(getpid())"
  unlink(temporary)
  // The caller knows nothing of the temporary file.
  do throws(FileError) {
    try createFile(temporary, bytes, isDurable: isDurable)
  } catch { throw FileError("write", path, code: error.code) }
  guard rename(temporary, path) == 0 else {
    let error = FileError("write", path)
    unlink(temporary)
    throw error
  }
  if isDurable { syncFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".") }
}
