extension RankSet {
  convenience init(_ films: [Int], documentCount: Int) {
    self.init(documentCount: documentCount)
    for film in films where film < documentCount { insert(UInt32(film)) }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func formIntersection(_ other: RankSet) {
    let (words, others) = (words, other.words)
    for index in words.indices { words[index] &= others[index] }
  }

  /// Keeps the films whose values in a column have all bits of one mask and none of another.
  func formIntersection<Element: UnsignedInteger>(
    _ column: ArrayView<Element>, with wanted: Element, without unwanted: Element
  ) {
    formIntersection(column) { (~$0 & wanted) | ($0 & unwanted) == 0 }
  }

  func formIntersection<Element: UnsignedInteger>(_ column: ArrayView<Element>, in bounds: ClosedRange<Element>) {
    // One comparison instead of two: smaller values wrap around.
    let (lower, width) = (bounds.lowerBound, bounds.upperBound &- bounds.lowerBound)
    formIntersection(column) { $0 &- lower <= width }
  }

  /// Inlined, so that the compiler compares many values with one instruction, which takes results of a byte each.
  @inline(__always)
  private func formIntersection<Element>(_ column: ArrayView<Element>, _ isMet: (Element) -> Bool) {
    let words = words
    let values = column.slice(0..<column.count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { results in
      for index in words.indices where words[index] != 0 {
        let start = index * 64
        if start + 64 <= values.count {
          for place in 0..<64 { results[place] = isMet(values[start + place]) ? 1 : 0 }
        } else {
          for place in 0..<64 { results[place] = start + place < values.count && isMet(values[start + place]) ? 1 : 0 }
        }
        words[index] &= Self.bits(of: UnsafeRawBufferPointer(results))
      }
    }
  }

  /// The bits that 64 bytes of 0 or 1 stand for.
  @inline(__always)
  private static func bits(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var bits: UInt64 = 0
    for group in 0..<8 {
      let eight = UInt64(littleEndian: bytes.load(fromByteOffset: group * 8, as: UInt64.self))
      // The product's highest byte has the bit of byte n, which stands at 8n, at n: it is shifted by 56 - 7n.
      bits |= ((eight &* 0x0102_0408_1020_4080) >> 56) << UInt64(group * 8)
    }
    return bits
  }

  /// The films at some places of the order of ranks, which must be less than `count`. One pass finds them all.
  func ranks(at places: some RandomAccessCollection<Int>) -> [Int] {
    let places = Array(places)
    let words = words
    var ranks = [Int](repeating: 0, count: places.count)
    var (word, before) = (0, 0)
    for index in places.indices.sorted(by: { places[$0] < places[$1] }) {
      while word < words.count, before + words[word].nonzeroBitCount <= places[index] {
        before += words[word].nonzeroBitCount
        word += 1
      }
      guard word < words.count else { break }
      var rest = words[word]
      for _ in before..<places[index] { rest &= rest - 1 }
      ranks[index] = word * 64 + rest.trailingZeroBitCount
    }
    return ranks
  }
}
