import CLinux

extension LibraryFile {
  /// Returns the numbers of the entries whose titles or names contain a text that is not empty, in their order, in which
  /// SQLite makes a table of them soonest.
  ///
  /// The text can be in the middle of a word, and all matches are counted, so every key is read, from the index that has
  /// all of them: about 10 ms for 100,000 entries. FTS5's trigrams would not find two letters.
  func entries(containing text: String) throws -> [Int] {
    let searched = Array(text.utf8)
    return try database.all("SELECT number, search_key, id FROM entry") { row in
      let isMatch = row.withBytes(1) { key in
        key.baseAddress.map { memmem($0, key.count, searched, searched.count) != nil } ?? false
      }
      return isMatch && MovieID(row.text(2)) != nil ? row.int(0) : nil
    }.sorted()
  }

  /// The folded titles and names in which a filter searches, one in each line.
  static func searchKey(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }
}
