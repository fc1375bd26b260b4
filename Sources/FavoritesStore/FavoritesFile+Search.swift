import CLinux
import MovieCore
import Platform
import SQLite

/// The search for a text in the keys of all favorites, and the blocks that make it fast (`SearchBlock`).
extension FavoritesFile {
  /// The number of blocks that one transaction makes. Other processes wait for it, about 40 ms.
  private static let blocksPerTransaction = 128

  /// Returns the revisions that starred the favorites whose titles or names contain a text, in ascending order.
  ///
  /// - Parameter text: not empty.
  func stars(containing text: String) throws -> [Int] {
    let searched = Array(text.utf8)
    var found: [Int] = []
    var gaps: [ClosedRange<Int>] = []
    var next = Int.min
    unreadableSearchBlocks = []
    try database.forEach("SELECT block, keys FROM search_block ORDER BY block", []) { row in
      // If another program has made a block invalid, its rows are searched.
      guard let revisions = SearchBlock.revisions(of: row.int(0)),
        row.withBytes(1, { SearchBlock.search(searched, in: $0, revisions, into: &found) })
      else {
        unreadableSearchBlocks.append(row.int(0))
        return true
      }
      if next < revisions.lowerBound { gaps.append(next...revisions.lowerBound - 1) }
      next = revisions.upperBound
      return true
    }
    gaps.append(next...Int.max)
    var missing = 0
    for gap in gaps {
      // All rows cost less in the order of the table than by an index.
      let all = gap == Int.min...Int.max
      try database.forEach(
        "SELECT added, id, search_key FROM favorite" + (all ? "" : " WHERE added BETWEEN ? AND ?"),
        all ? [] : [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        let added = row.int(0)
        if SearchBlock.number(of: added) < completeBlocks { missing += 1 }
        let isMatch = row.withBytes(2) { key in
          key.baseAddress.map { memmem($0, key.count, searched, searched.count) != nil } ?? false
        }
        if isMatch, MovieID(row.text(1)) != nil { found.append(added) }
        return true
      }
    }
    mustMakeSearchBlocks = missing >= SearchBlock.capacity || !unreadableSearchBlocks.isEmpty
    found.sort()
    return found
  }

  /// The number of blocks whose revisions are all in the past.
  private var completeBlocks: Int { SearchBlock.number(of: state.revision + 1) }

  // MARK: Changes, inside a transaction

  /// Removes the block of a favorite whose key has changed, or that is no longer one.
  ///
  /// - Parameter added: the revision that starred it.
  func removeSearchBlock(of added: Int) throws {
    guard SearchBlock.number(of: added) < completeBlocks else { return }
    try database.run("DELETE FROM search_block WHERE block = ?", .integer(SearchBlock.number(of: added)))
  }

  /// Makes the first of the missing blocks, among them those that the last filter could not read.
  ///
  /// - Returns: whether more may be missing.
  func makeSearchBlocks() throws -> Bool {
    for number in unreadableSearchBlocks {
      try database.run("DELETE FROM search_block WHERE block = ?", .integer(number))
    }
    unreadableSearchBlocks = []
    let end = completeBlocks * SearchBlock.capacity
    var gaps: [Range<Int>] = []
    var next = 0
    try database.forEach("SELECT block FROM search_block ORDER BY block", []) { row in
      guard let revisions = SearchBlock.revisions(of: row.int(0)), revisions.upperBound <= end else { return true }
      if next < revisions.lowerBound { gaps.append(next..<revisions.lowerBound) }
      next = revisions.upperBound
      return true
    }
    if next < end { gaps.append(next..<end) }
    var blocks: [SearchBlock] = []
    for gap in gaps where blocks.count <= Self.blocksPerTransaction {
      try database.forEach(
        "SELECT added, id, search_key FROM favorite WHERE added >= ? AND added < ? ORDER BY added",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        guard MovieID(row.text(1)) != nil else { return true }
        let number = SearchBlock.number(of: row.int(0))
        if blocks.last?.number != number { blocks.append(SearchBlock(number: number)) }
        guard blocks.count <= Self.blocksPerTransaction else { return false }
        row.withUTF8(2) { blocks[blocks.count - 1].append($0, of: row.int(0)) }
        return true
      }
    }
    for block in blocks.prefix(Self.blocksPerTransaction) {
      try database.run("INSERT INTO search_block VALUES (?, ?)", .integer(block.number), .blob(block.bytes))
    }
    return blocks.count > Self.blocksPerTransaction
  }
}
