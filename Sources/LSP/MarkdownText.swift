import Platform

/// Makes text of services, which is data, part of Markdown.
enum MarkdownText {
  /// The text in one line, without control characters and those that change the direction of what follows.
  static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: if clean.last != " " { clean.append(" ") }
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
      default: clean.append(scalar)
      }
    }
    return String(clean).trimmingASCIIWhitespace()
  }

  /// The text with backslashes before all that would be a mark, a link, an entity or a tag.
  static func escape(_ text: String) -> String {
    var escaped = ""
    var previous: Unicode.Scalar = " "
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isMark: Bool
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "$", "@": isMark = true
      // A scheme, which some programs make a link of.
      case ":": isMark = next != " " && previous != " "
      case "#", "+", "-", "=": isMark = index == 0
      case "!": isMark = next == "["
      case ".", ")": isMark = scalars[..<index].allSatisfy { ("0"..."9").contains($0) } && index > 0 && next == " "
      default: isMark = false
      }
      if isMark { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
      previous = scalar
    }
    return escaped
  }

  /// The URL as the target of a link; nil if it is not one of the web.
  static func webURL(_ url: String) -> String? {
    let lowercased = url.prefix(8).lowercased()
    guard lowercased.hasPrefix("https://") || lowercased.hasPrefix("http://"), url.utf8.count <= 2_000 else {
      return nil
    }
    return PercentEncoding.encode(url.utf8) { $0.isASCIIGraphic && !"()<>[]\"'\\`|{}^".utf8.contains($0) }
  }
}
