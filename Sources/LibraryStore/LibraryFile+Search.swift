import CLinux
import MovieCore
import Platform
import SQLite

/// The search for a text in the keys of all entries, and the blocks that make it fast (`SearchBlock`).
extension LibraryFile {
  /// The number of blocks that one transaction makes. Other processes wait for it, about 40 ms.
  private static let blocksPerTransaction = 128

  /// Returns the numbers of the entries whose titles or names contain a text, in ascending order.
  ///
  /// - Parameter text: not empty.
  func entries(containing text: String) throws -> [Int] {
    let searched = Array(text.utf8)
    var found: [Int] = []
    var gaps: [ClosedRange<Int>] = []
    var next = Int.min
    unreadableSearchBlocks = []
    try database.forEach("SELECT block, keys FROM search_block ORDER BY block", []) { row in
      // If another program has made a block invalid, its rows are searched.
      guard let numbers = SearchBlock.numbers(of: row.int(0)),
        row.withBytes(1, { SearchBlock.search(searched, in: $0, numbers, into: &found) })
      else {
        unreadableSearchBlocks.append(row.int(0))
        return true
      }
      if next < numbers.lowerBound { gaps.append(next...numbers.lowerBound - 1) }
      next = numbers.upperBound
      return true
    }
    gaps.append(next...Int.max)
    var missing = 0
    let completeBlocks = try completeBlocks()
    for gap in gaps {
      // All rows cost less in the order of the table than by an index.
      let all = gap == Int.min...Int.max
      try database.forEach(
        "SELECT number, id, search_key FROM entry" + (all ? "" : " WHERE number BETWEEN ? AND ?"),
        all ? [] : [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        let number = row.int(0)
        if SearchBlock.block(of: number) < completeBlocks { missing += 1 }
        let isMatch = row.withBytes(2) { key in
          key.baseAddress.map { memmem($0, key.count, searched, searched.count) != nil } ?? false
        }
        if isMatch, MovieID(row.text(1)) != nil { found.append(number) }
        return true
      }
    }
    mustMakeSearchBlocks = missing >= SearchBlock.capacity || !unreadableSearchBlocks.isEmpty
    found.sort()
    return found
  }

  /// The number of blocks to which no new entry is added.
  private func completeBlocks() throws -> Int {
    SearchBlock.block(of: try database.first("SELECT max(number) FROM entry") { $0.int(0) + 1 } ?? 0)
  }

  // MARK: Changes, inside a transaction

  /// Removes the block of an entry whose key has changed, or that is removed.
  func removeSearchBlock(of number: Int) throws {
    try database.run("DELETE FROM search_block WHERE block = ?", .integer(SearchBlock.block(of: number)))
  }

  /// Makes the first of the missing blocks, among them those that the last filter could not read.
  ///
  /// - Returns: whether more may be missing.
  func makeSearchBlocks() throws -> Bool {
    for number in unreadableSearchBlocks {
      try database.run("DELETE FROM search_block WHERE block = ?", .integer(number))
    }
    unreadableSearchBlocks = []
    let end = try completeBlocks() * SearchBlock.capacity
    var gaps: [Range<Int>] = []
    var next = 0
    try database.forEach("SELECT block FROM search_block ORDER BY block", []) { row in
      guard let numbers = SearchBlock.numbers(of: row.int(0)), numbers.upperBound <= end else { return true }
      if next < numbers.lowerBound { gaps.append(next..<numbers.lowerBound) }
      next = numbers.upperBound
      return true
    }
    if next < end { gaps.append(next..<end) }
    var blocks: [SearchBlock] = []
    for gap in gaps where blocks.count <= Self.blocksPerTransaction {
      try database.forEach(
        "SELECT number, id, search_key FROM entry WHERE number >= ? AND number < ? ORDER BY number",
        [.integer(gap.lowerBound), .integer(gap.upperBound)]
      ) { row in
        guard MovieID(row.text(1)) != nil else { return true }
        let block = SearchBlock.block(of: row.int(0))
        if blocks.last?.block != block { blocks.append(SearchBlock(block: block)) }
        guard blocks.count <= Self.blocksPerTransaction else { return false }
        row.withUTF8(2) { blocks[blocks.count - 1].append($0, of: row.int(0)) }
        return true
      }
    }
    for block in blocks.prefix(Self.blocksPerTransaction) {
      try database.run(
        "INSERT INTO search_block VALUES (?, ?)",
        .integer(block.block), .blob(block.bytes))
    }
    return blocks.count > Self.blocksPerTransaction
  }
}
