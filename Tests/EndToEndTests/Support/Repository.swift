import Foundation

/// The files of the package that tests read.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func lines(of file: String) throws -> [String] {
    // By bytes, because a CR LF is one Character and would not be recognized as a line end.
    try Data(contentsOf: root.appendingPathComponent(file)).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
