import TestSupport
import Testing

@testable import Notes

struct DocumentTests {
  @Test(arguments: PositionEncoding.allCases)
  func `counts characters in the units of the encoding`(_ encoding: PositionEncoding) {
    // A letter of one byte, of two, with a combining mark, of three, of four.
    let document = TextDocument("aäe\u{301}가😀z\r\nx\ry\n", .plain)
    let units: [PositionEncoding: [Int]] = [
      .utf8: [0, 1, 3, 4, 6, 9, 13, 14], .utf16: [0, 1, 2, 3, 4, 5, 7, 8], .utf32: [0, 1, 2, 3, 4, 5, 6, 7],
    ]
    for (character, byte) in zip(units[encoding]!, units[.utf8]!) {
      #expect(document.offset(of: Position(line: 0, character: character), encoding) == byte)
      var ruler = LineRuler(document.line(0), encoding)
      #expect(ruler.character(atByte: byte) == character)
    }
    #expect(document.offset(of: Position(line: 0, character: 99), encoding) == 14)
    #expect(document.offset(of: Position(line: 1, character: 1), encoding) == 17)
    #expect(document.offset(of: Position(line: 2, character: 0), encoding) == 18)
    #expect(document.offset(of: Position(line: 3, character: 5), encoding) == 20)
    #expect(document.offset(of: Position(line: 9, character: 0), encoding) == 20)
    #expect(document.lineCount == 4)
  }

  @Test func `takes a place inside a character for its beginning`() {
    let document = TextDocument("😀z", .plain)
    #expect(document.offset(of: Position(line: 0, character: 1), .utf16) == 0)
    #expect(document.offset(of: Position(line: 0, character: 2), .utf8) == 0)
  }

  @Test(arguments: PositionEncoding.allCases, [1, 2, 3] as [UInt64])
  func `is after random edits what the whole text gives`(_ encoding: PositionEncoding, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "ä", "e\u{301}", "가", "😀", "\n", "\r\n", "\r", "```\n", "~~~", "\n- Ran (1985)", "tt0364569 ", "> ", "    ",
      "\n\n", "[[Ran]]",
    ]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }
    for _ in 0..<60 {
      var document = TextDocument(text(30), .markdown)
      for _ in 0..<30 {
        func position() -> Position {
          Position(line: Int(random.next() % UInt64(document.lineCount + 1)), character: Int(random.next() % 12))
        }
        let (one, two) = (position(), position())
        let (from, to) = (min(one, two), max(one, two))
        let insertion = text(Int(random.next() % 4))
        let scalars = Array(document.bytes)
        let (start, end) = (document.offset(of: from, encoding), document.offset(of: to, encoding))
        let fits = document.replace(from..<to, with: insertion, encoding)
        #expect(fits)
        let expected = String(decoding: scalars[..<start] + Array(insertion.utf8) + scalars[end...], as: UTF8.self)
        let whole = TextDocument(expected, .markdown)
        #expect(document.bytes == whole.bytes)
        #expect(document.lineCount == whole.lineCount)
        for index in 0..<min(whole.lineCount, document.lineCount) {
          #expect(document.line(index) == whole.line(index))
          #expect(document.isCode(index) == whole.isCode(index), "\(expected.debugDescription)")
        }
      }
    }
  }

  @Test func `reads few lines again after an edit`() {
    let line = "- Ran (1985) and tt0364569\n"
    var document = TextDocument(String(repeating: line, count: 300_000), .markdown)
    let before = document.classifiedLines
    let place = Position(line: 150_000, character: 3)
    let fits = document.replace(place..<place, with: "x", .utf16)
    #expect(fits)
    #expect(document.classifiedLines - before <= 3)
    #expect(document.line(150_000).elementsEqual("- Rxan (1985) and tt0364569".utf8))
  }

  @Test func `refuses to grow beyond its limit`() {
    var document = TextDocument(String(repeating: "x", count: TextDocument.maximumBytes), .plain)
    let start = Position(line: 0, character: 0)
    let grows = document.replace(start..<start, with: "y", .utf16)
    #expect(!grows)
    let replaces = document.replace(start..<Position(line: 0, character: 1), with: "y", .utf16)
    #expect(replaces)
  }
}
