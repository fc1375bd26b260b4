import JSON
import Testing

@testable import MCP

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("Am\u{E9}lie", "Amélie"), ("올드보이", "올드보이"), ("two\nlines\tand a tab", "two\nlines and a tab"),
    ("zero\u{200B}\u{200D}\u{2060}\u{FEFF}width", "zerowidth"), ("right\u{202E}to\u{2066}left", "righttoleft"),
    ("tag\u{E0041}\u{E007F}s", "tags"), ("variant\u{FE0F}\u{E0101}", "variant"), ("so\u{AD}ft", "soft"),
    ("\u{1B}[8mhidden\u{0}\u{85}\u{9B}", "[8mhidden "), ("a\u{2028}b", "a\nb"),
    ("seen<!-- not seen -->.", "seen."), ("seen<!-- open", "seen"), ("a<!-<!-- x -->- nested -->b", "ab"),
    ("a<!\u{200B}-- hidden -->b", "ab"), ("text\n[//]: # (comment)\nmore", "text\nmore"),
    ("a [link]: # is no line of its own", "a [link]: # is no line of its own"),
  ])
  func `what a person does not see is removed`(_ text: String, _ clean: String) {
    #expect(SafeText.text(text) == clean)
    #expect(SafeText.text(clean) == clean)
  }

  @Test func `a text on one line has no line ends, and is cut at a word`() {
    #expect(SafeText.line(" a\r\nb \u{2029} c ") == "a b c")
    #expect(SafeText.text("eleven words", maximum: 8) == "eleven…")
    #expect(SafeText.text("seventeen", maximum: 9) == "seventeen")
    #expect(SafeText.text("영화영화영화", maximum: 4) == "영화영화…")
  }

  @Test func `a result is bounded in all of its parts`() {
    let long = String(repeating: "x", count: 50)
    let value: JSON = [
      "title": .string(long), "posterUrl": .string("https://" + long), "cast": [1, 2, 3], "ok": true,
      "items": [["link": .string("http://short")], [:], [:]],
    ]
    let safe = value.safe(texts: 20, lists: 2, items: 1)
    #expect(safe["title"]?.string?.count == 21)
    #expect(safe["posterUrl"] == nil)
    #expect(safe["cast"] == [1, 2])
    #expect(safe["items"] == [["link": "http://short"]])
  }
}
