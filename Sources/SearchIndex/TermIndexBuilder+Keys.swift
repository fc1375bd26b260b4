extension TermIndexBuilder {
  /// Sorts the keys and front-codes them: the first of each block stands in full, and each of the others as the number of
  /// letters that it shares with the one before, and the rest.
  mutating func fillKeys(_ arrays: inout TermIndexArrays, _ ranks: [UInt32]) {
    for index in keys.indices { keys[index].document = ranks[Int(keys[index].document)] }
    keyLetters.withUnsafeBufferPointer { letters in
      keys.withUnsafeMutableBufferPointer { keys in
        keys.sort { Self.precedes($0, $1, letters) }
        var previous = UnsafeBufferPointer(rebasing: letters[0..<0])
        var lastDocument = UInt32.max
        for key in keys {
          let text = UnsafeBufferPointer(rebasing: letters[key.range])
          // A title that is a translation too is listed once, as the title.
          if key.document == lastDocument, text.compare(previous) == 0 { continue }
          arrays.append(text, after: previous)
          arrays.keyDocuments.append(key.document | (key.isSecondary ? ~PostingList.rankMask : 0))
          previous = text
          lastDocument = key.document
        }
      }
    }
  }

  /// Alphabetically; of equal keys by document, so that a document's equal keys are neighbors.
  private static func precedes(_ left: Key, _ right: Key, _ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.head != right.head { return left.head < right.head }
    if left.tail != right.tail { return left.tail < right.tail }
    if left.length > 16, right.length > 16 {
      let order = UnsafeBufferPointer(rebasing: letters[left.range])
        .compare(UnsafeBufferPointer(rebasing: letters[right.range]))
      if order != 0 { return order < 0 }
    } else if left.length != right.length {
      return left.length < right.length
    }
    if left.document != right.document { return left.document < right.document }
    return !left.isSecondary && right.isSecondary
  }
}

extension TermIndexArrays {
  fileprivate mutating func append(
    _ key: UnsafeBufferPointer<UInt8>, after previous: UnsafeBufferPointer<UInt8>
  ) {
    if keyDocuments.count % TermIndexBuilder.keyBlock == 0 {
      keyBlocks.append(UInt32(keyLetters.count))
      keyLetters.append(UInt8(key.count))
      keyLetters.append(contentsOf: key)
      return
    }
    var shared = 0
    while shared < previous.count, shared < key.count, previous[shared] == key[shared] { shared += 1 }
    keyLetters.append(UInt8(shared))
    keyLetters.append(UInt8(key.count - shared))
    keyLetters.append(contentsOf: key[shared...])
  }
}
