import OperatingSystem
import Platform

/// Files of lines.
enum TextFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Without their ends; a last line that has no end counts.
  static func lines(of path: String) throws(TranscriptError) -> [String] {
    var bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path) } catch { throw failure(path, error.code) }
    // What some editors on Windows begin a file with is not the first line's.
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    var lines: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw TranscriptError("\(path):\(lines.count + 1): this is not UTF-8")
      }
      lines.append(text)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Writes a file anew, in one step: whoever reads it, and a full disk, never meets half of it.
  static func replace(_ path: String, with lines: [String]) throws(TranscriptError) {
    // The file itself, and not a link to it.
    guard let resolved = realpath(path, nil) else { throw failure(path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0 else { throw failure(path) }
    var name = Array((target + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure(path) }
    var code: Int32 = fchmod(descriptor, status.st_mode & 0o7777) == 0 ? 0 : errno
    do throws(WriteError) {
      if code == 0 { try writeAll(Array(lines.map { $0 + "\n" }.joined().utf8), to: descriptor) }
    } catch {
      code = error.code
    }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(name, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(name)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> TranscriptError {
    TranscriptError("\(path): \(String(cString: strerror(code)))")
  }
}
