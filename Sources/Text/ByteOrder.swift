extension UnsafeBufferPointer<UInt8> {
  /// Compares bytes, then lengths. The result is negative, zero or positive, as that of memcmp(3).
  @inlinable @inline(__always)
  public func compare(_ other: UnsafeBufferPointer<UInt8>) -> Int {
    let length = Swift.min(count, other.count)
    var index = 0
    while index < length {
      let (left, right) = (self[index], other[index])
      if left != right { return left < right ? -1 : 1 }
      index += 1
    }
    return count - other.count
  }

  @inlinable @inline(__always)
  public func begins(with prefix: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count >= prefix.count else { return false }
    for index in 0..<prefix.count where self[index] != prefix[index] { return false }
    return true
  }
}
