import Concurrency
import Platform

/// A home folder for a server that is verified: empty, and gone afterwards.
struct TemporaryHome: Sendable {
  let path: String

  /// Those that are there.
  private static let all = Mutex<Set<String>>([])

  /// This process, which is there as long as they are.
  static var owner: Int32 { getpid() }

  init() throws(TranscriptError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/movie-server-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw TranscriptError("\(folder): \(String(cString: strerror(errno)))") }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.path = path
    Self.all.withLock { _ = $0.insert(path) }
  }

  /// What leads programs there.
  var variables: [String: String] {
    [
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config",
      "XDG_CACHE_HOME": path + "/cache", "XDG_STATE_HOME": path + "/state",
    ]
  }

  func remove() {
    Self.remove(path)
    Self.all.withLock { _ = $0.remove(path) }
  }

  /// Removes all that are there; for a process that has to end at once.
  static func removeAll() { for path in all.withLock({ $0 }) { remove(path) } }

  private static func remove(_ path: String) {
    // What is no folder, a link to one too, is unlinked and not entered.
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { remove(path + "/" + name) }
    }
    closedir(folder)
    rmdir(path)
  }
}
