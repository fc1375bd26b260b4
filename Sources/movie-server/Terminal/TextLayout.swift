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

/// Returns a text in exactly this many columns, cut with an ellipsis if it is too long.
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
