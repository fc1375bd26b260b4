import JSON
import Testing

@testable import Transcripts

@Suite struct RecordingWriterTests {
  /// Returns the text that is written.
  private func text(_ items: RecordedItem...) -> String {
    var writer = RecordingWriter(descriptor: -1)
    return String(decoding: items.flatMap { writer.text(of: $0) }, as: UTF8.self)
  }

  private func received(_ text: String) -> RecordedItem { .received(Array(text.utf8)) }
  private func sent(_ text: String) -> RecordedItem { .sent(Array(text.utf8)) }

  @Test func `messages are written as they came, with pauses`() {
    #expect(
      text(received(#"{"a" : 1}"#), sent(#"{"b":2}"#), .line("# +10 ms"), sent("3"), received("4"))
        == """
        --> {"a" : 1}
        <-- {"b":2}
        # +10 ms
        <-- 3
        --> 4

        """)
  }

  @Test func `a message of several lines becomes one line`() {
    #expect(text(received("{\r\n  \"a\": 1.0\n}")) == "--> {\"a\":1.0}\n")
  }

  @Test func `secrets are replaced in both directions`() {
    #expect(
      text(
        sent(#"{"id":1,"result":{"url":"http://x/abcdefgh","requestToken":"abcdefgh"}}"#),
        received(#"{ "params": {"requestToken": "abcdefgh"}}"#), sent(#"{"x":"abcdefgh!"}"#))
          == """
          <-- {"id":1,"result":{"url":"…url","requestToken":"…requestToken"}}
          --> {"params":{"requestToken":"…requestToken"}}
          <-- {"x":"…x"}

          """)
  }

  @Test func `input that is not JSON is kept if it fits on a line`() throws {
    let text = text(received(#"{"id":1,"#), received("é  "))
    #expect(text == "--> {\"id\":1,\n--> é  \n")
  }

  @Test(
    arguments: [
      [0xFF], Array("a\u{0}b".utf8), Array("a\nb".utf8), Array("{\"token\": abc".utf8), Array("\"to\\u006ben".utf8),
      Array(repeating: UInt8(ascii: "x"), count: 5_000), Array("x\u{7F}".utf8),
    ])
  func `other input becomes a comment, and so does its response`(_ bytes: [UInt8]) throws {
    let rejection = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#
    let text = text(.received(bytes), sent("{}"), sent(rejection), sent(rejection))
    #expect(text == "# --> \(bytes.count) bytes that are not JSON\n<-- {}\n# <-- \(rejection)\n<-- \(rejection)\n")
  }

  @Test func `a known secret is replaced in any spelling, also in input that is not JSON`() {
    #expect(
      text(
        received(#"{"password":"ab/cd\u2028efgh"}"#), received(#"{"x":"ab\/cd\u2028efgh"}"#),
        received("{\"x\":\"ab/cd\u{2028}efgh\"}"), received(#"{"x":"ab\/cd"#),
        received("\"ab/cd\u{2028}efgh"))
          == """
          --> {"password":"…password"}
          --> {"x":"…password"}
          --> {"x":"…password"}
          # --> 12 bytes that are not JSON
          # --> 13 bytes that are not JSON

          """)
  }

  @Test func `a message without a secret is not rewritten`() {
    let message = #"{"id":1,"result":{"title":"Key: a \"token\": p\u0061ss","requestTokens":1,"day":2}}"#
    #expect(text(received(message), sent(message)) == "--> \(message)\n<-- \(message)\n")
  }

  @Test func `a recording of any input is a transcript`() throws {
    let text = text(
      .refused("The Content-Length header is missing."), received("\u{85}\u{2028}x"), received("<-- x"),
      received("  ! x"), .lost(3, "no"), received(#""…""#))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let transcript = try #require(try Transcript.parse(lines, file: "x").first)
    #expect(transcript.messages.count == 4)
  }
}
