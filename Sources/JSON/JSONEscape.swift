import Platform

extension Unicode.Scalar {
  /// The character as an escape of JSON, `\u001b`: two escapes, of a surrogate pair, above U+FFFF (RFC 8259, 7).
  public var jsonEscape: String {
    utf16.map { "\\u" + String($0, radix: 16, width: 4) }.joined()
  }
}
