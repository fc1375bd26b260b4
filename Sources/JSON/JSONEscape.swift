extension Unicode.Scalar {
  /// The character as an escape of JSON, `\u001b`: two escapes, of a surrogate pair, above U+FFFF (RFC 8259, 7).
  public var jsonEscape: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}
