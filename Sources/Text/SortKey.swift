/// A text in an array of letters, to be sorted with others: by its letters, then by its number.
public struct SortKey: Sendable {
  /// The first eight letters as a number that compares as they do, which decides nearly every comparison.
  let head: UInt64
  private let offset: UInt32
  let length: UInt32
  public let number: UInt32

  /// Appends the text to the letters.
  public init(_ text: UnsafeBufferPointer<UInt8>, number: UInt32, in letters: inout [UInt8]) {
    head = WordTable.head(text, 0)
    (offset, length) = (UInt32(letters.count), UInt32(text.count))
    self.number = number
    letters.append(contentsOf: text)
  }

  public var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}

extension [SortKey] {
  public func sorted(in letters: [UInt8]) -> [SortKey] {
    letters.withUnsafeBufferPointer { letters in
      sorted { left, right in
        if left.head != right.head { return left.head < right.head }
        let order = UnsafeBufferPointer(rebasing: letters[left.range])
          .compare(UnsafeBufferPointer(rebasing: letters[right.range]))
        return order == 0 ? left.number < right.number : order < 0
      }
    }
  }
}
