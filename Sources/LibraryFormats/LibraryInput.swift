import Notes
import OperatingSystem

/// The files of an export: one file, those of a ZIP archive, or those of a folder.
public struct LibraryInput: Sendable {
  /// A file of the export.
  struct File: Sendable {
    /// Its path in the archive or folder, with slashes.
    var name: String
    var bytes: [UInt8]

    /// The parts of the path, in lowercase.
    var path: [String] { name.lowercased().split(separator: "/").map(String.init) }
    /// The last part without its ending.
    var stem: String { path.last.map { String($0.prefix { $0 != "." }) } ?? "" }
  }

  var files: [File]
  let path: String
  private let format: LibraryFormat?

  /// The most that is read, decompressed.
  public static let maximumBytes = 256 << 20
  static let maximumFiles = 10_000
  private static let maximumDepth = 4

  init(files: [File], path: String) { (self.files, self.path, format) = (files, path, nil) }

  /// Reads a file, an archive or a folder. Of archives and folders it reads the notes, if that is the format, or else
  /// CSV and JSON.
  public init(path: String, format: LibraryFormat? = nil) throws(LibraryFileError) {
    (files, self.path, self.format) = ([], path, format)
    guard let status = fileStatus(path) else { throw .file(FileError("read", path)) }
    if status.st_mode & S_IFMT == S_IFDIR {
      var budget = Self.maximumBytes
      try add(folder: path, prefix: "", depth: 1, &budget)
      files.sort { $0.name < $1.name }
    } else {
      let bytes = try Self.read(path, atMost: Self.maximumBytes)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      files = try ZIPArchive.isArchive(bytes) ? ZIPArchive.files(of: bytes, format) : [File(name: name, bytes: bytes)]
    }
  }

  /// Whether a file of this name may be of use.
  static func isWanted(_ name: String, _ format: LibraryFormat?) -> Bool {
    let parts = name.lowercased().split(separator: "/")
    guard let last = parts.last, !parts.contains(where: { $0.hasPrefix(".") || $0 == "__macosx" }) else { return false }
    if format == .notes { return Markup(fileName: name) != nil }
    return last.hasSuffix(".csv") || last.hasSuffix(".json") || last.hasSuffix(".tsv")
  }

  private mutating func add(folder: String, prefix: String, depth: Int, _ budget: inout Int) throws(LibraryFileError) {
    guard access(folder, R_OK | X_OK) == 0 else { throw .file(FileError("read", folder)) }
    for name in namesInFolder(folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      // Symbolic links are left out: they may lead anywhere, also in a circle.
      guard let status = fileStatus(path, followsLinks: false) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR, depth < Self.maximumDepth {
        try add(folder: path, prefix: prefix + name + "/", depth: depth + 1, &budget)
      } else if status.st_mode & S_IFMT == S_IFREG, Self.isWanted(name, format) {
        let bytes = try Self.read(path, atMost: budget)
        budget -= bytes.count
        files.append(File(name: prefix + name, bytes: bytes))
        guard files.count <= Self.maximumFiles else { throw .tooLarge(path: folder) }
      }
    }
  }

  private static func read(_ path: String, atMost limit: Int) throws(LibraryFileError) -> [UInt8] {
    do throws(FileError) {
      return try readFile(path, maximumBytes: limit)
    } catch {
      throw error.code == EFBIG ? .tooLarge(path: path) : .file(error)
    }
  }
}
