/// A part of a text of the program, which copies nothing until it is read.
struct TableText: Sendable {
  private let table: StaticString
  private let start: UInt32
  private let end: UInt32

  /// - Parameter range: byte offsets in the text, at scalars.
  init(_ table: StaticString, _ range: Range<Int>) {
    self.table = table
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// In UTF-8, which is valid as long as the program runs.
  var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: table.utf8Start + Int(start), count: Int(end - start))
  }

  var string: String { String(decoding: utf8, as: UTF8.self) }
}
