import JSON

/// Lenient access to what services send: a member that is missing or of the wrong type is nil or empty, and does not
/// affect the others.
extension JSON {
  /// Plain text on one line: trimmed, without markup and control characters, with single spaces. Nil if nothing is
  /// left.
  var text: String? { string.flatMap { PlainText.from($0) } }

  /// Plain text with its own line breaks: trimmed, with `\n` as line end, without markup and other control characters.
  /// Nil if nothing is left.
  var prose: String? { string.flatMap { PlainText.from($0, keepsLines: true) } }

  /// A whole number, which may be written as a string.
  var wholeNumber: Int? { int ?? text.flatMap { Int($0) } }

  /// A number, which may be written as a string.
  var decimal: Double? {
    if let double { return double }
    guard let value = text.flatMap({ Double($0) }), value.isFinite else { return nil }
    return value
  }

  /// The elements of an array; empty for any other value.
  var elements: [JSON] { array ?? [] }

  /// An HTTP or HTTPS URL without white space, which a client may open or download.
  var webAddress: String? {
    guard let text = string.flatMap(CleanText.line), text.hasPrefix("https://") || text.hasPrefix("http://"),
      !text.contains(" ")
    else { return nil }
    return text
  }
}
