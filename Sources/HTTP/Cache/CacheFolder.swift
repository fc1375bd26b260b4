import OperatingSystem

/// A folder of cached files. Those with the oldest modification times are removed first.
///
/// Several processes share the folder without a lock: a file appears complete, by renaming, and may disappear at any
/// time. Only regular files with names of this cache are used; symbolic links with such names are removed.
public final class CacheFolder: Sendable {
  public let path: String
  private let limitBytes: Int
  private let maximumAge: Int
  private let suffixes: [String]
  /// The bytes written since this process last cleaned. Each process cleans when it first writes: it may end soon.
  private let writtenBytes: Mutex<Int>

  /// The maximum age of an unfinished file, in seconds. An older one was left by a process that was killed.
  private static let writingSeconds = 600
  /// The space that the smallest file counts, as on most disks.
  private static let blockBytes = 4_096

  /// - Parameter limitBytes: the maximum total size. The folder is cleaned when a twentieth of it was written.
  public init(path: String, limitBytes: Int, maximumAge: Int = .max, suffixes: [String]) {
    (self.path, self.limitBytes, self.maximumAge, self.suffixes) = (path, limitBytes, maximumAge, suffixes)
    writtenBytes = Mutex(limitBytes)
  }

  public static func name(of key: String, _ suffix: String) -> String { "\(StableHash.hexadecimal(key)).\(suffix)" }

  /// The first bytes of a file and its whole size; nil if there is none. A use makes it the newest file.
  public func read(_ name: String, atMost limit: Int, isUse: Bool) -> (bytes: [UInt8], size: Int)? {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let bytes = readBytes(of: descriptor, atMost: limit)
    else { return nil }
    if isUse { touch { futimens(descriptor, $0) } }
    return (bytes, Int(status.st_size))
  }

  /// Writes a file, so that other processes see all of it or nothing.
  ///
  /// It is not synchronized to the disk: after a power failure it may be empty or zeros, which its reader must notice.
  public func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    let temporary = "\(path)/\(name.prefix(32)).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
    makeDirectory(path)
    try replaceFile("\(path)/\(name)", bytes, temporary: temporary, isDurable: false)
    touch { utimensat(AT_FDCWD, "\(path)/\(name)", $0, AT_SYMLINK_NOFOLLOW) }
    cleanIfDue(bytes.count)
  }

  public func remove(_ name: String) { unlink("\(path)/\(name)") }

  /// Sets a modification time to now. The time that the kernel sets is too coarse, by milliseconds, to preserve the order.
  private func touch(_ set: (UnsafePointer<timespec>?) -> Int32) {
    let now = time(of: CLOCK_REALTIME)
    _ = [now, now].withUnsafeBufferPointer { set($0.baseAddress) }
  }

  /// Cleans on a thread of its own, down to a tenth below the limit, which leaves room until the next time.
  private func cleanIfDue(_ bytes: Int) {
    let isDue = writtenBytes.withLock { written in
      written += max(bytes, Self.blockBytes)
      guard written > limitBytes / 20 else { return false }
      written = 0
      return true
    }
    guard isDue else { return }
    // Without a thread, the next file but some tries again.
    try? startThread { [self] in clean(downTo: limitBytes - limitBytes / 10) }
  }

  private struct Entry {
    var name: String
    var bytes: Int
    var used: (seconds: Int, nanoseconds: Int)
  }

  /// Removes the oldest files until no more than `limitBytes` are left, but never the newest one; and what is too old.
  func clean(downTo limitBytes: Int) {
    let now = Int(time(of: CLOCK_REALTIME).tv_sec)
    var files: [Entry] = []
    for entry in entries() {
      let isUnfinished = entry.name.hasSuffix(".tmp")
      if now - entry.used.seconds > (isUnfinished ? Self.writingSeconds : maximumAge) {
        remove(entry.name)
      } else if !isUnfinished {
        files.append(entry)
      }
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    files.sort { ($0.used.seconds, $0.used.nanoseconds, $0.name) < ($1.used.seconds, $1.used.nanoseconds, $1.name) }
    for file in files.dropLast() {
      guard total > limitBytes else { return }
      remove(file.name)
      total -= file.bytes
    }
  }

  private func entries() -> [Entry] {
    var entries: [Entry] = []
    for name in namesInFolder(path) where isCacheFile(name) {
      guard let status = fileStatus("\(path)/\(name)", followsLinks: false) else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        let used = status.st_mtimespec
        let bytes = max(Int(status.st_size), Self.blockBytes)
        entries.append(Entry(name: name, bytes: bytes, used: (Int(used.tv_sec), Int(used.tv_nsec))))
      case S_IFLNK: remove(name)
      default: break
      }
    }
    return entries
  }

  private func isCacheFile(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts[0].utf8.count == 32 && parts[0].utf8.allSatisfy({ $0.isASCIIHexDigit })
      && (parts.count == 2 && suffixes.contains(String(parts[1])) || parts.count > 2 && parts.last == "tmp")
  }
}
