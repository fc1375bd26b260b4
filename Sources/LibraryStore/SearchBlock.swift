import CLinux
import MovieCore
import Platform

/// The search keys of 64 entries with consecutive numbers, as one value of the file.
///
/// A filter compares its text with every key, because it can be in the middle of a word and because all matches are
/// counted. In the rows of `entry` the keys are far apart. In blocks they
/// are one after the other, and the process holds none of them in memory.
///
/// A block exists only if there is an entry after its last, so a new entry writes none. What changes or removes a key
/// removes its block. A filter searches rows for which there is no block one by one; the store's thread makes the missing
/// blocks when nothing happens.
///
/// Rejected alternatives, for a million favorites: FTS5's trigrams would be written with every star, and do not find two
/// letters; a scan of one row for each key takes about 400 ms; the keys in memory take 90 MB in every process, and half a
/// second after each start. Blocks need 60 to 120 ms.
struct SearchBlock {
  /// The number of entries in a block.
  static let capacity = 64

  /// The block of an entry.
  static func block(of number: Int) -> Int { number >> 6 }

  /// The numbers of a block's entries; nil if none can be one.
  static func numbers(of block: Int) -> Range<Int>? {
    guard (0...self.block(of: 1 << 53)).contains(block) else { return nil }
    return block * capacity..<(block + 1) * capacity
  }

  /// The folded titles and names in which a filter searches, one in each line.
  static func key(of movie: Movie) -> String {
    ([movie.title, movie.originalTitle].compactMap(\.self) + movie.directors + movie.cast)
      .map(TextFolding.fold).joined(separator: "\n")
  }

  let block: Int
  /// The end of each entry's key in `text`; an entry that is missing, or whose key is empty, has the end of the one
  /// before.
  private var ends: [UInt32] = []
  private var text: [UInt8] = []

  init(block: Int) { self.block = block }

  /// Adds the key of an entry of the block, in the order of the numbers.
  mutating func append(_ key: some Sequence<UInt8>, of number: Int) {
    fillEnds(upTo: number - block * Self.capacity)
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

  /// Appends the numbers of the entries whose keys contain a text.
  ///
  /// - Parameters:
  ///   - searched: not empty.
  ///   - bytes: the stored value.
  ///   - numbers: those of the block.
  /// - Returns: whether the value is valid; nothing is appended otherwise.
  static func search(
    _ searched: [UInt8], in bytes: UnsafeRawBufferPointer, _ numbers: Range<Int>, into found: inout [Int]
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
        found.append(numbers.lowerBound + index)
        position = end(index)
      } else {
        position += 1
      }
    }
    return true
  }
}
