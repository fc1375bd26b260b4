import Platform

/// Parses the numbers of seconds in header fields: `max-age`, `Age`, `Retry-After`.
enum DeltaSeconds {
  /// Stands for every larger number too (RFC 9111, 1.2.2), so that sums with dates cannot overflow.
  static let maximum = 1 << 31

  /// Returns 0 to `maximum`; nil if the text is not a sequence of digits, such as a negative number.
  static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIIDigit }) else { return nil }
    return min(Int(text) ?? maximum, maximum)
  }
}
