import OperatingSystem
import Platform

/// The contents of the configuration file.
struct ConfigurationFile {
  private static let maximumBytes = 1 << 20

  let bytes: [UInt8]
  /// Whether users other than its owner and root can change it, or its owner is another user.
  let isWritableByOthers: Bool

  /// Reads the file. Never waits for a writer, as for one of a pipe.
  ///
  /// - Parameter isOptional: whether the result for a file that cannot be opened is nil.
  init?(_ path: String, isOptional: Bool) throws(UsageError) {
    func failure(_ reason: String) -> UsageError {
      UsageError(message: "cannot read the configuration file \(path): \(reason)")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if isOptional { return nil }
      throw failure(String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("it is not a regular file")
    }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes + 1) else {
      throw failure(String(cString: strerror(errno)))
    }
    guard bytes.count <= Self.maximumBytes else { throw failure("it has more than \(Self.maximumBytes) bytes") }
    self.bytes = bytes
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0 || ![0, geteuid()].contains(status.st_uid)
  }
}
