import CLinux
import MovieCore
import Platform

/// The search keys of the favorites that were starred by 64 consecutive revisions, as one value of the file.
///
/// A filter compares its text with every key, because it can be in the middle of a word and because all matches are
/// counted. In the rows of `favorite` the keys are far apart: SQLite would read the data of all movies. In blocks they
/// are one after the other, and the process holds none of them in memory.
///
/// A block exists only if all of its revisions are in the past, so a star writes none. What changes or removes a key
/// removes its block. A filter searches rows for which there is no block one by one; the store's thread makes the missing
/// blocks when nothing happens.
///
/// Rejected alternatives, for a million favorites: FTS5's trigrams would be written with every star, and do not find two
/// letters; a scan of one row for each key takes about 400 ms; the keys in memory take 90 MB in every process, and half a
/// second after each start. Blocks need 60 to 120 ms.
struct SearchBlock {
  /// The number of revisions in a block.
  static let capacity = 64

  /// The number of the block of a favorite, by the revision that starred it.
  static func number(of added: Int) -> Int { added >> 6 }

  /// The revisions of a block; nil if none of its numbers is a valid one.
  static func revisions(of number: Int) -> Range<Int>? {
    guard (0...self.number(of: FavoritesFile.revisions.upperBound)).contains(number) else { return nil }
    return number * capacity..<(number + 1) * capacity
  }

  /// The folded titles and names in which a filter searches, one in each line.
  static func key(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }

  let number: Int
  /// The end of each revision's key in `text`; a revision whose key is missing or empty has the end of the one before.
  private var ends: [UInt32] = []
  private var text: [UInt8] = []

  init(number: Int) { self.number = number }

  /// Adds the key of a favorite that was starred by one of the block's revisions, in their order.
  mutating func append(_ key: some Sequence<UInt8>, of added: Int) {
    fillEnds(upTo: added - number * Self.capacity)
    text += key
  }

  private mutating func fillEnds(upTo index: Int) {
    while ends.count < index { ends.append(UInt32(text.count)) }
  }

  /// The value that is stored: the ends in little-endian order, then the keys.
  var bytes: [UInt8] {
    var filled = self
    filled.fillEnds(upTo: Self.capacity)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.capacity * 4 + text.count)
    for end in filled.ends { withUnsafeBytes(of: end.littleEndian) { bytes += $0 } }
    return bytes + text
  }

  /// Appends the revisions that starred the favorites whose keys contain a text.
  ///
  /// - Parameters:
  ///   - searched: not empty.
  ///   - bytes: the stored value.
  ///   - revisions: those of the block.
  /// - Returns: whether the value is valid; nothing is appended otherwise.
  static func search(
    _ searched: [UInt8], in bytes: UnsafeRawBufferPointer, _ revisions: Range<Int>, into found: inout [Int]
  ) -> Bool {
    guard bytes.count >= capacity * 4, let start = bytes.baseAddress?.advanced(by: capacity * 4) else { return false }
    let size = bytes.count - capacity * 4
    func end(_ index: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
    }
    var previous = 0
    for index in 0..<capacity {
      guard end(index) >= previous else { return false }
      previous = end(index)
    }
    guard previous == size else { return false }
    var index = 0
    var position = 0
    while position < size, let match = memmem(start + position, size - position, searched, searched.count) {
      position = UnsafeRawPointer(match) - UnsafeRawPointer(start)
      while end(index) <= position { index += 1 }
      // A text that begins in one key and ends in another is in none.
      if position + searched.count <= end(index) {
        found.append(revisions.lowerBound + index)
        position = end(index)
      } else {
        position += 1
      }
    }
    return true
  }
}
