/// Removes the marks of Markdown from a text, as far as reviews use them. The rest of the text stays as it is.
enum Markdown {
  /// The text without marks of headings, quotations, lists, rules, emphasis, code, links and images. Lines are kept.
  static func plainText(_ text: String) -> String {
    guard text.utf8.contains(where: { "*_`#>[-+=~\\<".utf8.contains($0) || (0x30...0x39).contains($0) }) else {
      return text
    }
    // Emphasis does not extend beyond a paragraph.
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = withoutBlockMarks(line)
      if line.allSatisfy(\.isWhitespace) {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { plainInlines($0.joined(separator: "\n")) }.joined(separator: "\n\n")
  }

  // MARK: Blocks

  /// The line without the marks at its beginning; empty for a rule.
  private static func withoutBlockMarks(_ line: Substring) -> Substring {
    var rest = line.drop(while: \.isWhitespace)
    if isRule(rest) { return "" }
    // Quotations and lists may be within each other.
    for _ in 0..<8 {
      guard let inner = withoutOneMark(rest) else { break }
      rest = inner.drop(while: \.isWhitespace)
    }
    return isRule(rest) ? "" : rest
  }

  private static func withoutOneMark(_ line: Substring) -> Substring? {
    guard let first = line.first else { return nil }
    let rest = line.drop { $0 == first }
    let length = line.distance(from: line.startIndex, to: rest.startIndex)
    switch first {
    case ">": return line.dropFirst()
    case "#" where length <= 6: return isSpaced(rest) ? withoutClosingMarks(rest) : nil
    case "-", "+", "*": return length == 1 && isSpaced(rest) ? rest : nil
    case "`" where length >= 3, "~" where length >= 3: return rest.contains(first) ? nil : ""
    case "0"..."9":
      let number = line.prefix { ("0"..."9").contains($0) }
      let item = line[number.endIndex...]
      // A longer number is a year: “1984. What a film.”
      guard number.count <= 2, item.first == "." || item.first == ")", isSpaced(item.dropFirst()) else { return nil }
      return item.dropFirst()
    default: return nil
    }
  }

  private static func isSpaced(_ rest: Substring) -> Bool { rest.first.map { $0 == " " || $0 == "\t" } ?? true }

  /// A heading may end with the marks that it begins with.
  private static func withoutClosingMarks(_ heading: Substring) -> Substring {
    var rest = heading
    while rest.last?.isWhitespace == true { rest.removeLast() }
    var title = rest
    while title.last == "#" { title.removeLast() }
    guard title.last?.isWhitespace ?? true else { return rest }
    while title.last?.isWhitespace == true { title.removeLast() }
    return title
  }

  /// Whether the line is a rule, or underlines a heading.
  private static func isRule(_ line: Substring) -> Bool {
    let marks = line.filter { !$0.isWhitespace }
    guard let first = marks.first, "*-_=".contains(first), marks.allSatisfy({ $0 == first }) else { return false }
    return marks.count >= 3
  }

  // MARK: Inlines

  private static func plainInlines(_ text: String) -> String {
    let characters = Array(withoutLinks(text))
    var isMark = [Bool](repeating: false, count: characters.count)
    /// The beginnings of emphasis that has not ended, by mark and length.
    var openings: [String: [Int]] = [:]
    var index = 0
    while index < characters.count {
      let mark = characters[index]
      var end = index + 1
      if mark == "\\", end < characters.count, isASCIIPunctuation(characters[end]) {
        isMark[index] = true
        index += 2
        continue
      }
      guard "*_`~".contains(mark) else {
        index = end
        continue
      }
      while end < characters.count, characters[end] == mark { end += 1 }
      let run = index..<end
      index = end
      // A single tilde means “about”.
      if mark == "~", run.count == 1 { continue }
      let name = String(characters[run])
      let before = run.lowerBound > 0 ? characters[run.lowerBound - 1] : " "
      let after = end < characters.count ? characters[end] : " "
      if !before.isWhitespace, mark != "_" || !isASCIIWord(after), let opening = openings[name]?.popLast() {
        for position in [opening..<(opening + run.count), run].joined() { isMark[position] = true }
      } else if !after.isWhitespace, mark == "`" || !isASCIIWord(before) {
        // A mark after a Latin letter begins nothing: `M*A*S*H`, `f**k`. In Hangul it may.
        openings[name, default: []].append(run.lowerBound)
      }
    }
    return String(zip(characters, isMark).lazy.filter { !$0.1 }.map(\.0))
  }

  /// Replaces links and images by their texts, and removes the brackets of addresses.
  private static func withoutLinks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) || text.utf8.contains(UInt8(ascii: "<")) else { return text }
    let characters = Array(text)
    var result = ""
    var index = 0
    while index < characters.count {
      let start = characters[index] == "!" && index + 1 < characters.count ? index + 1 : index
      if characters[start] == "[", let part = link(in: characters, at: start) {
        result += String(characters[(start + 1)..<part.textEnd])
        index = part.end
      } else if characters[index] == "<", let end = addressEnd(in: characters, at: index) {
        result += String(characters[(index + 1)..<end])
        index = end + 1
      } else {
        result.append(characters[index])
        index += 1
      }
    }
    return result
  }

  /// The maximum length of a link's text and of its address, so that every character is read a bounded number of times.
  private static let longestPart = 500

  /// The end of the text and of the whole in `[text](address)` or `[text][label]`.
  private static func link(in text: [Character], at start: Int) -> (textEnd: Int, end: Int)? {
    let limit = min(text.count, start + longestPart)
    guard let textEnd = text[(start + 1)..<limit].firstIndex(of: "]"), textEnd + 1 < text.count else { return nil }
    let close: Character
    switch text[textEnd + 1] {
    case "(": close = ")"
    case "[": close = "]"
    default: return nil
    }
    let end = min(text.count, textEnd + longestPart)
    return text[(textEnd + 2)..<max(end, textEnd + 2)].firstIndex(of: close).map { (textEnd, $0 + 1) }
  }

  /// The end of the address in `<https://example.com>`.
  private static func addressEnd(in text: [Character], at start: Int) -> Int? {
    let part = text[(start + 1)..<min(text.count, start + longestPart)]
    guard let end = part.firstIndex(of: ">"), String(part[..<end]).hasPrefix("http"), !part[..<end].contains(" ") else {
      return nil
    }
    return end
  }

  private static func isASCIIWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func isASCIIPunctuation(_ character: Character) -> Bool {
    character.isASCII && (character.isPunctuation || character.isSymbol)
  }
}
