import TestSupport
import Testing

@testable import JSONRPC

/// Framing by lines. Every stream is read whole, byte by byte and in random pieces, which must make no difference.
@Suite struct LineFramingTests {
  @Test func `a long message costs no memory after it was read`() {
    var reader = FrameReader(limit: 1 << 20)
    reader.append(Array(repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\n")])
    #expect(reader.next { frame, _ in ReadFrame(frame) } != nil)
    reader.append([UInt8(ascii: "x")])
    #expect(reader.bufferBytes <= 256 << 10)
  }

  struct Stream: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var frames: [ReadFrame]

    init(_ description: String, _ text: String, _ frames: [ReadFrame]) {
      (testDescription, self.text, self.frames) = (description, text, frames)
    }
  }

  /// These streams are read with a limit of 100 bytes.
  static let streams = [
    Stream("nothing", "", []),
    Stream("one line", "{}\n", [.message("{}")]),
    Stream("two lines", "{}\n[]\n", [.message("{}"), .message("[]")]),
    Stream("CRLF", "{}\r\n[]\r\n", [.message("{}\r"), .message("[]\r")]),
    Stream("a last line without its end", "{}\n[]", [.message("{}"), .message("[]")]),
    Stream("a last line that ends in CR", "{}\r", [.message("{}\r")]),
    Stream("blank lines", "\n\r\n \t\r\n\n{}\n\n\n[]\n\n", [.message("{}"), .message("[]")]),
    Stream("blank lines only", "\n\r\n \n", []),
    Stream("a blank last line", "{}\n  \t", [.message("{}")]),
    Stream("raw U+2028 and U+0085", "\"\u{2028}\u{85}\"\n1\n", [.message("\"\u{2028}\u{85}\""), .message("1")]),
    Stream("a NUL", "a\0b\n", [.message("a\0b")]),
    Stream("the beginning of a header", "Content-Len\n{}\n", [.message("Content-Len"), .message("{}")]),
    Stream("the beginning of a header, and the end", "Content-Len", [.message("Content-Len")]),
    Stream("another header first", "Content-Type: a\n", [.message("Content-Type: a")]),
    Stream(
      "headers without a length", "Content-Type: a\nX: b\n\n{}\n",
      [.message("Content-Type: a"), .message("X: b"), .message("{}")]),
    Stream("a header and a message", "Content-Type: a\n{}\n", [.message("Content-Type: a"), .message("{}")]),
    Stream("a long line that could be a header", "X: " + x(5_000) + "\n1\n", [.tooLong, .message("1")]),
    Stream("a byte order mark", "\u{FEFF}{}\n1\n", [.message("{}"), .message("1")]),
    Stream("a byte order mark alone", "\u{FEFF}", []),
    Stream("a byte order mark and a blank line", "\u{FEFF}\n{}", [.message("{}")]),
    Stream("two byte order marks", "\u{FEFF}\u{FEFF}{}\n", [.message("\u{FEFF}{}")]),
    Stream("a byte order mark later on", "{}\n\u{FEFF}{}\n", [.message("{}"), .message("\u{FEFF}{}")]),
    Stream("a header later on", "{}\nContent-Length: 2\n", [.message("{}"), .message("Content-Length: 2")]),
    Stream("one byte below the limit", x(99) + "\n1\n", [.message(x(99)), .message("1")]),
    Stream("exactly the limit", x(100) + "\n1\n", [.message(x(100)), .message("1")]),
    Stream("exactly the limit, CRLF", x(100) + "\r\n1\n", [.message(x(100) + "\r"), .message("1")]),
    Stream("exactly the limit, without an end", x(100), [.message(x(100))]),
    Stream("one byte over the limit", x(101) + "\n1\n", [.tooLong, .message("1")]),
    Stream("one byte over the limit, CRLF", x(101) + "\r\n1\n", [.tooLong, .message("1")]),
    Stream("one byte over the limit, without an end", x(101), [.tooLong]),
    Stream("two bytes over the limit", x(102) + "\n1\n", [.tooLong, .message("1")]),
    Stream("far over the limit", x(200_000) + "\n1\n", [.tooLong, .message("1")]),
    Stream("far over the limit, without an end", x(20_000), [.tooLong]),
    Stream("over the limit twice", x(150) + "\n" + x(5_000) + "\n1\n", [.tooLong, .tooLong, .message("1")]),
    Stream("over the limit between good ones", "1\n" + x(101) + "\n2\n", [.message("1"), .tooLong, .message("2")]),
    Stream("over the limit, then a blank line", x(101) + "\n\n2", [.tooLong, .message("2")]),
  ]

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: streams, Feeding.allCases)
  func `lines are split in the same way however they arrive`(stream: Stream, feeding: Feeding) {
    let read = frames(of: stream.text, feeding: feeding)
    // The CR is white space in JSON; the reader may pass it on or not.
    #expect(read.frames.map(\.withoutCR) == stream.frames.map(\.withoutCR))
    #expect(read.framing != .headers)
  }

  @Test(arguments: Feeding.allCases)
  func `bytes that are not UTF-8 are passed on unchanged`(feeding: Feeding) {
    var reader = FrameReader(limit: 100)
    var read: [[UInt8]] = []
    for piece in feeding.pieces(of: [0xFF, 0xFE, 0x80, 0x0A, 0xC3, 0x0A]) {
      reader.append(piece)
      while let bytes = reader.next({ frame, _ in
        if case .message(let bytes) = frame { Array(bytes) } else { [UInt8]() }
      }) { read.append(bytes) }
    }
    #expect(read == [[0xFF, 0xFE, 0x80], [0xC3]])
  }

  @Test func `a line over the limit is not kept in memory`() {
    let limit = 1_000
    var reader = FrameReader(limit: limit)
    var verdicts: [ReadFrame] = []
    var largestRoom = 0
    for _ in 0..<1_000 {
      _ = reader.read { room in
        largestRoom = max(largestRoom, room.count)
        room.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "x"))
        return room.count
      }
      while let frame = reader.next({ frame, _ in ReadFrame(frame) }) { verdicts.append(frame) }
    }
    reader.append("\n{}\n".utf8)
    while let frame = reader.next({ frame, _ in ReadFrame(frame) }) { verdicts.append(frame) }
    #expect(verdicts == [.tooLong, .message("{}")])
    // A read is offered the free space of the buffer, through which 64 MB have passed by now.
    #expect(largestRoom <= 128 << 10)
  }

  @Test func `a buffer keeps its lines when it moves and grows`() {
    var random = SeededGenerator(seed: 7)
    let lines = (0..<400).map { _ in
      String(repeating: "0123456789", count: Int.random(in: 0...4_000, using: &random)) + "."
    }
    let text = lines.joined(separator: "\n")
    for feeding in Feeding.allCases where feeding.description != "byte by byte" {
      #expect(frames(of: text, limit: 1 << 20, feeding: feeding).frames == lines.map { .message($0) })
    }
  }
}

extension ReadFrame {
  fileprivate var withoutCR: ReadFrame {
    if case .message(let text) = self, text.utf8.last == UInt8(ascii: "\r") {
      .message(String(decoding: text.utf8.dropLast(), as: UTF8.self))
    } else {
      self
    }
  }
}
