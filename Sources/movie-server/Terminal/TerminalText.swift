import JSON

/// Makes a text from outside, such as a title, a path or an error of a service, harmless on a terminal and in a log.
///
/// Control characters (C0, DEL, C1), the line and paragraph separators and the characters that change the direction of
/// text are written as JSON escapes, `\u001b`: the terminal would obey them, and what follows would look like something
/// else. So the result for a JSON text is the same JSON. Bytes that are not UTF-8 are U+FFFD already in a `String`.
func forTerminal(_ text: String, keepsLines: Bool = false) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isTerminalControl, !(keepsLines && scalar == "\n") {
      result += scalar.jsonEscape
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Unicode.Scalar {
  /// Whether a terminal may obey this character instead of showing it, or show the text after it in another order.
  fileprivate var isTerminalControl: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
