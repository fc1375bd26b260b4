/// Makes a text from outside, such as a title or an error of a service, harmless on a terminal and in a log: control
/// characters and those that change the direction of text become JSON escapes, so the result for JSON is the same JSON.
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

/// Text on one line: line breaks and tabs become spaces, and other control characters are escaped.
func oneLine(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return forTerminal(result)
}

func fitted(_ text: String, to columns: Int) -> String {
  var (result, width) = (text, text.displayWidth)
  if width > columns {
    while width > columns - 1, let last = result.popLast() { width -= last.displayWidth }
    result += "…"
    width += 1
  }
  return result + String(repeating: " ", count: max(0, columns - width))
}

/// Breaks a text into lines at spaces, and words that are longer than a line between characters.
func wrapped(_ text: String, to columns: Int?, label: String = "") -> String {
  let indent = label.displayWidth
  guard let columns, indent + text.displayWidth > columns else { return label + text }
  // A terminal that is narrower than this shows broken lines anyway.
  let end = max(columns, indent + 10)
  let margin = String(repeating: " ", count: indent)
  var (lines, line, width) = ("", label, indent)
  func endLine() {
    lines += line + "\n"
    (line, width) = (margin, indent)
  }
  for word in text.split(separator: " ") {
    if width > indent {
      if width + 1 + word.displayWidth <= end {
        line += " "
        width += 1
      } else {
        endLine()
      }
    }
    for character in word {
      if width + character.displayWidth > end { endLine() }
      line.append(character)
      width += character.displayWidth
    }
  }
  return lines + line
}
