import TestSupport
import Testing

@testable import OnlineCatalogs

struct CleanTextTests {
  @Test(arguments: [
    ("a \t b", "a \t b"), (" a ", "a"), ("a \n b", "a\n b"), ("a\r\n\r\nb", "a\n\nb"), ("\n\na\n", "a"),
    ("a\u{2028}b\u{85}c", "a\nb\nc"), ("a\u{0}b", "ab"), ("a \n\t\n b", "a\n\n b"), ("\n \t", nil),
  ])
  func `lines keep their breaks, and white space at their ends is dropped`(text: String, clean: String?) {
    #expect(CleanText.lines(text) == clean)
  }

  /// A quadratic function would take minutes of processor time.
  @Test(arguments: ["\n", "\r", " ", "\t", "\u{85}", "\u{2029}", "\u{A0}", "\n ", "word ", "\u{0}"])
  func `a long text of one character takes time in proportion to its length`(character: String) {
    let text = "a" + String(repeating: character, count: 200_000) + "b\n"
    let time = processorTime {
      #expect(CleanText.lines(text)?.first == "a")
      #expect(CleanText.line(text)?.last == "b")
    }
    #expect(time < .seconds(20))
  }
}
