import JSON
import TestSupport
import Testing

@testable import OnlineCatalogs

struct JSONRepairTests {
  private func repaired(_ text: String) -> JSON? { try? JSON.parse(JSONRepair.repaired(Array(text.utf8))) }

  @Test(arguments: [
    (#"Conversion from string "one space" to type 'Double' is not valid."#, nil),
    ("\"quoted\"", nil),
    (#"he said "no", and left"#, nil),
    (#"a "b" }, c"#, nil),
    (#"the films "A", "B" and "C""#, nil),
    (#"a \\"b\\" c"#, #"a "b" c"#),
    (#"that\'s inner\spiritual peace"#, #"that's inner\spiritual peace"#),
    (#"Miliardi\Millions"#, nil),
    (#"bad \u12 and \uZZZZ"#, nil),
    (#"lone \ud83d and \ude00 but \ud83d\ude00"#, "lone \u{FFFD} and \u{FFFD} but 😀"),
    ("a\u{8}b\u{1F}c\nd\te", "a b c d e"),
    (#"kept \"\\\/\n\u00e9"#, "kept \"\\/\né"),
  ])
  func `a repaired text equals the original text`(text: String, expected: String?) {
    for behind in ["\"}", "\" }", "\",\"imdbID\":\"tt0000001\"}", "\" , \"n\" : 1 }"] {
      let json = repaired("{\"Response\":\"False\",\"Error\":\"\(text)\(behind)")
      #expect(json?["Error"]?.string == expected ?? text)
      #expect(json?["Response"]?.string == "False")
    }
  }

  @Test func `rows in an array are repaired one by one`() {
    let json = repaired(
      #"{"Search":[{"Title":"A "B" C","Year":"1999"},{"Title":"D\E","Year":"2000"}],"totalResults":"2"}"#)
    #expect(json?["Search"]?.elements.map { $0["Title"]?.string } == [#"A "B" C"#, #"D\E"#])
    #expect(json?["totalResults"]?.string == "2")
  }

  @Test func `a byte order mark and invalid UTF-8 do not matter`() {
    let json = try? JSON.parse(
      JSONRepair.repaired([0xEF, 0xBB, 0xBF] + Array("{\"a\":\"".utf8) + [0xE9] + Array("\"}".utf8)))
    #expect(json == ["a": "\u{FFFD}"])
  }

  @Test(arguments: [
    "", "<html><body>520</body></html>", #"{"Title":"cut off"#, #"{"Title":"cut off\"#, #"{"Title":"cut","#, "{", "\"",
    #"{"a":"\u00"#, #"{"a":"b" "c"}"#,
  ])
  func `missing parts are not invented`(text: String) {
    // The last one ends with what could be part of its text, so that it has no end.
    #expect(repaired(text)?["Title"] == nil)
  }

  @Test func `valid JSON stays unchanged`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["\\\"", "\\\\", "\\n", "a", " ", "é", "😀", "\\u00e9", "\\ud83d\\ude00", "}", ",", ":", "'", "]"]
    for _ in 0..<500 {
      let texts = (0..<3).map { _ in (0..<8).map { _ in pieces.randomElement(using: &generator)! }.joined() }
      let text = "{\"one\":\"\(texts[0])\",\"two\":[{\"three\":\"\(texts[1])\"}],\"four\":\"\(texts[2])\",\"n\":-1.5e3}"
      let strict = try JSON.parse(text)
      // An even number of backslashes before a quote looks like the end of a text only if it is the end.
      #expect(repaired(text) == strict, "\(text)")
    }
  }

  @Test(arguments: ["\"", "\\", "\",", "\", \"a", "\"}", "\\u", "\" "])
  func `a long text full of errors takes linear time`(part: String) {
    let text = "{\"a\":\"" + String(repeating: part, count: 20_000)
    #expect(JSONRepair.repaired(Array(text.utf8)).count >= text.utf8.count)
  }

  @Test func `no bytes trap`() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("{}[]\":,\\u'dD8cC a\n\u{1}".utf8) + [0xC3, 0xFF]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in alphabet.randomElement(using: &generator)!
      }
      let repaired = JSONRepair.repaired(bytes)
      if (try? JSON.parse(bytes)) != nil { #expect((try? JSON.parse(repaired)) != nil) }
    }
  }
}
