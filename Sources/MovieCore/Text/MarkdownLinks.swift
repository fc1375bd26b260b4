/// Links, images and tags in a paragraph of Markdown. Every character is read a bounded number of times.
extension Markdown {
  /// Replaces links and images by their texts, and removes the brackets of addresses, tags of HTML and marks of
  /// footnotes.
  static func withoutLinks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) || text.utf8.contains(UInt8(ascii: "<")) else { return text }
    let characters = Array(text)
    let brackets = pairs(of: "[", "]", in: characters)
    let parentheses = pairs(of: "(", ")", in: characters)
    var result = ""
    /// The end of a link, by the end of its text, which may contain other links.
    var linkEnds: [Int: Int] = [:]
    var index = 0
    while index < characters.count {
      let start = characters[index] == "!" && index + 1 < characters.count ? index + 1 : index
      if let end = linkEnds[index] {
        index = end
      } else if characters[start] == "[", let textEnd = brackets[start] {
        if let end = linkEnd(after: textEnd, in: characters, brackets, parentheses) {
          linkEnds[textEnd] = end
          index = start + 1
        } else if characters[start + 1] == "^" {
          index = textEnd + 1
        } else {
          result += String(characters[index...start])
          index = start + 1
        }
      } else if characters[index] == "<", let part = tag(in: characters, at: index) {
        if part.isAddress { result += String(characters[(index + 1)..<(part.end - 1)]) }
        index = part.end
      } else {
        result.append(characters[index])
        index += 1
      }
    }
    return result
  }

  /// The closing marks by the positions of the opening ones. Each belongs to the last one that is open.
  private static func pairs(of opening: Character, _ closing: Character, in text: [Character]) -> [Int: Int] {
    var open: [Int] = []
    var pairs: [Int: Int] = [:]
    for (index, character) in text.enumerated() {
      if character == opening {
        open.append(index)
      } else if character == closing, let start = open.popLast() {
        pairs[start] = index
      }
    }
    return pairs
  }

  /// The maximum length of a link's address.
  private static let longestAddress = 500

  /// The end of `(address)` or `[label]` after a link's text.
  private static func linkEnd(
    after textEnd: Int, in text: [Character], _ brackets: [Int: Int], _ parentheses: [Int: Int]
  ) -> Int? {
    let start = textEnd + 1
    guard start < text.count else { return nil }
    let end = text[start] == "(" ? parentheses[start] : text[start] == "[" ? brackets[start] : nil
    return end.flatMap { $0 - start <= longestAddress ? $0 + 1 : nil }
  }

  /// The end of a tag, `<b>` or `</spoiler>`, or of an address, `<https://example.com>`; nil for `<3` and `<기생충>`.
  private static func tag(in text: [Character], at start: Int) -> (isAddress: Bool, end: Int)? {
    // It ends before the next one begins.
    guard let end = text[(start + 1)...].firstIndex(where: { $0 == ">" || $0 == "<" }), text[end] == ">" else {
      return nil
    }
    let content = text[(start + 1)..<end]
    if content.starts(with: "http"), !content.contains(" ") { return (true, end + 1) }
    let name = (content.first == "/" ? content.dropFirst() : content).prefix { $0 != " " && $0 != "/" && $0 != "\n" }
    guard name.first?.isLetter == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    return (false, end + 1)
  }
}
