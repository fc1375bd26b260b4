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
  public func slice(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    let part = range.clamped(to: 0..<count)
    return UnsafeBufferPointer(start: base.map { $0 + part.lowerBound }, count: part.count)
  }
}
