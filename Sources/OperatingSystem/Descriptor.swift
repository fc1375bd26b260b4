import Platform

/// Reads a whole file.
public func readFile(_ path: String) throws(FileError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError("read", path) }
  defer { close(descriptor) }
  guard let bytes = readBytes(of: descriptor, atMost: .max) else { throw FileError("read", path) }
  return bytes
}

/// Reads up to `limit` bytes from the descriptor's current offset. Returns nil on error, with the reason in `errno`.
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

/// A write that failed before its end.
public struct WriteError: Error, Sendable {
  /// The value of `errno`.
  public var code: Int32
  /// The number of bytes that were written before.
  public var bytesWritten: Int
}

/// Writes all bytes to a descriptor.
///
/// - Parameter waits: whether a full non-blocking descriptor is waited for; otherwise it is an error, `EAGAIN`.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32, waits: Bool = false) throws(WriteError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if waits, errno == EAGAIN {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, -1)
    } else if errno != EINTR {
      throw WriteError(code: errno, bytesWritten: bytes.count - rest.count)
    }
  }
}

/// Creates a file that must not exist yet, which only its owner can access from the start, and writes it. If that
/// fails, the incomplete file is removed.
///
/// - Parameter isDurable: whether the bytes are on the disk when this returns.
public func createFile(_ path: String, _ bytes: [UInt8], isDurable: Bool) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw FileError("create", path) }
  var failure: FileError?
  do throws(WriteError) {
    try writeAll(bytes, to: descriptor)
  } catch {
    failure = FileError("write", path, code: error.code)
  }
  if failure == nil, isDurable, fsync(descriptor) != 0 { failure = FileError("write", path) }
  // Some file systems report a full disk only here.
  if close(descriptor) != 0, failure == nil { failure = FileError("write", path) }
  if let failure {
    unlink(path)
    throw failure
  }
}

/// The reason why a file could not be created, read, written or removed.
public struct FileError: Error, Sendable, CustomStringConvertible {
  /// The reason with the operation: `cannot write /x/y: No space left on device`.
  public let description: String
  /// The value of `errno`.
  public let code: Int32

  /// - Parameters:
  ///   - verb: the operation, such as “write”.
  ///   - code: the value of `errno`.
  public init(_ verb: String, _ path: String, code: Int32 = errno) {
    self.code = code
    description = "cannot \(verb) \(path): \(String(cString: strerror(code)))"
  }

  /// Another process held the lock of a folder for too long.
  init(timedOutLocking folder: String) {
    code = ETIMEDOUT
    description = "another process keeps \(folder) locked"
  }

  /// Whether another process held a lock for too long. The same call may succeed later.
  public var isTimeout: Bool { code == ETIMEDOUT }
}
