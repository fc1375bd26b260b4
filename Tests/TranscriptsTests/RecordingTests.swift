import JSON
import Testing

@testable import Transcripts

@Suite("The lines of a recording")
struct RecordingTests {
  private func text(_ entries: (Recording.Entry, milliseconds: Int64)...) -> String {
    var recording = Recording()
    var text: [UInt8] = []
    for (entry, time) in entries { recording.append(entry, at: time * 1_000_000, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private func received(_ text: String) -> Recording.Entry { .received(Array(text.utf8)) }
  private func sent(_ text: String) -> Recording.Entry { .sent(Array(text.utf8)) }

  @Test("Messages are written as they passed, with the times worth telling")
  func times() {
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

  @Test("A message of several lines becomes one")
  func lines() {
    #expect(text((received("{\r\n  \"a\": 1.0\n}"), 0)) == "--> {\"a\":1.0}\n")
  }

  @Test("Secrets are taken out on the way in and on the way out")
  func secrets() {
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

  @Test("Input that is no JSON stays where it fits on a line")
  func faulty() throws {
    let text = text((received(#"{"id":1,"#), 0), (received("é  "), 0))
    #expect(text == "--> {\"id\":1,\n--> é  \n")
  }

  @Test(
    "Other input is a comment, and so is its answer",
    arguments: [
      [0xFF], Array("a\u{0}b".utf8), Array("a\nb".utf8), Array("{\"token\": abc".utf8), Array("\"to\\u006ben".utf8),
      Array(repeating: UInt8(ascii: "x"), count: 5_000), Array("x\u{7F}".utf8),
    ])
  func comments(_ bytes: [UInt8]) throws {
    let refusal = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}"#
    let text = text((.received(bytes), 0), (sent("{}"), 0), (sent(refusal), 0), (sent(refusal), 0))
    #expect(text == "# --> \(bytes.count) bytes that are no JSON\n<-- {}\n# <-- \(refusal)\n<-- \(refusal)\n")
  }

  @Test("Whatever comes, what is written is a transcript")
  func parses() throws {
    let text = text(
      (.refused("The Content-Length is missing."), 0), (received("\u{85}\u{2028}x"), 0), (received("<-- x"), 0),
      (received("  ! x"), 50), (.lost(count: 3, reason: "no"), 100), (received(#""…""#), 100))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let transcript = try #require(try Transcript.parse(lines, file: "x").first)
    #expect(transcript.messages.count == 4)
  }
}
