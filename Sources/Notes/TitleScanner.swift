extension LineScanner {
  /// Where the text of a list item, a heading or a line of a diary begins; nil if the line is none of these.
  func itemStart(_ first: Int) -> Int? {
    var start = first
    while byte(start) == UInt8(ascii: ">") {
      start += 1
      while byte(start) == UInt8(ascii: " ") { start += 1 }
    }
    let mark = line[min(start, line.count)...].prefix { "#*=-+.".utf8.contains($0) }.count
    let digits = mark > 0 ? 0 : line[min(start, line.count)...].prefix(10).prefix(while: \.isASCIIDigit).count
    let end = start + mark + digits + (digits > 0 ? 1 : 0)
    let isNumber = digits > 0 && digits < 10 && ".)".utf8.contains(byte(start + digits) ?? 0)
    if mark > 0 && mark < 10 || isNumber, byte(end)?.isASCIIWhitespace == true { return end }
    // U+2022, the bullet.
    if line.count >= start + 3, line[start..<start + 3].elementsEqual("•".utf8) { return start + 3 }
    return DayScanner.day(at: start, in: line) == nil ? nil : start
  }
}

/// Reads `Title (Year)`.
enum TitleScanner {
  /// The longest title, in bytes.
  static let maximumTitle = 300

  /// The title at the beginning of a part of a line, behind a check box, a day, a rating and marks of emphasis.
  static func title(in part: Range<Int>, of line: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Reference? {
    var start = part.lowerBound
    var marks: [UInt8] = []
    func skipSpaces() { while start < part.upperBound, line[start].isASCIIWhitespace { start += 1 } }
    skipSpaces()
    if skip("[ ]") || skip("[x]") || skip("[X]") || skip("[-]") { skipSpaces() }
    func skip(_ text: String) -> Bool {
      guard line[start..<part.upperBound].starts(with: text.utf8) else { return false }
      start += text.utf8.count
      return true
    }
    // Keywords and priorities of Org.
    if ["TODO ", "DONE ", "NEXT ", "WAITING "].contains(where: skip) { skipSpaces() }
    if start + 4 <= part.upperBound, line[start] == UInt8(ascii: "["), line[start + 1] == UInt8(ascii: "#") {
      start += 4
      skipSpaces()
    }
    if let (_, end) = DayScanner.day(at: start, in: line), end <= part.upperBound {
      start = end
      while start < part.upperBound, line[start].isASCIIWhitespace || ":,-|".utf8.contains(line[start]) { start += 1 }
      if skip("–") || skip("—") { skipSpaces() }
    }
    while start < part.upperBound, "*_/+~[\"".utf8.contains(line[start]), marks.count < 4 {
      marks.append(line[start])
      start += 1
    }
    let limit = min(part.upperBound, start + maximumTitle + 8)
    var index = start
    while index + 6 <= limit {
      steps += 1
      if line[index] == UInt8(ascii: "`") { return nil }
      if line[index] == UInt8(ascii: "("), index > start, let year = year(line[index..<index + 6]) {
        let name = name(line[start..<index], marks)
        return name.isEmpty
          ? nil : Reference(target: .title(name, year: year), form: .title, range: start..<index + 6)
      }
      index += 1
    }
    return nil
  }

  /// The year in `(1985)`, which are these six bytes.
  static func year(_ text: some Sequence<UInt8>) -> Int? {
    let bytes = Array(text)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "("), bytes[5] == UInt8(ascii: ")"),
      bytes[1..<5].allSatisfy(\.isASCIIDigit)
    else { return nil }
    let year = bytes[1..<5].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    return Movie.years.contains(year) ? year : nil
  }

  /// The title without white space, backslashes of escapes, and the ends of the emphasis that began before it.
  private static func name(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ marks: [UInt8]) -> String {
    var title = bytes.trimming(while: \.isASCIIWhitespace)
    for mark in marks.reversed() {
      guard title.last == (mark == UInt8(ascii: "[") ? UInt8(ascii: "]") : mark) else { break }
      title = title.dropLast().trimming(while: \.isASCIIWhitespace)
    }
    var plain: [UInt8] = []
    for (position, byte) in zip(title.indices, title) {
      let next = position + 1 < title.endIndex ? title[position + 1] : 0
      let isEscape = byte == UInt8(ascii: "\\") && next.isASCIIGraphic && !next.isASCIIAlphanumeric
      if !isEscape || plain.last == UInt8(ascii: "\\") { plain.append(byte) }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
