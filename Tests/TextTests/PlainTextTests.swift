import TestSupport
import Testing

@testable import Text

struct PlainTextTests {
  private static let punctuation = ##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##.map { String($0) }

  @Test(arguments: [
    ("<b>기생충</b>", "기생충"),
    ("<b>Star</b> <b>Wars</b>", "Star Wars"),
    ("<B class=\"x\">A</B>", "A"),
    ("one<br>two<br/>three</p>four", "one two three four"),
    ("meets <a href=\"/name/nm0000093\">her</a>", "meets her"),
    ("I <3 you", "I <3 you"),
    ("<기생충>", "<기생충>"),
    ("1 < 2 > 1", "1 < 2 > 1"),
    ("a <b", "a <b"),
    ("a <b <i>c</i>", "a <b c"),
    ("<bold>x</bold>", "<bold>x</bold>"),
    ("<>", "<>"),
    ("</>", "</>"),
    (" two\u{1F}\n\t lines \u{A0} ", "two lines"),
    ("&lt;b&gt;A&lt;/b&gt;", "A"),
    ("&lt;시그널&gt;", "<시그널>"),
    ("<a href='http://x.y?a>b'>t</a>", "t"), ("<a title=\"a>b\" href=x>t</a>", "t"), ("<a title=\"x>t</a>", "t"),
    ("one<!-- <b>two</b> --> three", "one three"), ("<!-- open", "<!-- open"), ("<SCRIPT>alert(1)</script>x", "x"),
    ("<style type=a>p{}</style>x", "x"), ("<scripted>x", "<scripted>x"),
  ])
  func `markup is removed and text is kept`(text: String, plain: String) {
    #expect(PlainText.from(text) == plain)
  }

  @Test(arguments: ["", " ", "<b></b>", "&nbsp;", "\u{0}", "&#8;"])
  func `text without visible characters is nil`(text: String) {
    #expect(PlainText.from(text) == nil)
  }

  @Test func `text that is encoded twice is decoded twice`() {
    let text = "それ それがやって&amp;#26469;たら <b>A</b> &amp;amp; B"
    #expect(PlainText.from(text, encodings: 2) == "それ それがやって来たら A & B")
    #expect(PlainText.from("&amp;amp;amp;", encodings: 2) == "&amp;")
  }

  @Test(arguments: ["<", "<b", "<b ", "</", "<b <", "<!--", "<script>", "<a x='"])
  func `a text full of brackets takes linear time`(part: String) {
    let text = String(repeating: part, count: 200_000)
    let time = processorTime { #expect(PlainText.removingTags(text) == text) }
    #expect(time < .seconds(20))
  }

  @Test(arguments: punctuation)
  func `a long text of one character takes linear time`(character: String) {
    let text = String(repeating: character, count: 200_000)
    let time = processorTime {
      #expect(PlainText.from(text) == text)
      #expect(PlainText.from(text, encodings: 2, keepsLines: true) == text)
    }
    #expect(time < .seconds(20))
  }
}
