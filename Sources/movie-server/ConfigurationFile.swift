import OperatingSystem
import Platform

struct ConfigurationFile {
  private static let maximumBytes = 1 << 20

  let bytes: [UInt8]
  /// Whether users other than its owner and root can change it, or its owner is another user.
  let isWritableByOthers: Bool

  /// Reads the file. Never waits for a writer, as for one of a pipe.
  init?(_ path: String, isOptional: Bool) throws(UsageError) {
    func failure(_ reason: String) -> UsageError {
      UsageError(message: "cannot read the configuration file \(path): \(reason)")
    }
    let (descriptor, status): (Int32, stat)
    do throws(FileError) {
      (descriptor, status) = try openRegularFile(path)
    } catch {
      if isOptional, ![EISDIR, EINVAL].contains(error.code) { return nil }
      throw failure(error.reason)
    }
    defer { close(descriptor) }
    guard let bytes = readBytes(of: descriptor, atMost: Self.maximumBytes + 1) else {
      throw failure(String(cString: strerror(errno)))
    }
    guard bytes.count <= Self.maximumBytes else { throw failure("it has more than \(Self.maximumBytes) bytes") }
    self.bytes = bytes
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0 || ![0, geteuid()].contains(status.st_uid)
  }
}
