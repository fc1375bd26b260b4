import Platform

/// A small file that only its owner can read, replaced as a whole: whoever reads it finds the old one or the new one.
public struct PrivateFile: Sendable {
  /// What is found where the file should be.
  public enum Contents: Equatable, Sendable {
    case absent
    /// Why it is not used, as a sentence's end: “can be read by others”.
    case refused(String)
    case bytes([UInt8])
  }

  public let folder: String
  public let name: String

  private static let maximumBytes = 16 << 20

  /// - Parameter folder: made when the file is first written.
  public init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Where the file is, or will be.
  public var path: String { folder + "/" + name }

  /// Nil where there is no file.
  public var stamp: FileStamp? { FileStamp(path: path) }

  /// What is there now. Refused is what others may read, is somebody else's or no plain file, or has over 16 MiB.
  public func read() -> Contents {
    // Not blocking: what has this name may be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT ? .absent : .refused(Self.unreadable) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .refused("is no file") }
    guard status.st_uid == geteuid() else { return .refused("belongs to somebody else") }
    guard status.st_mode & 0o077 == 0 else { return .refused("can be read by others") }
    guard status.st_size <= Self.maximumBytes else { return .refused("is too large") }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes) else {
      return .refused(Self.unreadable)
    }
    return .bytes(bytes)
  }

  private static var unreadable: String { "cannot be read: \(String(cString: strerror(errno)))" }

  /// What becomes of the file.
  public enum Update: Sendable {
    case keep, remove
    /// All of its bytes.
    case replace([UInt8])
  }

  /// Changes the file, durably, with nobody else changing it meanwhile. The folder is made where it is missing.
  public func update(_ body: (Contents) -> Update) throws(FileError) {
    makeDirectory(folder)
    let result = withFolderLocked(folder) { () -> Result<Void, FileError> in
      switch body(read()) {
      case .keep: .success(())
      case .remove: Result { () throws(FileError) in try remove() }
      case .replace(let bytes): Result { () throws(FileError) in try replace(bytes) }
      }
    }
    try result.get()
  }

  private func replace(_ bytes: [UInt8]) throws(FileError) {
    let temporary = path + ".new"
    // Left behind by a process that was killed: with the lock, nobody else is writing it.
    unlink(temporary)
    // Never open to others, not even for the moment before a `chmod`.
    try createFile(temporary, bytes, permissions: 0o600, isDurable: true)
    guard rename(temporary, path) == 0 else {
      let error = FileError("write", path)
      unlink(temporary)
      throw error
    }
    syncFolder()
  }

  private func remove() throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    syncFolder()
  }

  /// A name in a folder is durable when the folder is.
  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
