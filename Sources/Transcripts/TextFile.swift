import Platform

/// Files of lines.
enum TextFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Without their ends; a last line that has no end counts.
  static func lines(of path: String) throws(TranscriptError) -> [String] {
    guard let file = fopen(path, "r") else { throw failure(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk.prefix(count) }
    guard ferror(file) == 0 else { throw failure(path) }
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
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    var isWritten = fchmod(descriptor, status.st_mode & 0o7777) == 0
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = errno == EINTR }
    }
    isWritten = close(descriptor) == 0 && isWritten && rename(name, target) == 0
    guard isWritten else {
      let error = failure(path)
      unlink(name)
      throw error
    }
  }

  private static func failure(_ path: String) -> TranscriptError {
    TranscriptError("\(path): \(String(cString: strerror(errno)))")
  }
}
