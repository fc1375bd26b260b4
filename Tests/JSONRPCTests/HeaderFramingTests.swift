import JSONRPC
import Testing

/// Framing by `Content-Length` headers. Every stream is read whole, byte by byte and in random pieces, which must make no difference.
@Suite struct HeaderFramingTests {
  struct Stream: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var frames: [ReadFrame]

    init(_ description: String, _ text: String, _ frames: [ReadFrame]) {
      (testDescription, self.text, self.frames) = (description, text, frames)
    }
  }

  private static let good = "Content-Length: 2\r\n\r\n{}"
  private static let isGood = ReadFrame.message("{}")

  /// These streams are read with a limit of 100 bytes.
  static let streams = [
    Stream("one message", good, [isGood]),
    Stream("two messages", good + "Content-Length: 3\r\n\r\n[1]", [isGood, .message("[1]")]),
    Stream("lower case", "content-length: 2\r\n\r\n{}" + good, [isGood, isGood]),
    Stream("upper case", "CONTENT-LENGTH:2\r\n\r\n{}", [isGood]),
    Stream("LF only", "Content-Length: 2\n\n{}" + good, [isGood, isGood]),
    Stream("no space", "Content-Length:2\r\n\r\n{}", [isGood]),
    Stream("much space", "Content-Length: \t 2 \t\r\n\r\n{}", [isGood]),
    Stream("leading zeros", "Content-Length: 0002\r\n\r\n{}", [isGood]),
    Stream(
      "a Content-Type after it",
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
      [isGood]),
    Stream(
      "a Content-Type before, later on", good + "Content-Type: a\r\nContent-Length: 2\r\n\r\n{}", [isGood, isGood]),
    Stream(
      "a Content-Type first", "Content-Type: a; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}" + good, [isGood, isGood]),
    Stream("utf8, as early clients call it", "Content-Type: a; charset=utf8\r\nContent-Length: 2\r\n\r\n{}", [isGood]),
    Stream(
      "another charset", "Content-Length: 2\r\nContent-Type: a; charset=iso-8859-1\r\n\r\n{}" + good,
      [.malformed, isGood]),
    Stream("several headers first, LF only", "x-1: \na_b!: c: d\ncontent-length:2\n\n{}" + good, [isGood, isGood]),
    Stream("a byte order mark", "\u{FEFF}" + good + good, [isGood, isGood]),
    Stream("a byte order mark and another header", "\u{FEFF}X: y\r\n" + good, [isGood]),
    Stream("blank lines", "\r\n\n" + good + good, [isGood, isGood]),
    Stream("the same length twice", "Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}" + good, [isGood, isGood]),
    Stream("a body with line ends", "Content-Length: 6\r\n\r\n{\r\n\r\n}" + good, [.message("{\r\n\r\n}"), isGood]),
    Stream("a body counted in bytes", "Content-Length: 7\r\n\r\n\"é€\"" + good, [.message("\"é€\""), isGood]),
    Stream("an empty body", "Content-Length: 0\r\n\r\n" + good, [.message(""), isGood]),
    Stream("a body of exactly the limit", "Content-Length: 100\r\n\r\n" + x(100) + good, [.message(x(100)), isGood]),
    Stream("a body over the limit", "Content-Length: 101\r\n\r\n" + x(101) + good, [.tooLong, isGood]),
    Stream("a body far over the limit", "Content-Length: 200000\r\n\r\n" + x(200_000) + good, [.tooLong, isGood]),
    Stream(
      "headers in a body over the limit", "Content-Length: 147\r\n\r\n" + good + x(101) + good + good,
      [.tooLong, isGood]),
  ]

  /// Header blocks without a usable length. Each is followed by a body and then by a good message.
  static let malformed = [
    Stream("no length", "Content-Type: a\r\n\r\n{}", [.malformed]),
    Stream("an empty block", "\r\n", [.malformed]),
    Stream("an empty length", "Content-Length:\r\n\r\n{}", [.malformed]),
    Stream("a negative length", "Content-Length: -2\r\n\r\n{}", [.malformed]),
    Stream("a signed length", "Content-Length: +2\r\n\r\n{}", [.malformed]),
    Stream("a fraction", "Content-Length: 2.0\r\n\r\n{}", [.malformed]),
    Stream("a hexadecimal length", "Content-Length: 0x2\r\n\r\n{}", [.malformed]),
    Stream("a length and a word", "Content-Length: 2 bytes\r\n\r\n{}", [.malformed]),
    Stream("a length in two parts", "Content-Length: 1 2\r\n\r\n{}", [.malformed]),
    Stream("a list of lengths", "Content-Length: 2, 2\r\n\r\n{}", [.malformed]),
    Stream("digits that are not ASCII", "Content-Length: ２\r\n\r\n{}", [.malformed]),
    Stream("digits of another script", "Content-Length: ٢\r\n\r\n{}", [.malformed]),
    Stream("a length beyond Int", "Content-Length: 9223372036854775808\r\n\r\n{}", [.malformed]),
    Stream(
      "a length of a hundred digits", "Content-Length: \(String(repeating: "9", count: 100))\r\n\r\n{}", [.malformed]),
    Stream("two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", [.malformed]),
    Stream("a good length and a bad one", "Content-Length: 2\r\nContent-Length: x\r\n\r\n{}", [.malformed]),
    Stream("a line without a colon", "Content-Length: 2\r\nnonsense\r\n\r\n{}", [.malformed]),
    Stream("a space before the colon", "Content-Length : 2\r\n\r\n{}", [.malformed]),
    Stream("a line end after the body", "Content-Length: 2\r\n\r\n{}\n", [isGood, .malformed]),
    Stream("garbage", "\0\u{1}\u{2} garbage\r\n\r\n", [.malformed]),
    Stream("a block of 5,000 bytes", "Content-Length: 2\r\nX: " + x(5_000) + "\r\n\r\n{}", [.malformed]),
    Stream("a block without an end", x(20_000), [.malformed]),
  ]

  private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: streams, Feeding.allCases)
  func `messages are split in the same way however they arrive`(stream: Stream, feeding: Feeding) {
    let read = frames(of: stream.text, feeding: feeding)
    #expect(read.frames == stream.frames)
    #expect(read.framing == .headers)
  }

  @Test(arguments: malformed, Feeding.allCases)
  func `a malformed header block costs only its own message`(stream: Stream, feeding: Feeding) {
    let text = Self.good + stream.text + Self.good + Self.good
    let expected = [Self.isGood] + stream.frames + [Self.isGood, Self.isGood]
    #expect(frames(of: text, feeding: feeding).frames == expected)
  }

  @Test(
    arguments: ["Content-Length: -1\r\n\r\n", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"], Feeding.allCases)
  func `a malformed header block may be the first`(text: String, feeding: Feeding) {
    let read = frames(of: text + Self.good, feeding: feeding)
    #expect(read.frames == [.malformed, Self.isGood])
    #expect(read.framing == .headers)
  }

  @Test(
    arguments: [
      "Content-Length:", "Content-Length: 2", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r\n",
      "Content-Length: 2\r\n\r\n{", "Con",
    ], Feeding.allCases)
  func `an incomplete message at the end of the input is reported`(half: String, feeding: Feeding) {
    #expect(frames(of: Self.good + half, feeding: feeding).frames == [Self.isGood, .malformed])
  }

  @Test(arguments: Feeding.allCases)
  func `an incomplete body over the limit is reported once`(feeding: Feeding) {
    #expect(frames(of: "Content-Length: 500\r\n\r\nxxx", feeding: feeding).frames == [.tooLong])
  }

  @Test(arguments: Feeding.allCases)
  func `a length near the largest Int is a message over the limit`(feeding: Feeding) {
    let text = "Content-Length: \(Int.max)\r\n\r\n" + Self.x(100_000)
    #expect(frames(of: text, feeding: feeding).frames == [.tooLong])
  }
}
