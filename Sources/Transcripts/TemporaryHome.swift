import Concurrency
import OperatingSystem
import Platform

/// An empty home folder for a server, which is removed afterwards.
struct TemporaryHome: Sendable {
  let path: String

  private static let existing = Mutex<Set<String>>([])

  init() throws(TranscriptError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/movie-server-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw TranscriptError("no folder can be made in \(folder): \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.path = path
    Self.existing.withLock { _ = $0.insert(path) }
  }

  /// The environment variables by which programs find their home.
  var variables: [String: String] {
    [
      "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config",
      "XDG_CACHE_HOME": path + "/cache", "XDG_STATE_HOME": path + "/state",
    ]
  }

  func remove() {
    Self.removeTree(path)
    Self.existing.withLock { _ = $0.remove(path) }
  }

  /// Removes all homes, for a process that must exit at once.
  static func removeAll() { for path in existing.withLock({ $0 }) { removeTree(path) } }

  private static func removeTree(_ path: String) {
    // Everything but a folder, also a link to a folder, is unlinked and not entered.
    guard unlink(path) != 0 else { return }
    for name in namesInFolder(path) { removeTree(path + "/" + name) }
    rmdir(path)
  }
}
