import Platform

/// Identifies a version of a file. The stamp changes when any process writes or replaces the file.
public struct FileStamp: Equatable, Sendable {
  private var file: FileIdentity
  /// In bytes.
  public private(set) var size: Int
  /// The seconds and nanoseconds of `st_mtim` and `st_ctim`.
  private var changes: [Int]

  /// Nil if there is no file.
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

  public var isEmpty: Bool { size == 0 }
}
