import TestSupport
import Testing

@testable import Text

struct CleanTextTests {
  @Test(arguments: [
    ("a \t b", "a \t b"), (" a ", "a"), ("a \n b", "a\n b"), ("a\r\n\r\nb", "a\n\nb"), ("\n\na\n", "a"),
    ("a\u{2028}b\u{85}c", "a\nb\nc"), ("a\u{0}b", "ab"), ("a \n\t\n b", "a\n\n b"), ("\n \t", nil),
  ])
  func `lines keep their breaks, and white space at their ends is dropped`(text: String, clean: String?) {
    #expect(CleanText.lines(text) == clean)
  }

  @Test(arguments: [
    // A command to a terminal, in two encodings; a bell; a null; an override, an isolate and an embedding.
    ("\u{1B}]0;x\u{7}", "]0;x"), ("a\u{9B}2Jb", "a2Jb"), ("a\u{7F}\u{0}b", "ab"), ("a\u{FEFF}b", "ab"),
    ("gpj.\u{202E}exe", "gpj.exe"), ("\u{2066}a\u{2069}", "a"), ("\u{202A}a\u{202C}", "a"),
    // Marks that scripts and emoji need.
    ("\u{200F}שלום\u{200E}!", "\u{200F}שלום\u{200E}!"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("a\u{2028}b\u{A0} c", "a b c"), ("\u{202E}", nil), ("", nil),
  ])
  func `characters that command a terminal or turn the direction are removed`(text: String, clean: String?) {
    #expect(CleanText.line(text) == clean)
    #expect(
      CleanText.lines(text)?.unicodeScalars.contains { $0.isControl && $0 != "\n" || $0.isDirectionControl } != true)
  }

  @Test(arguments: [
    (" a\n\tb  ", " a\n\tb  "), ("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f", "a\nb\nc\nd\ne\nf"),
    ("\u{1B}[2Ja\u{9B}\u{202E}\u{0}", "[2Ja"), ("", ""),
  ])
  func `a note keeps its white space only`(text: String, clean: String) { #expect(CleanText.note(text) == clean) }

  @Test(arguments: ["x", "é", "생", "👪"])
  func `a text is cut between two characters`(character: String) {
    let text = String(repeating: character, count: 20_000)
    for (cut, maximum) in [
      (CleanText.line(text), CleanText.maximumLine), (CleanText.lines(text), CleanText.maximumSummary),
    ] {
      #expect(cut?.utf8.count == maximum / character.utf8.count * character.utf8.count)
      #expect(cut?.allSatisfy { String($0) == character } == true)
    }
  }

  @Test func `of names those are kept that fit together`() {
    #expect(CleanText.names(["A\u{1B}", "", " \n", "B  C"]) == ["A", "B C"])
    let name = String(repeating: "n", count: 1_000)
    #expect(CleanText.names([String](repeating: name, count: 100)).count == CleanText.maximumSummary / 1_000)
  }

  /// A quadratic function would take minutes of processor time.
  @Test(arguments: ["\n", "\r", " ", "\t", "\u{85}", "\u{2029}", "\u{A0}", "\n ", "word ", "\u{0}"])
  func `a long text of one character takes time in proportion to its length`(character: String) {
    let text = "a" + String(repeating: character, count: 200_000) + "b\n"
    let time = processorTime {
      #expect(CleanText.lines(text, upTo: .max)?.first == "a")
      #expect(CleanText.line(text, upTo: .max)?.last == "b")
    }
    #expect(time < .seconds(20))
  }

  @Test func `the look at bytes misses no character that is removed, and suspects none of usual texts`() {
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value), scalar != " ", CleanText.isClean("a\(scalar)b".utf8) else { continue }
      let isRemoved = scalar.properties.isWhitespace || scalar.isControl || scalar.isDirectionControl
      if isRemoved || value == 0xFEFF { Issue.record("U+\(String(value, radix: 16)) is taken as clean") }
    }
    for text in ["It’s “his” — or ‘hers’…", "« Déjà vu », 50 €", "生きる、", "생활의 발견", "Tiếng Việt", "Ｆ", "👪"] {
      #expect(CleanText.isClean(text.utf8), "\(text)")
    }
    for text in ["", " a", "a ", "a  b"] { #expect(!CleanText.isClean(text.utf8), "“\(text)”") }
  }
}
