import Platform

extension TermIndex {
  /// The keys that begin with these letters; with exactly these letters if `isWhole`.
  func keys(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Range<Int> {
    guard keyDocuments.count > 0, !text.isEmpty else { return 0..<0 }
    // Elsewhere the first letters decide, which are in one place of memory.
    let head = WordTable.head(text, 0)
    let lastHead = text.count < 8 ? head | UInt64.max >> UInt64(8 * text.count) : head
    let first = (0..<keyHeads.count).partitioningIndex { keyHeads[$0] >= head }
    let blocks = first..<(first..<keyHeads.count).partitioningIndex { keyHeads[$0] > lastHead }
    let lower = firstKey(in: blocks) { $0.compare(text) < 0 }
    let upper = firstKey(in: blocks) { $0.compare(text) <= 0 || !isWhole && $0.begins(with: text) }
    return lower..<max(lower, upper)
  }

  /// The first key, in these blocks or the one before, for which the condition is false after those where it is true.
  private func firstKey(in blocks: Range<Int>, where isBefore: (UnsafeBufferPointer<UInt8>) -> Bool) -> Int {
    let block = blocks.partitioningIndex { block in
      let start = Int(keyBlocks[block])
      return !isBefore(keyLetters.slice(start + 1..<start + 1 + Int(keyLetters[start])))
    }
    guard block > 0 else { return 0 }
    let first = (block - 1) * TermIndexBuilder.keyBlock
    var offset = Int(keyBlocks[block - 1])
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { key in
      var length = Int(keyLetters[offset])
      for index in 0..<length { key[index] = keyLetters[offset + 1 + index] }
      offset += 1 + length
      let last = min(first + TermIndexBuilder.keyBlock, keyDocuments.count)
      for index in first..<last {
        if index > first {
          let shared = Int(keyLetters[offset])
          let rest = Int(keyLetters[offset + 1])
          for index in 0..<rest { key[shared + index] = keyLetters[offset + 2 + index] }
          length = shared + rest
          offset += 2 + rest
        }
        if !isBefore(UnsafeBufferPointer(start: key.baseAddress, count: length)) { return index }
      }
      return last
    }
  }
}
