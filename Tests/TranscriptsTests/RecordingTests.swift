import JSON
import Testing

@testable import Transcripts

@Suite("The lines of a recording")
struct RecordingTests {
  private enum Entry {
    case received([UInt8])
    case refused(String)
    case sent([UInt8])
    case lost(count: Int, reason: String)
  }

  /// What the file has of it, also where it is written message by message.
  private func text(_ entries: (Entry, milliseconds: Int64)...) -> String {
    var passage = Passage()
    var recording = Recording()
    var piecemeal = Recording()
    var pieces: [UInt8] = []
    func append(_ entry: Entry, _ pause: Int64, to passage: inout Passage) {
      passage.append(pause: pause * 1_000_000)
      switch entry {
      case .received(let bytes): bytes.withUnsafeBytes { passage.append(received: $0) }
      case .refused(let reason): passage.append(refused: reason)
      case .sent(let bytes): passage.append(sent: bytes)
      case .lost(let count, let reason): passage.append(lost: count, because: reason)
      }
    }
    var last = entries[0].milliseconds
    for (entry, time) in entries {
      append(entry, time - last, to: &passage)
      var piece = Passage()
      append(entry, time - last, to: &piece)
      pieces += piecemeal.replacement(for: piece) ?? piece.text
      last = time
    }
    let text = recording.replacement(for: passage) ?? passage.text
    #expect(text == pieces)
    return String(decoding: text, as: UTF8.self)
  }

  private func received(_ text: String) -> Entry { .received(Array(text.utf8)) }
  private func sent(_ text: String) -> Entry { .sent(Array(text.utf8)) }

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

  @Test("What is known as a secret is taken out however it is escaped, from JSON and from what is none")
  func escapedSecrets() {
    #expect(
      text(
        (received(#"{"password":"ab/cd\u2028efgh"}"#), 0), (received(#"{"x":"ab\/cd\u2028efgh"}"#), 0),
        (received("{\"x\":\"ab/cd\u{2028}efgh\"}"), 0), (received(#"{"x":"ab\/cd"#), 0),
        (received("\"ab/cd\u{2028}efgh"), 0))
          == """
          --> {"password":"…password"}
          --> {"x":"…password"}
          --> {"x":"…password"}
          # --> 12 bytes that are no JSON
          # --> 13 bytes that are no JSON

          """)
  }

  @Test("Only what has a secret is written anew")
  func untouched() {
    var passage = Passage()
    Array(#"{"id":1,"method":"search","params":{"query":"a token of Key West"}}"#.utf8).withUnsafeBytes {
      passage.append(received: $0)
    }
    passage.append(sent: Array(#"{"id":1,"result":{"title":"Key: a \"token\": pass","requestTokens":1,"day":2}}"#.utf8))
    var recording = Recording()
    #expect(recording.replacement(for: passage) == nil)
    passage.append(sent: Array(#"{"token":"x"}"#.utf8))
    let expected = passage.text.dropLast(4) + Array("…token\"}\n".utf8)
    #expect(recording.replacement(for: passage) == Array(expected))
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
