import SectionImage
import Text

extension TermIndexBuilder {
  /// Sorts the keys, adds them to an image and releases them.
  mutating func addKeys(to writer: inout SectionWriter, as field: IndexField) {
    var arrays = KeyArrays()
    keyLetters.withUnsafeBufferPointer { letters in
      keys.withUnsafeMutableBufferPointer { keys in
        keys.sort { Self.precedes($0, $1, letters) }
        var lastDocument = UInt32.max
        for key in keys {
          let text = UnsafeBufferPointer(rebasing: letters[key.range])
          // A title of two kinds is listed once, as the first.
          if key.document == lastDocument, text.compare(arrays.last) == 0 { continue }
          arrays.append(text, key.kind.entry(key.document))
          lastDocument = key.document
        }
      }
    }
    keys = []
    keyLetters = []
    arrays.add(to: &writer, as: field)
  }

  /// Alphabetically; of equal keys by document, so that a document's equal keys are neighbors.
  private static func precedes(_ left: Key, _ right: Key, _ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.head != right.head { return left.head < right.head }
    if left.tail != right.tail { return left.tail < right.tail }
    let order = UnsafeBufferPointer(rebasing: letters[left.range])
      .compare(UnsafeBufferPointer(rebasing: letters[right.range]))
    if order != 0 { return order < 0 }
    if left.document != right.document { return left.document < right.document }
    return left.kind.rawValue < right.kind.rawValue
  }
}

/// Front-codes sorted keys: the first of a block in full, the others as the letters shared with the one before, and the
/// rest.
private struct KeyArrays {
  private var letters: [UInt8] = []
  private var blocks: [UInt32] = []
  private var heads: [UInt64] = []
  private var documents: [UInt32] = []
  private(set) var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// - Parameter key: valid until the next one is added.
  mutating func append(_ key: UnsafeBufferPointer<UInt8>, _ document: UInt32) {
    if documents.count % TermIndexBuilder.keyBlock == 0 {
      blocks.append(UInt32(letters.count))
      heads.append(WordTable.head(key, 0))
      letters.append(UInt8(key.count))
      letters.append(contentsOf: key)
    } else {
      var shared = 0
      while shared < last.count, shared < key.count, last[shared] == key[shared] { shared += 1 }
      letters.append(UInt8(shared))
      letters.append(UInt8(key.count - shared))
      letters.append(contentsOf: key[shared...])
    }
    documents.append(document)
    last = key
  }

  func add(to writer: inout SectionWriter, as field: IndexField) {
    writer.add(letters, as: field.section(.keyLetters))
    writer.add(blocks, as: field.section(.keyBlocks))
    writer.add(heads, as: field.section(.keyHeads))
    writer.add(documents, as: field.section(.keyDocuments))
    writer.add(documents.withUnsafeBufferPointer(MinTree.build), as: field.section(.keyTree))
  }
}
