import OperatingSystem
import Platform

/// Reads the configuration file.
enum ConfigurationFile {
  private static let maximumBytes = 1 << 20

  /// Returns the contents of the file. Never waits for a writer, as for one of a pipe.
  ///
  /// - Parameter isOptional: whether the result for a file that cannot be opened is nil.
  static func read(_ path: String, isOptional: Bool) throws(UsageError) -> [UInt8]? {
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
    guard let bytes = readBytes(of: descriptor, atMost: maximumBytes + 1) else {
      throw failure(String(cString: strerror(errno)))
    }
    guard bytes.count <= maximumBytes else { throw failure("it has more than \(maximumBytes) bytes") }
    return bytes
  }
}
