import OperatingSystem

/// A format that the library is written in. Raw values are wire names.
public enum LibraryExportFormat: String, CaseIterable, Sendable {
  case json, csv, letterboxd
}

/// Files that have been written.
public struct LibraryExport: Sendable {
  public private(set) var paths: [String] = []
  public let entries: Int
  public let viewings: Int

  /// Writes the entries. A file that exists is replaced when the new one is complete.
  public init(_ records: [LibraryEntry], as format: LibraryExportFormat, to path: String) throws(LibraryFileError) {
    let files: [[UInt8]]
    if format == .letterboxd {
      (files, entries, viewings) = LetterboxdTable.files(records)
    } else {
      files = [format == .json ? LibraryDocument.bytes(records) : LibraryTable.bytes(records)]
      entries = records.count
      viewings = records.reduce(0) { $0 + $1.viewings.count }
    }
    for (index, bytes) in files.enumerated() {
      let path = index == 0 ? path : Self.numbered(path, index + 1)
      do throws(FileError) { try Self.replace(path, bytes) } catch { throw .file(error) }
      paths.append(path)
    }
  }

  /// Replaces a regular file, also one that a link leads to, or makes it. Refuses a folder or a device.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    guard let status = fileStatus(path) else { return try replaceFile(path, bytes) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("write", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard let target = realpath(path, nil) else { throw FileError("write", path) }
    defer { free(target) }
    try replaceFile(String(cString: target), bytes)
  }

  /// The path with a number before its ending: `films-2.csv`.
  static func numbered(_ path: String, _ number: Int) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}

extension LibraryTable {
  /// Writes a file such as `movie-library-unmatched-trakt.csv` into the folder of a file that was imported. It replaces
  /// that of the import before from the same service.
  ///
  /// - Returns: the path; nil if there are no such rows, or the file cannot be written.
  public static func write(unmatched rows: [UnmatchedRow], of format: LibraryFormat, beside path: String) -> String? {
    guard !rows.isEmpty else { return nil }
    var path = path
    while path.hasSuffix("/"), path != "/" { path.removeLast() }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let written = "\(folder)movie-library-unmatched-\(format.rawValue).csv"
    return (try? LibraryExport.replace(written, bytes(unmatched: rows))).map { written }
  }
}
