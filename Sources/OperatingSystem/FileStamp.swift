import Platform

/// A file as it is at one time: another stamp as soon as the file was replaced or written, by whichever process.
public struct FileStamp: Equatable, Sendable {
  private var file: FileIdentity
  private var size: Int
  /// Of the last change of its contents and of its permissions, in nanoseconds.
  private var changes: [Int]

  /// Nil where there is no file.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    file = FileIdentity(status)
    size = Int(status.st_size)
    changes = times.flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
  }

  /// Whether the file had no bytes.
  public var isEmpty: Bool { size == 0 }
}
