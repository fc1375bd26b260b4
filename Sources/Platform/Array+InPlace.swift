extension Array {
  /// Calls `body` for each element where it is. Iterating copies each element, and to copy a large structure, such as a
  /// movie, costs half as much as to encode it.
  @inlinable
  public func forEachInPlace(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for index in buffer.indices { body(start + index) }
    }
  }
}
