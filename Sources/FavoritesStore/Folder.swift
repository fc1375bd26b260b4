#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path leads to: another one after a removal or a replacement.
struct FileIdentity: Equatable {
  var device: UInt64
  var inode: UInt64

  /// Nil where there is no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Makes a folder and those above it, for their owner only. Failure shows when the folder is used.
func makeDirectory(_ path: String) {
  guard !path.isEmpty, access(path, F_OK) != 0 else { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeDirectory(String(path[..<slash])) }
  mkdir(path, 0o700)
}
