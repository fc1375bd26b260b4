import Platform

/// Opens a regular file for reading. It refuses a pipe, which could wait forever for a writer, and a device, which may
/// have no end. The caller closes the descriptor.
public func openRegularFile(_ path: String) throws(FileError) -> (descriptor: Int32, status: stat) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { throw FileError("read", path) }
  var status = stat()
  let hasStatus = fstat(descriptor, &status) == 0
  if hasStatus, status.st_mode & S_IFMT == S_IFREG { return (descriptor, status) }
  let failure =
    hasStatus
    ? FileError(
      "read", path, reason: "it is not a regular file", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    : FileError("read", path)
  close(descriptor)
  throw failure
}

/// The names of the entries of a folder, in no order; empty if it cannot be read.
public func namesInFolder(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

public func readFile(_ path: String, maximumBytes: Int) throws(FileError) -> [UInt8] {
  let (descriptor, _) = try openRegularFile(path)
  defer { close(descriptor) }
  // One byte more, because the file may grow.
  guard let bytes = readBytes(of: descriptor, atMost: maximumBytes + 1) else { throw FileError("read", path) }
  guard bytes.count <= maximumBytes else {
    throw FileError("read", path, reason: "it has more than \(maximumBytes) bytes", code: EFBIG)
  }
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

public struct WriteError: Error, Sendable {
  public var code: Int32
  public var bytesWritten: Int
}

/// Writes all bytes to a descriptor. Unless it `waits`, a full non-blocking descriptor is an error, `EAGAIN`.
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

/// Opens a file for appending, and creates it with access for its owner only. A pipe that nobody reads is an error:
/// opening it would wait for a reader.
public func openForAppending(_ path: String) throws(FileError) -> Int32 {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
  guard descriptor >= 0 else {
    guard errno == ENXIO else { throw FileError("write", path) }
    throw FileError("write", path, reason: "it is a pipe that no program reads", code: ENXIO)
  }
  // Writes may wait.
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  return descriptor
}

public struct FileError: Error, Sendable, CustomStringConvertible {
  /// The reason with the operation: `cannot write /x/y: No space left on device`.
  public let description: String
  /// The reason alone: `No space left on device`.
  public let reason: String
  public let code: Int32

  public init(_ verb: String, _ path: String, code: Int32 = errno) {
    self.init(verb, path, reason: String(cString: strerror(code)), code: code)
  }

  fileprivate init(_ verb: String, _ path: String, reason: String, code: Int32) {
    (self.code, self.reason) = (code, reason)
    description = "cannot \(verb) \(path): \(reason)"
  }

  init(timedOutLocking folder: String) {
    code = ETIMEDOUT
    reason = "another process keeps its folder locked"
    description = "another process keeps \(folder) locked"
  }

  /// Whether another process held a lock for too long. The same call may succeed later.
  public var isTimeout: Bool { code == ETIMEDOUT }
}
