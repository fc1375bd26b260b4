import Platform

/// A small file that only its owner can read. It is replaced as a whole: a reader finds the old contents or the new.
struct PrivateFile: Sendable {
  /// The contents of the file.
  enum Contents: Sendable {
    /// There is no file.
    case absent
    /// It is not used, for the reason that ends the sentence: “can be read by others”.
    case rejected(String)
    case bytes([UInt8])
  }

  let folder: String
  let name: String

  private static let maximumBytes = 16 << 20

  var path: String { folder + "/" + name }

  var stamp: FileStamp? { FileStamp(path: path) }

  func read() -> Contents {
    let (descriptor, status): (Int32, stat)
    do throws(FileError) {
      (descriptor, status) = try openRegularFile(path)
    } catch {
      if error.code == ENOENT { return .absent }
      return .rejected(
        [EISDIR, EINVAL].contains(error.code) ? "is not a regular file" : "cannot be read: \(error.reason)")
    }
    defer { close(descriptor) }
    guard status.st_uid == geteuid() else { return .rejected("belongs to another user") }
    guard status.st_mode & 0o077 == 0 else { return .rejected("can be read by others") }
    guard status.st_size <= Self.maximumBytes else { return .rejected("is too large") }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes) else { return .rejected(Self.unreadable) }
    return .bytes(bytes)
  }

  private static var unreadable: String { "cannot be read: \(String(cString: strerror(errno)))" }

  /// A change to the file.
  enum Update: Sendable {
    case keep, remove
    /// Replaces all of its bytes.
    case replace([UInt8])
  }

  /// Changes the file durably, while no other process changes it. A missing folder is created.
  ///
  /// - Throws: `FileError.isTimeout` if another process keeps the folder locked.
  func update(_ body: (Contents) -> Update) throws(FileError) {
    makeDirectory(folder)
    try withFolderLocked(folder) { lock throws(FileError) in
      // Without the lock, this process and the other one could each undo what the other has written.
      if lock == .timedOut { throw FileError(timedOutLocking: folder) }
      switch body(read()) {
      case .keep: break
      case .remove: try remove()
      case .replace(let bytes): try replace(bytes)
      }
    }
  }

  /// Replaces all bytes durably. The caller holds the lock of the folder.
  func replace(_ bytes: [UInt8]) throws(FileError) {
    // A killed process may have left it. No other process writes it while the folder is locked.
    try replaceFile(path, bytes, temporary: path + ".new")
  }

  /// Removes the file durably. The caller holds the lock of the folder.
  func remove() throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    syncFolder(folder)
  }
}

/// Replaces all bytes of a file durably, or makes a file that only its owner can read. A reader finds the old contents or
/// the new.
///
/// - Parameter temporary: the path of the unfinished file, which is removed if it exists; nil for a name that only this
///   process uses.
public func replaceFile(_ path: String, _ bytes: [UInt8], temporary: String? = nil) throws(FileError) {
  let temporary = temporary ?? "\(path).movie-server-\(getpid())"
  unlink(temporary)
  try createFile(temporary, bytes, isDurable: true)
  guard rename(temporary, path) == 0 else {
    let error = FileError("write", path)
    unlink(temporary)
    throw error
  }
  syncFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
}
