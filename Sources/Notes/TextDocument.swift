/// An open document: its text, its lines, and which are code. An edit costs what it changes and moves the text behind.
public struct TextDocument: Sendable {
  /// The longest text that is kept open, in bytes.
  public static let maximumBytes = 10 << 20

  /// The text in UTF-8.
  public private(set) var bytes: [UInt8]
  /// The syntax of the text.
  public let markup: Markup
  private var lines: [Line] = []
  /// How many lines were read to find out whether they are code, for tests of the cost.
  private(set) var classifiedLines = 0

  private struct Line {
    /// The first byte. 32 bits, because a hostile text has millions of lines.
    var start: UInt32
    /// Nil before it is known.
    var state: BlockState?
    var isCode = false
  }

  /// - Parameter text: at most `maximumBytes` long.
  public init(_ text: String, _ markup: Markup) {
    bytes = Array(text.utf8)
    self.markup = markup
    lines = lineStarts(in: 0..<bytes.count)
    classify(from: 0, to: lines.count)
  }

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// At least 1.
  public var lineCount: Int { lines.count }

  /// The bytes of a line without its end.
  public func line(_ index: Int) -> ArraySlice<UInt8> {
    var line = bytes[start(index)..<(index + 1 < lines.count ? start(index + 1) : bytes.count)]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// Whether a line is code, which has no references.
  public func isCode(_ index: Int) -> Bool { lines[index].isCode }

  private func start(_ index: Int) -> Int { Int(lines[index].start) }

  /// The byte at a position. One behind the end of a line or of the text is that end.
  public func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lines.count else { return bytes.count }
    var ruler = LineRuler(line(position.line), encoding)
    return start(position.line) + ruler.byte(atCharacter: max(0, position.character))
  }

  // MARK: Edits

  /// Replaces what is between two positions.
  ///
  /// - Returns: false, and changes nothing, if the text would become too long.
  public mutating func replace(_ range: Range<Position>, with text: String, _ encoding: PositionEncoding) -> Bool {
    let from = offset(of: range.lowerBound, encoding)
    let to = max(from, offset(of: range.upperBound, encoding))
    let delta = text.utf8.count - (to - from)
    guard bytes.count + delta <= Self.maximumBytes else { return false }
    // One line more on the left: a line feed at the beginning of a line joins the carriage return before it.
    let first = max(0, lineIndex(of: from) - 1)
    let last = lineIndex(of: to)
    let end = (last + 1 < lines.count ? start(last + 1) : bytes.count) + delta
    let isLast = last + 1 == lines.count
    bytes.replaceSubrange(from..<to, with: text.utf8)
    var changed = lineStarts(in: start(first)..<end)
    // A line end at the end of the changed part begins the line behind it, which is there already.
    if !isLast, changed.count > 1, changed[changed.count - 1].start == UInt32(end) { changed.removeLast() }
    changed[0].state = lines[first].state
    lines.replaceSubrange(first...last, with: changed)
    let next = first + changed.count
    if delta != 0 { for index in next..<lines.count { lines[index].start = UInt32(Int(lines[index].start) + delta) } }
    classify(from: first, to: next)
    return true
  }

  /// The line that contains a byte.
  private func lineIndex(of offset: Int) -> Int {
    (1..<lines.count).partitioningIndex { start($0) > offset } - 1
  }

  /// The lines of a part of the text, which begins where a line does. Line ends are `\n`, `\r\n` and `\r`.
  private func lineStarts(in range: Range<Int>) -> [Line] {
    var found = [Line(start: UInt32(range.lowerBound))]
    bytes.withUnsafeBufferPointer { bytes in
      for index in range where bytes[index] <= UInt8(ascii: "\r") {
        let isEnd =
          bytes[index] == UInt8(ascii: "\n")
          || bytes[index] == UInt8(ascii: "\r")
            && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
        if isEnd { found.append(Line(start: UInt32(index + 1))) }
      }
    }
    return found
  }

  /// Finds out which lines are code, from a line whose state is known up to `end`, and on until nothing changes.
  private mutating func classify(from first: Int, to end: Int) {
    var state = lines[first].state ?? BlockState()
    var index = first
    let markup = markup
    while index < lines.count, index < end || lines[index].state != state {
      lines[index].state = state
      lines[index].isCode = line(index).withUnsafeBufferPointer { state.advance(over: $0, markup) }
      index += 1
      classifiedLines += 1
    }
  }
}
