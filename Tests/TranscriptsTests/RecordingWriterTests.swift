import JSON
import Testing

@testable import Transcripts

@Suite struct RecordingWriterTests {
  private enum Entry {
    case received([UInt8])
    case refused(String)
    case sent([UInt8])
    case lost(count: Int, reason: String)
  }

  /// Returns the text that is written, which is the same if it is written message by message.
  private func text(_ entries: (Entry, milliseconds: Int64)...) -> String {
    var buffer = RecordingBuffer()
    var writer = RecordingWriter(descriptor: -1)
    var piecemeal = RecordingWriter(descriptor: -1)
    var pieces: [UInt8] = []
    func append(_ entry: Entry, _ pause: Int64, to buffer: inout RecordingBuffer) {
      buffer.append(pauseNanoseconds: pause * 1_000_000)
      switch entry {
      case .received(let bytes): bytes.withUnsafeBytes { buffer.append(received: $0) }
      case .refused(let reason): buffer.append(refused: reason)
      case .sent(let bytes): buffer.append(sent: bytes)
      case .lost(let count, let reason): buffer.append(lost: count, because: reason)
      }
    }
    var last = entries[0].milliseconds
    for (entry, time) in entries {
      append(entry, time - last, to: &buffer)
      var piece = RecordingBuffer()
      append(entry, time - last, to: &piece)
      pieces += piecemeal.redacted(piece) ?? piece.text
      last = time
    }
    let text = writer.redacted(buffer) ?? buffer.text
    #expect(text == pieces)
    return String(decoding: text, as: UTF8.self)
  }

  private func received(_ text: String) -> Entry { .received(Array(text.utf8)) }
  private func sent(_ text: String) -> Entry { .sent(Array(text.utf8)) }

  @Test func `messages are written as they came, with the longer pauses`() {
    #expect(
      text((received(#"{"a" : 1}"#), 100), (sent(#"{"b":2}"#), 109), (sent("3"), 119), (received("4"), 1_119))
        == """
        --> {"a" : 1}
        <-- {"b":2}
        # +10 ms
        <-- 3
        # +1000 ms
        --> 4

        """)
  }

  @Test func `a message of several lines becomes one line`() {
    #expect(text((received("{\r\n  \"a\": 1.0\n}"), 0)) == "--> {\"a\":1.0}\n")
  }

  @Test func `secrets are replaced in both directions`() {
    #expect(
      text(
        (sent(#"{"id":1,"result":{"url":"http://x/abcdefgh","requestToken":"abcdefgh"}}"#), 0),
        (received(#"{ "params": {"requestToken": "abcdefgh"}}"#), 0), (sent(#"{"x":"abcdefgh!"}"#), 0))
          == """
          <-- {"id":1,"result":{"url":"…url","requestToken":"…requestToken"}}
          --> {"params":{"requestToken":"…requestToken"}}
          <-- {"x":"…x"}

          """)
  }

  @Test func `input that is not JSON is kept if it fits on a line`() throws {
    let text = text((received(#"{"id":1,"#), 0), (received("é  "), 0))
    #expect(text == "--> {\"id\":1,\n--> é  \n")
  }

  @Test(
    arguments: [
      [0xFF], Array("a\u{0}b".utf8), Array("a\nb".utf8), Array("{\"token\": abc".utf8), Array("\"to\\u006ben".utf8),
      Array(repeating: UInt8(ascii: "x"), count: 5_000), Array("x\u{7F}".utf8),
    ])
  func `other input becomes a comment, and so does its response`(_ bytes: [UInt8]) throws {
    let rejection = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#
    let text = text((.received(bytes), 0), (sent("{}"), 0), (sent(rejection), 0), (sent(rejection), 0))
    #expect(text == "# --> \(bytes.count) bytes that are not JSON\n<-- {}\n# <-- \(rejection)\n<-- \(rejection)\n")
  }

  @Test func `a known secret is replaced in any spelling, also in input that is not JSON`() {
    #expect(
      text(
        (received(#"{"password":"ab/cd\u2028efgh"}"#), 0), (received(#"{"x":"ab\/cd\u2028efgh"}"#), 0),
        (received("{\"x\":\"ab/cd\u{2028}efgh\"}"), 0), (received(#"{"x":"ab\/cd"#), 0),
        (received("\"ab/cd\u{2028}efgh"), 0))
          == """
          --> {"password":"…password"}
          --> {"x":"…password"}
          --> {"x":"…password"}
          # --> 12 bytes that are not JSON
          # --> 13 bytes that are not JSON

          """)
  }

  @Test func `a message without a secret is not rewritten`() {
    var buffer = RecordingBuffer()
    Array(#"{"id":1,"method":"search","params":{"query":"a token of Key West"}}"#.utf8).withUnsafeBytes {
      buffer.append(received: $0)
    }
    buffer.append(sent: Array(#"{"id":1,"result":{"title":"Key: a \"token\": pass","requestTokens":1,"day":2}}"#.utf8))
    var writer = RecordingWriter(descriptor: -1)
    #expect(writer.redacted(buffer) == nil)
    buffer.append(sent: Array(#"{"token":"x"}"#.utf8))
    let expected = buffer.text.dropLast(4) + Array("…token\"}\n".utf8)
    #expect(writer.redacted(buffer) == Array(expected))
  }

  @Test func `a recording of any input is a transcript`() throws {
    let text = text(
      (.refused("The Content-Length header is missing."), 0), (received("\u{85}\u{2028}x"), 0), (received("<-- x"), 0),
      (received("  ! x"), 50), (.lost(count: 3, reason: "no"), 100), (received(#""…""#), 100))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let transcript = try #require(try Transcript.parse(lines, file: "x").first)
    #expect(transcript.messages.count == 4)
  }
}
