import CLinux

/// The keys of all entries in which a filter searches, one after the other, as one state of the file has them.
struct SearchKeys {
  fileprivate let state: (revision: Int, dataVersion: Int)
  private var text: [UInt8] = []
  private var entries: [(number: Int, end: Int)] = []

  /// Reads the keys from the index that has all of them: about 10 ms for 100,000 entries.
  fileprivate init(of file: LibraryFile) throws {
    state = (file.libraryState.revision, file.dataVersion)
    entries = try file.database.all("SELECT number, id, search_key FROM entry") { row in
      // A row without a valid id is no entry, so it is never found.
      if MovieID(row.text(1)) != nil { row.withBytes(2) { text += $0 } }
      return (row.int(0), text.count)
    }
  }

  /// How many entries' keys contain a text, and the numbers of these entries or, if those are fewer, of the others, in
  /// their order, in which SQLite makes a table of them soonest. No key contains the empty text.
  fileprivate func entries(containing searched: [UInt8]) -> (count: Int, areOthers: Bool, numbers: [Int]) {
    var isFound = [Bool](repeating: false, count: entries.count)
    var count = 0
    text.withUnsafeBytes { bytes in
      var (index, position) = (0, 0)
      while !searched.isEmpty, let start = bytes.baseAddress,
        let match = memmem(start + position, bytes.count - position, searched, searched.count)
      {
        position = UnsafeRawPointer(match) - start
        while entries[index].end <= position { index += 1 }
        // A text that begins in one key and ends in another is in none.
        let isInside = position + searched.count <= entries[index].end
        if isInside { (isFound[index], count) = (true, count + 1) }
        position = isInside ? entries[index].end : position + 1
      }
    }
    let areOthers = count > entries.count / 2
    let places = entries.indices.filter { isFound[$0] != areOthers }
    return (count, areOthers, places.map { entries[$0].number }.sorted())
  }
}

extension LibraryFile {
  /// Selects the entries whose titles or names contain a text, and returns how many there are.
  ///
  /// The text can be in the middle of a word, and all matches are counted, so every key is compared. They are in memory
  /// from one change to the next, since a user types a filter letter by letter. FTS5's trigrams would not find two letters.
  func select(containing text: String, _ condition: inout EntryCondition) throws -> Int {
    let state = (libraryState.revision, dataVersion)
    let keys = if let searchKeys, searchKeys.state == state { searchKeys } else { try SearchKeys(of: self) }
    searchKeys = keys
    let found = keys.entries(containing: Array(text.utf8))
    // With a sign the number is not what SQLite reads first, so it stops in the order's index at the end of the page.
    let number = found.count > libraryState.total / 10 ? "+number" : "number"
    condition.add(
      "\(number) \(found.areOthers ? "NOT IN" : "IN") (SELECT value FROM json_each(?))", .text(found.numbers.jsonText))
    return found.count
  }

  /// The folded titles and names in which a filter searches, one in each line.
  static func searchKey(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }
}
