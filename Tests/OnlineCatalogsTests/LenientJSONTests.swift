import JSON
import Testing

@testable import OnlineCatalogs

struct WireTests {
  @Test(
    arguments: [
      ("Oldboy", "Oldboy"), ("  a  b ", "a b"), ("a\r\n\tb", "a b"), ("a\u{0}b\u{7}c\u{9F}", "abc"),
      ("살인의\u{A0}추억", "살인의 추억"), ("\u{FEFF}Amélie\u{2028}", "Amélie"), ("½ · “x”", "½ · “x”"),
      ("<b>Tom</b> &amp; Jerry&#8217;s", "Tom & Jerry’s"), ("I <3 R&B", "I <3 R&B"), ("<i></i>", nil),
      ("", nil), (" \n ", nil), ("\u{1B}", nil),
    ] as [(String, String?)])
  func `text is one trimmed line without markup and control characters, or nil`(_ raw: String, _ clean: String?) {
    #expect(JSON.string(raw).text == clean)
  }

  @Test(
    arguments: [
      ("a\r\n\r\nb", "a\n\nb"), ("a\rb\u{2028}c", "a\nb\nc"), ("\n a  \n  b \n\n", "a\n  b"), ("a\u{1}\u{2}b", "ab"),
      (" \r\n ", nil), ("x  y", "x  y"), ("<p>a\r\n**b** &gt; c</p>", "a\n**b** > c"), ("👨‍👩‍👧‍👦 é\u{85}ü", "👨‍👩‍👧‍👦 é\nü"),
    ] as [(String, String?)])
  func `prose keeps its lines and its spaces`(_ raw: String, _ clean: String?) {
    #expect(JSON.string(raw).prose == clean)
  }

  @Test func `no more than a part of an endless text is read`() {
    let endless = JSON.string(String(repeating: "한글 ", count: 100_000))
    #expect((4_000...4_096).contains(endless.text?.utf8.count ?? 0))
    #expect((16_000...16_384).contains(endless.summary?.utf8.count ?? 0))
    #expect((130_000...131_072).contains(endless.prose?.utf8.count ?? 0))
    #expect(endless.text?.contains("\u{FFFD}") == false)
  }

  @Test
  func `a value of the wrong type is nil, except for numbers in strings`() throws {
    #expect(JSON.string("12").wholeNumber == 12)
    #expect(JSON.number("12.0").wholeNumber == 12)
    #expect(JSON.number("1.5").wholeNumber == nil)
    #expect(JSON.bool(true).wholeNumber == nil)
    #expect(JSON.string("7.5").decimal == 7.5)
    #expect(JSON.string("nan").decimal == nil)
    #expect(JSON.string("inf").decimal == nil)
    #expect(JSON.string("N/A").decimal == nil)
    #expect(JSON.number("3").text == nil)
    #expect(JSON.object([]).elements.isEmpty)
  }

  @Test(
    arguments: [
      ("https://a.example/b", "https://a.example/b"), (" http://a.example ", "http://a.example"),
      ("https://a.example/?b=1&lt;=2", "https://a.example/?b=1&lt;=2"), ("javascript:alert(1)", nil),
      ("//a.example", nil), ("https://a b", nil), ("", nil), ("http://", nil), ("http:///x", nil), ("http://?", nil),
      ("http://u:p@h/", nil), ("http://u@h", nil), ("http://h:", nil), ("http://h:0", nil), ("http://h:65536/", nil),
      ("http://h:65535/x", "http://h:65535/x"), ("http://[::1]/x", "http://[::1]/x"), ("http://[::1", nil),
      ("http://[h]/", nil), ("http://[::1]x/", nil), ("http://h\\@x/", nil), ("http://.h/", nil), ("http://-._/", nil),
      ("HTTPS://A.example", "HTTPS://A.example"), ("https://ko.example/기생충", "https://ko.example/기생충"),
      ("http://h%2Fx/", nil), ("https://h/\"x", nil), ("https://h/<x>", nil),
    ] as [(String, String?)])
  func `a web address is HTTP or HTTPS`(_ raw: String, _ address: String?) {
    #expect(JSON.string(raw).webAddress == address)
  }
}
