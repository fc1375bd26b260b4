import Platform

/// The reason why a file is not a usable image.
public enum SectionImageError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read; the number is an errno(3).
  case unreadable(Int32)
  /// The file cannot be written; the number is an errno(3).
  case unwritable(Int32)
  case foreign
  /// The file was written in another version of the format.
  case otherVersion(found: UInt32, expected: UInt32)
  /// The file is incomplete, or has been changed; the text says where.
  case damaged(String)

  public var description: String {
    switch self {
    case .unreadable(let code): "the file cannot be read: \(String(cString: strerror(code)))"
    case .unwritable(let code): "the file cannot be written: \(String(cString: strerror(code)))"
    case .foreign: "the file is of another kind"
    case .otherVersion(let found, let expected):
      "the file has format \(found), and this program reads format \(expected)"
    case .damaged(let part): "the file is damaged (\(part))"
    }
  }
}
