// The standard library has these too, but with its regular expressions, a tenth of the installed program. The package
// builds without them.

extension Collection where Element: Equatable {
  public func firstRange(of pattern: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while true {
      var (index, other) = (start, pattern.startIndex)
      while other != pattern.endIndex, index != endIndex, self[index] == pattern[other] {
        formIndex(after: &index)
        pattern.formIndex(after: &other)
      }
      if other == pattern.endIndex { return start..<index }
      if index == endIndex { return nil }
      formIndex(after: &start)
    }
  }

  public func contains(_ pattern: some Collection<Element>) -> Bool { firstRange(of: pattern) != nil }
}

extension [UInt8] {
  /// Whether the bytes of `pattern` stand somewhere in a row. It is much faster than for other collections, because
  /// long responses are searched for secrets.
  public func contains(_ pattern: [UInt8]) -> Bool {
    guard let first = pattern.first else { return true }
    return withUnsafeBytes { bytes in
      var rest = bytes[...]
      while rest.count >= pattern.count {
        let starts = UnsafeRawBufferPointer(rebasing: rest.dropLast(pattern.count - 1))
        guard let found = memchr(starts.baseAddress!, Int32(first), starts.count) else { return false }
        if memcmp(found, pattern, pattern.count) == 0 { return true }
        rest = rest[(rest.startIndex + (UnsafeRawPointer(found) - starts.baseAddress!) + 1)...]
      }
      return false
    }
  }
}
