import Platform

/// Text for people out of what services send as text: no markup, no entities, no control characters, one space
/// between words.
enum PlainText {
  /// Nil where nothing is left.
  ///
  /// - Parameters:
  ///   - encodings: how often the service puts entities into its text; Naver encodes what is encoded already.
  ///   - keepsLines: whether the text's lines stay lines.
  static func from(_ text: String, encodings: Int = 1, keepsLines: Bool = false) -> String? {
    let clean = { (text: String) in keepsLines ? CleanText.lines(text) : CleanText.line(text) }
    // As nearly all text is.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return clean(text) }
    var text = removingTags(text)
    for _ in 0..<encodings { text = HTMLEntities.decode(text) }
    // Once more: a tag that was encoded is a tag of the text's source, for no title has one.
    return clean(removingTags(text))
  }

  /// Takes HTML's tags out; those that stand for a break leave a space. Only names that HTML has make a tag: `<3` and
  /// `<기생충>` are text.
  static func removingTags(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "<")) else { return text }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), let tag = tag(in: bytes, at: position) {
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
    let name = bytes[position...].prefix(longestName + 1).prefix { $0.isASCIIAlphanumeric }
    let tag = String(decoding: name, as: UTF8.self).lowercased()
    let isBreak = breaks.contains(tag)
    guard isBreak || inline.contains(tag) else { return nil }
    position += name.count
    guard position < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(bytes[position]) else { return nil }
    // A tag ends before the next begins: so no byte is looked at more than twice.
    guard let end = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }),
      bytes[end] == UInt8(ascii: ">")
    else { return nil }
    return (isBreak, end + 1)
  }

  private static let breaks: Set<String> = ["br", "p", "div", "li", "ul", "ol", "hr", "h1", "h2", "h3", "h4"]
  private static let inline: Set<String> = [
    "a", "abbr", "b", "big", "cite", "em", "font", "i", "img", "mark", "q", "s", "small", "span", "strong", "sub",
    "sup", "u", "wbr",
  ]
  private static let longestName = 6
}
