import MovieCore
import Platform

/// The search keys of all favorites, one after the other in memory, so that a filter costs no query while its text is
/// typed. They are read at the first filter after a change.
struct SearchKeys {
  /// With more favorites, SQLite searches the file: this table would be as large as all that the server has in memory.
  static let maximumCount = 20_000

  /// The favorites' revision whose keys these are.
  let revision: Int
  private var text: [UInt8] = []
  /// Where each key ends in `text`.
  private var ends: [Int] = []
  private var ids: [String] = []

  init(revision: Int) { self.revision = revision }

  /// The folded titles and names in which a filter searches, one in each line.
  static func key(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }

  mutating func append(_ key: some Sequence<UInt8>, of id: String) {
    text += key
    ends.append(text.count)
    ids.append(id)
  }

  /// The ids of the favorites whose keys contain a text, in the order in which they were appended.
  ///
  /// - Parameter searched: not empty.
  func ids(containing searched: String) -> [String] {
    let searched = Array(searched.utf8)
    var found: [String] = []
    var index = 0
    text.withUnsafeBytes { text in
      guard let start = text.baseAddress, let first = searched.first else { return }
      var position = 0
      while position < text.count, let match = memchr(start + position, Int32(first), text.count - position) {
        position = UnsafeRawPointer(match) - start
        while ends[index] <= position { index += 1 }
        // A text that begins in one key and ends in another is in none.
        if position + searched.count <= ends[index], memcmp(match, searched, searched.count) == 0 {
          found.append(ids[index])
          position = ends[index]
        } else {
          position += 1
        }
      }
    }
    return found
  }
}
