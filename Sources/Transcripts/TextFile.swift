import OperatingSystem
import Platform

/// Reads files of lines.
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

  private static func failure(_ path: String, _ code: Int32 = errno) -> TranscriptError {
    TranscriptError("\(path): \(String(cString: strerror(code)))")
  }
}
