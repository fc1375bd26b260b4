/// A read-only array in a section of an image. An index outside reads 0, so a damaged file never crashes the program.
public struct ArrayView<Element: FixedWidthInteger & BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  let base: UnsafePointer<Element>?
  public let count: Int

  init(_ base: UnsafePointer<Element>?, count: Int) {
    self.base = base
    self.count = base == nil ? 0 : count
  }

  /// The element at an index; 0 if there is none.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
    return base.unsafelyUnwrapped[index]
  }

  @inlinable @inline(__always)
  public subscript(index: UInt32) -> Element { self[Int(index)] }

  /// The part of the array that a range covers.
  @inlinable @inline(__always)
  public func slice(_ range: Range<Int>) -> UnsafeBufferPointer<Element> { slice(range.lowerBound, range.upperBound) }

  /// The part of the array between two indices, which may come from a damaged file in any order.
  @inlinable @inline(__always)
  public func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<Element> {
    let lower = min(max(start, 0), count)
    let upper = min(max(end, lower), count)
    return UnsafeBufferPointer(start: base.map { $0 + lower }, count: upper - lower)
  }

  /// The part of the array that belongs to an entry, if this array of ends says where the part of each entry ends.
  @inlinable @inline(__always)
  public static func range(of entry: Int, in ends: ArrayView<UInt32>) -> Range<Int> {
    let lower = entry == 0 ? 0 : Int(ends[entry - 1])
    return lower..<max(lower, Int(ends[entry]))
  }
}
