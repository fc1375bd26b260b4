/// Reads days such as `2024-05-01`, `2024/5/1`, `<2024-05-01 Wed>`.
enum DayScanner {
  /// The day at a place, as `YYYY-MM-DD`, and the end of what was read.
  static func day(at start: Int, in line: UnsafeBufferPointer<UInt8>) -> (day: String, end: Int)? {
    guard start < line.count else { return nil }
    var index = start
    // The brackets of a timestamp of Org, or of a link to a daily note.
    let brackets = line[index...].prefix(2).prefix { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "[") }.count
    index += brackets
    func number(_ digits: ClosedRange<Int>) -> Int? {
      let text = line[min(index, line.count)...].prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
      guard digits.contains(text.count) else { return nil }
      index += text.count
      return text.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }
    guard let year = number(4...4), index < line.count, "-/.".utf8.contains(line[index]) else { return nil }
    let separator = line[index]
    index += 1
    guard let month = number(1...2), index < line.count, line[index] == separator else { return nil }
    index += 1
    guard let day = number(1...2), index == line.count || !line[index].isASCIIAlphanumeric else { return nil }
    if brackets > 0 {
      let rest = line[index...].prefix(20).prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "]") }
      index = rest.endIndex + brackets
      guard index <= line.count else { return nil }
    }
    let text = "\(year)-\(String(month, width: 2))-\(String(day, width: 2))"
    return CalendarDay.isDay(text) ? (text, index) : nil
  }
}

/// What a line says about the viewing of a film.
public struct LineFacts: Hashable, Sendable {
  /// The first day, `YYYY-MM-DD`.
  public var day: String?
  /// From `★★★½`, `8/10` or `4/5`: 0.5 to 10, in steps of 0.5.
  public var rating: Double?
  /// Whether the line says that the film was seen before.
  public var isRewatch: Bool

  /// Reads a line besides its references, whose titles and URLs may have such numbers.
  init(_ line: UnsafeBufferPointer<UInt8>, besides references: [Reference]) {
    var index = 0
    var ranges = references.map(\.range)[...]
    while index < line.count, day == nil || rating == nil {
      if let next = ranges.first, index >= next.lowerBound {
        index = max(index, next.upperBound)
        ranges.removeFirst()
      } else if day == nil, let (found, end) = DayScanner.day(at: index, in: line) {
        (day, index) = (found, end)
      } else if rating == nil, let (found, end) = Self.stars(at: index, in: line) ?? Self.fraction(at: index, in: line)
      {
        (rating, index) = (found, end)
      } else if line[index].isASCIIDigit {
        index = line[index...].firstIndex { !$0.isASCIIDigit } ?? line.count
      } else {
        index += 1
      }
    }
    isRewatch = ["(rewatch)", "#rewatch", "↻"].contains { line.contains($0.utf8) }
  }

  /// Stars of five, or of ten if there are more.
  private static func stars(at start: Int, in line: UnsafeBufferPointer<UInt8>) -> (rating: Double, end: Int)? {
    // Most bytes begin none of them.
    guard line[start] == 0xE2 else { return nil }
    var (index, full, half, empty) = (start, 0.0, 0.0, 0.0)
    func skip(_ text: String) -> Bool {
      guard line[index...].starts(with: text.utf8) else { return false }
      index += text.utf8.count
      return true
    }
    while skip("★") || skip("⭐️") || skip("⭐") { full += 1 }
    if full > 0, skip("½") || skip("1/2") { half = 1 }
    while skip("☆") { empty += 1 }
    guard full > 0, full + half + empty <= 10 else { return nil }
    let scale = full + half + empty > 5 ? 1.0 : 2.0
    return ((full + half / 2) * scale, index)
  }

  /// A number of five or ten.
  private static func fraction(at start: Int, in line: UnsafeBufferPointer<UInt8>) -> (rating: Double, end: Int)? {
    guard line[start].isASCIIDigit else { return nil }
    func digits(_ from: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
      line[min(from, line.count)...].prefix(3).prefix(while: \.isASCIIDigit)
    }
    func at(_ index: Int, _ byte: UInt8) -> Bool { index < line.count && line[index] == byte }
    let whole = digits(start)
    var (value, index) = (whole.reduce(0.0) { $0 * 10 + Double($1 & 0x0F) }, whole.endIndex)
    if at(index, UInt8(ascii: ".")) || at(index, UInt8(ascii: ",")) {
      let fraction = digits(index + 1)
      guard fraction.count == 1, let digit = fraction.first else { return nil }
      value += Double(digit & 0x0F) / 10
      index = fraction.endIndex
    }
    guard at(index, UInt8(ascii: "/")) else { return nil }
    let scale = digits(index + 1)
    index = scale.endIndex
    guard scale.elementsEqual("10".utf8) || scale.elementsEqual("5".utf8), !at(index, UInt8(ascii: "/")) else {
      return nil
    }
    let rating = (scale.count == 2 ? value * 2 : value * 4).rounded() / 2
    return (0.5...10).contains(rating) ? (rating, index) : nil
  }
}

/// A line of a diary.
public struct DiaryLine: Sendable {
  /// From 0.
  public var line: Int
  /// Its first certain reference, or else its first one; nil if the line names no film.
  public var reference: Reference?
  public var facts: LineFacts
}

extension TextDocument {
  /// The references of a line, from left to right.
  public func references(inLine index: Int) -> [Reference] {
    var steps = 0
    return references(inLine: index, steps: &steps)
  }

  func references(inLine index: Int, steps: inout Int) -> [Reference] {
    guard !isCode(index) else { return [] }
    return line(index).withUnsafeBufferPointer { bytes in
      var scanner = LineScanner(bytes, markup)
      scanner.scan()
      steps += scanner.steps
      return scanner.found
    }
  }

  /// What a line says about a viewing, besides its references.
  public func facts(ofLine index: Int, besides references: [Reference]) -> LineFacts {
    line(index).withUnsafeBufferPointer { LineFacts($0, besides: references) }
  }

  /// The lines with a day that name a film, and the items with a day that do not.
  public func diary() -> [DiaryLine] {
    (0..<lineCount).compactMap { index in
      guard !isCode(index) else { return nil }
      let references = references(inLine: index)
      let facts = facts(ofLine: index, besides: references)
      guard facts.day != nil else { return nil }
      let reference = references.first(where: \.isCertain) ?? references.first
      guard reference != nil || isItem(index) else { return nil }
      return DiaryLine(line: index, reference: reference, facts: facts)
    }
  }

  private func isItem(_ index: Int) -> Bool {
    line(index).withUnsafeBufferPointer { line in
      let first = line.firstIndex { !$0.isASCIIWhitespace } ?? line.count
      return first < line.count && line[first] == UInt8(ascii: "|")
        || LineScanner(line, markup).itemStart(first) != nil
    }
  }
}
