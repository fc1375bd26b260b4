/// Texts as a model receives them. They come from services and other people, and a model may take for instructions what
/// a person does not even see: characters without a glyph, and comments.
enum SafeText {
  /// The text without control characters, invisible characters and comments, cut after `maximum` characters at a word.
  static func text(_ text: String, maximum: Int = .max) -> String {
    var clean = text
    if !text.utf8.allSatisfy({ $0.isASCIIGraphic || $0 == 0x20 || $0 == 0x0A }) { clean = withoutInvisible(text) }
    // What is left around a comment may form another.
    while clean.utf8.contains("<!--".utf8) { clean = withoutHTMLComments(clean) }
    if clean.utf8.contains("]: ".utf8) { clean = withoutMarkdownComments(clean) }
    return clean.utf8.count > maximum ? cut(clean, maximum) : clean
  }

  static func line(_ text: String, maximum: Int = .max) -> String {
    let words = self.text(text, maximum: maximum).split { $0.isWhitespace }
    return words.joined(separator: " ")
  }

  private static func withoutInvisible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .lineSeparator, .paragraphSeparator: scalars.append("\n")
      case .control: if properties.isWhitespace { scalars.append(scalar == "\n" ? "\n" : " ") }
      // Also bidirectional controls and tags, with which text is hidden.
      case .format: break
      default: if !properties.isDefaultIgnorableCodePoint { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }

  private static func withoutHTMLComments(_ text: String) -> String {
    var rest = text.utf8[...]
    var clean: [UInt8] = []
    while let start = rest.firstRange(of: "<!--".utf8) {
      clean += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "-->".utf8).map { rest[$0.upperBound...] } ?? rest.suffix(0)
    }
    return String(decoding: clean + Array(rest), as: UTF8.self)
  }

  /// Removes lines such as `[//]: # (text)`, which Markdown does not show.
  private static func withoutMarkdownComments(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in
      let line = line.trimming { $0 == " " }
      return line.first != "[" || !(line.utf8.contains("]: #".utf8) || line.utf8.contains("]: <>".utf8))
    }.joined(separator: "\n")
  }

  private static func cut(_ text: String, _ maximum: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: maximum, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    let beginning = text[..<end]
    let word = beginning.lastIndex(where: \.isWhitespace) ?? end
    return beginning[..<word].trimming(while: \.isWhitespace) + "…"
  }
}

extension JSON {
  func line(_ name: String, maximum: Int = 200) -> String { SafeText.line(self[name]?.string ?? "", maximum: maximum) }

  /// A result in which all texts are safe. Longer texts and lists are cut, and longer URLs left out.
  func safe(texts maximum: Int, lists: Int, items: Int? = nil) -> JSON {
    switch self {
    case .null, .bool, .number: return self
    case .string, .illFormedString: return .string(SafeText.text(string ?? "", maximum: maximum))
    case .array(let items): return .array(items.prefix(lists).map { $0.safe(texts: maximum, lists: lists) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          if let text = member.value.string, text.hasPrefix("http"), text.utf8.count > maximum { return nil }
          guard member.name == "items", let items, let list = member.value.array else {
            return Member(member.name, member.value.safe(texts: maximum, lists: lists))
          }
          return Member("items", .array(list.prefix(items).map { $0.safe(texts: maximum, lists: lists) }))
        })
    }
  }
}
