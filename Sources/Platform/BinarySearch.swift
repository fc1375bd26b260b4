extension Range<Int> {
  /// The first index for which the condition holds; the end of the range if there is none. It is found by binary search:
  /// the condition must hold for every index after the first one.
  ///
  ///     let first = names.indices.partitioningIndex { names[$0] >= "m" }
  @inlinable @inline(__always)
  public func partitioningIndex(where belongsToSecondPart: (Int) throws -> Bool) rethrows -> Int {
    var (lower, upper) = (lowerBound, upperBound)
    while lower < upper {
      let middle = (lower + upper) >> 1
      if try belongsToSecondPart(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
