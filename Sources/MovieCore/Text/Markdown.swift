/// Removes the marks of Markdown from a text, as far as reviews use them. The rest of the text stays as it is.
enum Markdown {
  /// The text without marks of headings, quotations, lists, rules, emphasis, code, links and images. Lines are kept.
  static func plainText(_ text: String) -> String {
    guard text.utf8.contains(where: { "*_`#>[-+=~|\\<".utf8.contains($0) || (0x30...0x39).contains($0) }) else {
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
      if ["[ ] ", "[x] ", "[X] "].contains(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(4) }
    }
    return isRule(rest) || isLinkDefinition(rest) ? "" : withoutCellBorders(rest)
  }

  /// Whether the line is the address of links elsewhere: `[1]: https://example.com`.
  private static func isLinkDefinition(_ line: Substring) -> Bool {
    guard line.first == "[" else { return false }
    let label = line.prefix(longestLabel).prefix { $0 != "]" }
    let rest = line[label.endIndex...]
    guard label.count < longestLabel, rest.hasPrefix("]:") else { return false }
    let address = rest.dropFirst(2).drop(while: \.isWhitespace)
    return ["http", "<", "/", "#"].contains { address.hasPrefix($0) }
  }

  private static let longestLabel = 100

  /// The cells of a table's row with spaces between them; empty for the line under the heads of the columns.
  private static func withoutCellBorders(_ line: Substring) -> Substring {
    guard line.first == "|", line.last(where: { !$0.isWhitespace }) == "|", line.dropFirst().contains("|") else {
      return line
    }
    if line.allSatisfy({ "|-: \t".contains($0) }) { return "" }
    return Substring(line.split(separator: "|").joined(separator: " "))
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
    /// The same for emphasis inside a word, which has no white space.
    var openingInWord: Int?
    var index = 0
    while index < characters.count {
      let mark = characters[index]
      if mark.isWhitespace { openingInWord = nil }
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
      // A double mark between a space and the end of a word can only close.
      let mayClose = !before.isWhitespace || run.count > 1 && (after.isWhitespace || ".,;:!?)".contains(after))
      if mayClose, mark != "_" || !isASCIIWord(after), let opening = openings[name]?.popLast() {
        for position in [opening..<(opening + run.count), run].joined() { isMark[position] = true }
      } else if name == "***", !before.isWhitespace, openings["*"]?.isEmpty == false, openings["**"]?.isEmpty == false {
        // Two that end together: **one *two***.
        for (mark, length) in [("*", 1), ("**", 2)] {
          if let opening = openings[mark]?.popLast() {
            for position in opening..<(opening + length) { isMark[position] = true }
          }
        }
        for position in run { isMark[position] = true }
      } else if name == "**", before.isLetter, after.isLetter || openingInWord != nil, isASCIIWord(before) {
        // One such mark alone stands for letters: `f**k`.
        if let opening = openingInWord {
          for position in [opening..<(opening + 2), run].joined() { isMark[position] = true }
          openingInWord = nil
        } else {
          openingInWord = run.lowerBound
        }
      } else if !after.isWhitespace, mark == "`" || !isASCIIWord(before) {
        // A mark after a Latin letter begins nothing: `M*A*S*H`, `f**k`. In Hangul it may.
        openings[name, default: []].append(run.lowerBound)
      }
    }
    return String(zip(characters, isMark).lazy.filter { !$0.1 }.map(\.0))
  }

  private static func isASCIIWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func isASCIIPunctuation(_ character: Character) -> Bool {
    character.isASCII && (character.isPunctuation || character.isSymbol)
  }
}
