import Platform

/// The reason why a file is not a usable index.
public enum IndexError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read; the number is an errno(3).
  case unreadable(Int32)
  /// The file cannot be written; the number is an errno(3).
  case unwritable(Int32)
  /// The file is something else.
  case foreign
  /// The file was written in another version of the format.
  case otherVersion(found: UInt32, expected: UInt32)
  /// The file is incomplete, or has been changed; the text says where.
  case damaged(String)

  public var description: String {
    switch self {
    case .unreadable(let code): "the file cannot be read: \(String(cString: strerror(code)))"
    case .unwritable(let code): "the file cannot be written: \(String(cString: strerror(code)))"
    case .foreign: "the file is not a search index"
    case .otherVersion(let found, let expected):
      "the search index has format \(found), and this program reads format \(expected)"
    case .damaged(let part): "the search index is damaged (\(part))"
    }
  }
}
