import OperatingSystem

/// The reason why a file of a library cannot be read or written.
public enum LibraryFileError: Error, Sendable, CustomStringConvertible {
  /// No file has the columns or members of a format.
  case unknownFormat(path: String)
  /// The files have other columns than the format that the user names.
  case otherFormat(LibraryFormat, path: String)
  /// The columns of a file fit several lists, and its name does not tell which one it is.
  case ambiguousList(file: String)
  /// A newer version of the program has written the file.
  case newerVersion(Int)
  case invalidJSON(file: String, reason: String)
  case damagedArchive(String)
  /// A name in the archive is absolute or leads out of it.
  case unsafeName(String)
  case tooLarge(path: String)
  case file(FileError)

  public var description: String {
    switch self {
    case .unknownFormat(let path): "\(path) is in none of the formats that can be imported: \(LibraryFormat.names)"
    case .otherFormat(let format, let path): "\(path) has no file in the format \(format.rawValue)"
    case .ambiguousList(let file):
      "\(file) may be Letterboxd's list of watched, liked or wanted films; name it as the export does: watched.csv, "
        + "likes/films.csv or watchlist.csv"
    case .newerVersion(let version): "a newer version of movie-server has written the file (version \(version))"
    case .invalidJSON(let file, let reason): "\(file) is not valid JSON: \(reason)"
    case .damagedArchive(let reason): "the ZIP archive cannot be read: \(reason)"
    case .unsafeName(let name): "the ZIP archive has a file outside of it: \(name.prefix(80).debugDescription)"
    case .tooLarge(let path): "\(path) has more than \(LibraryInput.maximumBytes >> 20) MiB or too many files"
    case .file(let error): error.description
    }
  }
}
