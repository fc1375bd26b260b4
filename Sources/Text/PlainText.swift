import Platform

/// Makes plain text of what services send: without markup, entities and control characters.
public enum PlainText {
  /// Nil if nothing is left. Naver encodes entities twice. The caller limits the length.
  public static func from(_ text: String, encodings: Int = 1, keepsLines: Bool = false) -> String? {
    let clean = { (text: String) in
      keepsLines ? CleanText.lines(text, upTo: .max) : CleanText.line(text, upTo: .max)
    }
    // The common case.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return clean(text) }
    var text = removingTags(text)
    for _ in 0..<encodings { text = HTMLEntities.decode(text) }
    // Again: an encoded tag is markup too, since no title contains one.
    return clean(removingTags(text))
  }

  /// Removes HTML tags; those for breaks leave a space. Only HTML's names make a tag: `<3` and `<기생충>` are text.
  static func removingTags(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "<")) else { return text }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var position = 0
    /// Those that do not end: the rest of the text is searched for their end once.
    var unclosed: Set<Int> = []
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), let end = hiddenEnd(in: bytes, at: position, &unclosed) {
        position = end
      } else if bytes[position] == UInt8(ascii: "<"), let tag = tag(in: bytes, at: position) {
        if tag.isBreak { kept.append(0x20) }
        position = tag.end
      } else {
        kept.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func tag(in bytes: [UInt8], at start: Int) -> (isBreak: Bool, end: Int)? {
    var position = start + 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") { position += 1 }
    // Most of what begins like a tag is none, which costs no more than a look.
    guard position < bytes.count, bytes[position].isASCIILetter else { return nil }
    let name = bytes[position...].prefix(longestName + 1).prefix { $0.isASCIIAlphanumeric }
    let tag = String(decoding: name, as: UTF8.self).lowercased()
    let isBreak = breaks.contains(tag)
    guard isBreak || inline.contains(tag) else { return nil }
    position += name.count
    guard position < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(bytes[position]) else { return nil }
    return tagEnd(in: bytes, from: position).map { (isBreak, $0) }
  }

  /// The end of a tag whose attributes begin at a position. A value in quotation marks may contain `>`.
  private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    var firstEnd: Int?
    // A tag ends before the next one begins, so that every byte is read at most twice.
    for position in start..<bytes.count {
      switch bytes[position] {
      case let byte where byte == quote: quote = nil
      case UInt8(ascii: "<"): return firstEnd
      case UInt8(ascii: ">"):
        if quote == nil { return position + 1 }
        firstEnd = firstEnd ?? position + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil, bytes[position - 1] == UInt8(ascii: "=") { quote = bytes[position] }
      default: break
      }
    }
    return firstEnd
  }

  /// Comments, scripts and styles, which are no text.
  private static let hidden: [(start: [UInt8], end: [UInt8])] = [
    ("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  private static func hiddenEnd(in bytes: [UInt8], at start: Int, _ unclosed: inout Set<Int>) -> Int? {
    func lowercased(_ byte: UInt8) -> UInt8 { byte.isASCIILetter ? byte | 0x20 : byte }
    func isAt(_ position: Int, _ part: [UInt8]) -> Bool {
      position + part.count <= bytes.count
        && part.indices.allSatisfy { part[$0] == lowercased(bytes[position + $0]) }
    }
    guard let kind = hidden.indices.first(where: { isAt(start, hidden[$0].start) }), !unclosed.contains(kind) else {
      return nil
    }
    let (opening, closing) = hidden[kind]
    let first = start + opening.count
    guard first < bytes.count, !bytes[first].isASCIIAlphanumeric || kind == 0 else { return nil }
    if let end = (first..<bytes.count).first(where: { isAt($0, closing) }) { return end + closing.count }
    unclosed.insert(kind)
    return nil
  }

  private static let breaks: Set<String> = [
    "blockquote", "br", "center", "details", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "summary", "table", "td", "th", "tr", "ul",
  ]
  private static let inline: Set<String> = [
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "iframe", "img", "ins", "mark", "q", "s",
    "small", "span", "strike", "strong", "sub", "sup", "u", "video", "wbr",
  ]
  private static let longestName = 10
}
