import Platform

/// Reads up to so many bytes from where the descriptor stands; nil where that fails, with the reason in `errno`.
public func readBytes(of descriptor: Int32, atMost limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: min(limit, 65_536))
  while bytes.count < limit {
    let count = read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { break }
    bytes += chunk.prefix(count)
  }
  return bytes
}

/// Makes a file that was not there before, with these permissions from its first moment on, and writes it. What was
/// begun is removed where that fails.
///
/// - Parameter isDurable: whether the bytes are on the disk when this returns.
public func createFile(
  _ path: String, _ bytes: [UInt8], permissions: mode_t = 0o600, isDurable: Bool
) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
  guard descriptor >= 0 else { throw FileError("make", path) }
  var failure: FileError?
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      failure = FileError("write", path)
      break
    }
    rest = rest.dropFirst(count)
  }
  if failure == nil, isDurable, fsync(descriptor) != 0 { failure = FileError("write", path) }
  // Some file systems tell only here that the disk is full.
  if close(descriptor) != 0, failure == nil { failure = FileError("write", path) }
  if let failure {
    unlink(path)
    throw failure
  }
}

/// Why a file could not be made, written or removed.
public struct FileError: Error, Sendable, CustomStringConvertible {
  /// The reason with what was tried: `cannot write /x/y: No space left on device`.
  public let description: String
  /// The value of `errno`.
  public let code: Int32

  /// - Parameter verb: what was tried, as in “write”; the reason is `errno`.
  public init(_ verb: String, _ path: String) {
    code = errno
    description = "cannot \(verb) \(path): \(String(cString: strerror(code)))"
  }
}
