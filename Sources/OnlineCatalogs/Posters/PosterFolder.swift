import MovieCore
import OperatingSystem
import Platform

/// The folder of a poster cache. A file's name is a hash of its image's URL, and its modification time is the time of
/// its last use.
///
/// Several processes share the folder without a lock: a file appears complete, by renaming, and may disappear at any
/// time. The folder contains regular files only; a symbolic link in it is not followed.
struct PosterFolder: Sendable {
  let path: String

  /// The first part of the file name for an image's URL.
  static func name(of url: String) -> String { StableHash.hexadecimal(url) }

  /// The number of bytes that are read to find the image's width.
  private static let headerBytes = 65_536
  /// The maximum age of an unfinished file, in seconds. An older one was left by a process that was killed.
  private static let writingSeconds = 600

  // MARK: Files

  /// Returns the file with this name and marks it as used; nil if there is none.
  func find(_ name: String) -> PosterFile? {
    for kind in ImageHeader.Kind.allCases {
      let path = "\(path)/\(name).\(kind.fileExtension)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
        let bytes = readBytes(of: descriptor, atMost: Self.headerBytes),
        let header = ImageHeader(bytes), header.kind == kind
      else { continue }
      touch(descriptor)
      return PosterFile(path: path, width: header.size?.width, bytes: Int(status.st_size), mimeType: kind.mimeType)
    }
    return nil
  }

  /// Writes a file, so that other processes see all of it or nothing.
  func add(_ name: String, _ header: ImageHeader, _ bytes: [UInt8]) throws(FileError) -> PosterFile {
    let final = "\(path)/\(name).\(header.kind.fileExtension)"
    let temporary = "\(path)/\(name).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
    makeDirectory(path)
    // Not synchronized to disk: an image that is lost in a power failure is downloaded again. An empty file or a file
    // of zeros, which may remain, does not count as an image.
    try createFile(temporary, bytes, isDurable: false)
    touch(AT_FDCWD, temporary)
    guard rename(temporary, final) == 0 else {
      let error = FileError("write", final)
      unlink(temporary)
      throw error
    }
    return PosterFile(path: final, width: header.size?.width, bytes: bytes.count, mimeType: header.kind.mimeType)
  }

  /// Sets the modification time to now. The time that the kernel sets is too coarse, by milliseconds, to preserve the
  /// order of use.
  ///
  /// - Parameter name: nil for the descriptor's own file.
  private func touch(_ descriptor: Int32, _ name: String? = nil) {
    let now = time(of: CLOCK_REALTIME)
    _ = [now, now].withUnsafeBufferPointer { times in
      if let name {
        utimensat(descriptor, name, times.baseAddress, AT_SYMLINK_NOFOLLOW)
      } else {
        futimens(descriptor, times.baseAddress)
      }
    }
  }

  // MARK: Cleaning

  private struct Entry {
    var name: String
    var bytes: Int
    var used: (seconds: Int, nanoseconds: Int)
  }

  /// Removes the least recently used files until no more than `limitBytes` are left, but never the most recent one.
  /// Also removes the unfinished files of killed processes.
  func clean(downTo limitBytes: Int) {
    var files: [Entry] = []
    let now = time(of: CLOCK_REALTIME)
    for entry in entries() {
      if entry.name.hasSuffix(".tmp") {
        if entry.used.seconds < Int(now.tv_sec) - Self.writingSeconds { unlink("\(path)/\(entry.name)") }
      } else {
        files.append(entry)
      }
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    files.sort { ($0.used.seconds, $0.used.nanoseconds, $0.name) < ($1.used.seconds, $1.used.nanoseconds, $1.name) }
    for file in files.dropLast() {
      guard total > limitBytes else { return }
      unlink("\(path)/\(file.name)")
      total -= file.bytes
    }
  }

  /// The regular files with names of this cache. Symbolic links with such names are removed.
  private func entries() -> [Entry] {
    var entries: [Entry] = []
    for name in namesInFolder(path) where Self.isCacheFile(name) {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        #if canImport(Darwin)
          let used = status.st_mtimespec
        #else
          let used = status.st_mtim
        #endif
        entries.append(Entry(name: name, bytes: Int(status.st_size), used: (Int(used.tv_sec), Int(used.tv_nsec))))
      case S_IFLNK: unlink("\(path)/\(name)")
      default: break
      }
    }
    return entries
  }

  private static func isCacheFile(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].utf8.count == 32, parts[0].utf8.allSatisfy({ $0.isASCIIHexDigit }) else {
      return false
    }
    // Earlier versions have stored SVG files too.
    return parts.last == "tmp" || parts == [parts[0], "svg"]
      || ImageHeader.Kind.allCases.contains { $0.fileExtension == parts[1] && parts.count == 2 }
  }
}
