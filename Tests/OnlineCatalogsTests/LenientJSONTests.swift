import JSON
import Testing

@testable import OnlineCatalogs

@Suite("Reading what services send")
struct WireTests {
  @Test(
    "Text comes on one line, trimmed, without markup and control characters, and not at all where nothing is left",
    arguments: [
      ("Oldboy", "Oldboy"), ("  a  b ", "a b"), ("a\r\n\tb", "a b"), ("a\u{0}b\u{7}c\u{9F}", "abc"),
      ("살인의\u{A0}추억", "살인의 추억"), ("\u{FEFF}Amélie\u{2028}", "Amélie"), ("½ · “x”", "½ · “x”"),
      ("<b>Tom</b> &amp; Jerry&#8217;s", "Tom & Jerry’s"), ("I <3 R&B", "I <3 R&B"), ("<i></i>", nil),
      ("", nil), (" \n ", nil), ("\u{1B}", nil),
    ] as [(String, String?)])
  func text(_ raw: String, _ clean: String?) {
    #expect(JSON.string(raw).text == clean)
  }

  @Test(
    "Prose keeps its lines and its spaces",
    arguments: [
      ("a\r\n\r\nb", "a\n\nb"), ("a\rb\u{2028}c", "a\nb\nc"), ("\n a  \n  b \n\n", "a\n  b"), ("a\u{1}\u{2}b", "ab"),
      (" \r\n ", nil), ("x  y", "x  y"), ("<p>a\r\n**b** &gt; c</p>", "a\n**b** > c"), ("👨‍👩‍👧‍👦 é\u{85}ü", "👨‍👩‍👧‍👦 é\nü"),
    ] as [(String, String?)])
  func prose(_ raw: String, _ clean: String?) {
    #expect(JSON.string(raw).prose == clean)
  }

  @Test("What is of another kind is nil, but for numbers in strings")
  func kinds() throws {
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
    "An address is http or https",
    arguments: [
      ("https://a.example/b", "https://a.example/b"), (" http://a.example ", "http://a.example"),
      ("https://a.example/?b=1&lt;=2", "https://a.example/?b=1&lt;=2"), ("javascript:alert(1)", nil),
      ("//a.example", nil), ("https://a b", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(_ raw: String, _ address: String?) {
    #expect(JSON.string(raw).webAddress == address)
  }
}
