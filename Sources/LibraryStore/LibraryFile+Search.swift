import CLinux

/// The keys of all entries in which a filter searches, one after the other, as one state of the file has them.
struct SearchKeys {
  private let revision: Int
  private let dataVersion: Int
  private var text: [UInt8] = []
  private var entries: [(number: Int, end: Int)] = []

  /// Reads the keys from the index that has all of them: about 10 ms for 100,000 entries.
  fileprivate init(of file: LibraryFile) throws {
    (revision, dataVersion) = (file.libraryState.revision, file.dataVersion)
    entries = try file.database.all("SELECT number, id, search_key FROM entry") { row in
      guard MovieID(row.text(1)) != nil else { return nil }
      row.withBytes(2) { text += $0 }
      return (row.int(0), text.count)
    }
  }

  fileprivate func isCurrent(in file: LibraryFile) -> Bool {
    revision == file.libraryState.revision && dataVersion == file.dataVersion
  }

  /// The numbers of the entries whose keys contain a text that is not empty, in no particular order.
  fileprivate func entries(containing searched: [UInt8]) -> [Int] {
    var found: [Int] = []
    text.withUnsafeBytes { bytes in
      var (index, position) = (0, 0)
      while let start = bytes.baseAddress,
        let match = memmem(start + position, bytes.count - position, searched, searched.count)
      {
        position = UnsafeRawPointer(match) - start
        while entries[index].end <= position { index += 1 }
        // A text that begins in one key and ends in another is in none.
        let isInside = position + searched.count <= entries[index].end
        if isInside { found.append(entries[index].number) }
        position = isInside ? entries[index].end : position + 1
      }
    }
    return found
  }
}

extension LibraryFile {
  /// Returns the numbers of the entries whose titles or names contain a text that is not empty, in their order, in which
  /// SQLite makes a table of them soonest.
  ///
  /// The text can be in the middle of a word, and all matches are counted, so every key is compared. They are in memory
  /// from one change to the next, since a user types a filter letter by letter. FTS5's trigrams would not find two letters.
  func entries(containing text: String) throws -> [Int] {
    if searchKeys?.isCurrent(in: self) != true { searchKeys = try SearchKeys(of: self) }
    return searchKeys?.entries(containing: Array(text.utf8)).sorted() ?? []
  }

  /// The folded titles and names in which a filter searches, one in each line.
  static func searchKey(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }
}
