import MovieCore
import OperatingSystem
import Platform

/// The folder of a poster cache: files named by their picture's address, and how recently each was used, which is kept
/// as its time of modification.
///
/// Several processes share the folder without a lock: a file comes complete, by a renaming, and may go at any time. It
/// holds plain files only; a link that somebody puts there is not followed.
struct PosterFolder: Sendable {
  let path: String

  /// A picture's address as the first part of a file's name.
  static func name(of url: String) -> String { StableHash.hexadecimal(url) }

  /// How much of a file is read to learn its width.
  private static let headerBytes = 65_536
  /// How long a file that is being written may take, in seconds: an older one is a killed process's.
  private static let writingSeconds = 600

  // MARK: Files

  /// The file of that name, which counts as used now; nil where there is none.
  func find(_ name: String) -> PosterFile? {
    for kind in ImageHeader.Kind.allCases {
      let path = "\(path)/\(name).\(kind.suffix)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
        let bytes = readBytes(of: descriptor, atMost: Self.headerBytes),
        let header = ImageHeader(bytes, isSVG: kind == .svg), header.kind == kind
      else { continue }
      touch(descriptor)
      return PosterFile(path: path, width: header.width, bytes: Int(status.st_size), mimeType: kind.mimeType)
    }
    return nil
  }

  /// Writes a file, so that others find all of it or nothing.
  func add(_ name: String, _ header: ImageHeader, _ bytes: [UInt8]) throws(FileError) -> PosterFile {
    let final = "\(path)/\(name).\(header.kind.suffix)"
    let temporary = "\(path)/\(name).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
    makeDirectory(path)
    // Not forced to the disk: what a power cut takes is fetched again. What it may leave behind, an empty file or one
    // of zeros, does not count as one.
    try createFile(temporary, bytes, isDurable: false)
    touch(AT_FDCWD, temporary)
    guard rename(temporary, final) == 0 else {
      let error = FileError("write", final)
      unlink(temporary)
      throw error
    }
    return PosterFile(path: final, width: header.width, bytes: bytes.count, mimeType: header.kind.mimeType)
  }

  /// Not by the kernel's own time of writing, whose clock stands still for milliseconds: the order of use would be lost.
  ///
  /// - Parameter name: nil for the file of the descriptor.
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

  /// Removes what was used least recently until no more than so many bytes are left, never the file used last, and
  /// what killed processes have left behind.
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

  /// The plain files that are this cache's by their names; links of such names are removed.
  private func entries() -> [Entry] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard Self.isOurs(name), fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        #if canImport(Darwin)
          let used = status.st_mtimespec
        #else
          let used = status.st_mtim
        #endif
        entries.append(Entry(name: name, bytes: Int(status.st_size), used: (Int(used.tv_sec), Int(used.tv_nsec))))
      case S_IFLNK: unlinkat(dirfd(folder), name, 0)
      default: break
      }
    }
    return entries
  }

  private static func isOurs(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].utf8.count == 32, parts[0].utf8.allSatisfy({ $0.isASCIIHexDigit }) else {
      return false
    }
    return parts.last == "tmp" || ImageHeader.Kind.allCases.contains { $0.suffix == parts[1] && parts.count == 2 }
  }
}
