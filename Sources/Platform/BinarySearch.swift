extension Range<Int> {
  /// The first index for which the condition holds, by binary search: it must hold for every later index too.
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
