import OperatingSystem
import Platform

/// Reads and replaces files of lines.
enum TextFile {
  /// More than any session that a person would replay, and little enough for the memory of any machine.
  private static let maximumBytes = 256 << 20
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the lines without their ends. The last line need not have an end.
  static func lines(of path: String) throws(TranscriptError) -> [String] {
    var bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, maximumBytes: maximumBytes)
    } catch {
      throw TranscriptError("\(path): \(error.reason)")
    }
    // Some editors on Windows write it.
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    var lines: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw TranscriptError("\(path):\(lines.count + 1): this line is not UTF-8")
      }
      lines.append(text)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Replaces a file in one step, so that neither a reader nor a full disk leaves half of it.
  static func replace(_ path: String, with lines: [String]) throws(TranscriptError) {
    // A symbolic link stays, and its target is replaced.
    guard let resolved = realpath(path, nil) else { throw failure(path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0 else { throw failure(path) }
    let temporary = "\(target).\(getpid()).new"
    do {
      try createFile(temporary, Array(lines.map { $0 + "\n" }.joined().utf8), isDurable: false)
    } catch {
      throw TranscriptError(error.description)
    }
    guard chmod(temporary, status.st_mode & 0o7777) == 0, rename(temporary, target) == 0 else {
      let error = failure(path)
      unlink(temporary)
      throw error
    }
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> TranscriptError {
    TranscriptError("\(path): \(String(cString: strerror(code)))")
  }
}
