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
    // Non-blocking, because the name may be a pipe's.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT ? .absent : .rejected(Self.unreadable) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .rejected("is not a regular file")
    }
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
    let temporary = path + ".new"
    // A killed process may have left it. No other process writes it while the folder is locked.
    unlink(temporary)
    try createFile(temporary, bytes, isDurable: true)
    guard rename(temporary, path) == 0 else {
      let error = FileError("write", path)
      unlink(temporary)
      throw error
    }
    syncFolder(folder)
  }

  /// Removes the file durably. The caller holds the lock of the folder.
  func remove() throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    syncFolder(folder)
  }
}
