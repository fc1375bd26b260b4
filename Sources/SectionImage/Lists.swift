/// A list for each entry, in two sections of an image: the elements of all, and where the list of each entry ends.
public struct ListView<Element: FixedWidthInteger & BitwiseCopyable>: Sendable {
  public let elements: ArrayView<Element>
  public let ends: ArrayView<UInt32>

  public init(_ image: SectionImage, _ elements: UInt32, ends: UInt32) throws(SectionImageError) {
    (self.elements, self.ends) = (try image.array(elements), try image.array(ends))
  }

  public var count: Int { ends.count }

  @inlinable @inline(__always)
  public subscript(entry: Int) -> UnsafeBufferPointer<Element> { elements.slice(range(of: entry..<entry + 1)) }

  /// Where the lists of neighbors are among the elements.
  @inlinable @inline(__always)
  public func range(of entries: Range<Int>) -> Range<Int> {
    let lower = entries.lowerBound == 0 ? 0 : Int(ends[entries.lowerBound - 1])
    return lower..<max(lower, Int(ends[entries.upperBound - 1]))
  }
}

/// A list for each entry, before they are written.
public struct Lists<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  public var elements: [Element] = []
  public private(set) var ends: [UInt32] = []

  /// - Parameter capacity: the number of entries.
  public init(capacity: Int = 0) { ends.reserveCapacity(capacity) }

  public var count: Int { ends.count }

  /// Ends the list of the current entry.
  public mutating func endList() { ends.append(UInt32(elements.count)) }

  @inlinable
  public func range(of entry: Int) -> Range<Int> { (entry == 0 ? 0 : Int(ends[entry - 1]))..<Int(ends[entry]) }

  public func add(to writer: inout SectionWriter, as elementSection: UInt32, ends endSection: UInt32) {
    writer.add(elements, as: elementSection)
    writer.add(ends, as: endSection)
  }
}

extension Lists<UInt32> {
  /// The entries that have each number below a count. The closure, which is called twice, names all pairs, by entry.
  public init(ofNumbersBelow count: Int, _ forEachPair: (_ body: (_ number: Int, _ entry: UInt32) -> Void) -> Void) {
    // First where each list begins. Filling the lists moves this to where they end.
    var places = [UInt32](repeating: 0, count: count + 1)
    forEachPair { number, _ in places[number + 1] += 1 }
    for number in places.indices.dropFirst() { places[number] += places[number - 1] }
    var entries = [UInt32](repeating: 0, count: Int(places[count]))
    forEachPair { number, entry in
      entries[Int(places[number])] = entry
      places[number] += 1
    }
    places.removeLast()
    (elements, ends) = (entries, places)
  }
}
