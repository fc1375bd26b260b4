import TestSupport
import Testing

@testable import MovieCore

struct MarkdownTests {
  private static let punctuation = ##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##.map { String($0) }

  private func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  @Test(arguments: [
    ("A **bold** and *thin* word.", "A bold and thin word."), ("_**Parasite**_ is __good__.", "Parasite is good."),
    ("***All***, ~~none~~, `some`.", "All, none, some."), ("**기생충**은 *정말* 좋다.", "기생충은 정말 좋다."),
    ("# Title\nText", "Title\nText"), ("### Title ###\nText", "Title\nText"), ("> Said.\n> Done.", "Said.\nDone."),
    (">> Twice", "Twice"), ("* one\n* two\n- three\n+ four", "one\ntwo\nthree\nfour"), ("1. one\n2) two", "one\ntwo"),
    ("One\n\n---\n\nTwo", "One\n\nTwo"), ("Title\n=====\nText", "Title\n\nText"), ("___\nText", "Text"),
    ("[The music](https://example.com/music) plays.", "The music plays."),
    ("![A still](https://a.example/x.jpg)", "A still"),
    ("[text][1] and [kept]", "text and [kept]"), ("<https://example.com>", "https://example.com"),
    ("[link](http://a.b/c_(d)) tail", "link tail"), ("[![badge](http://i/x.png)](http://l) after", "badge after"),
    ("Said[^1] so.", "Said so."), ("[1]: http://x.y\ntext", "text"), ("- [x] done\n- [ ] open", "done\nopen"),
    ("| a | b |\n|---|:-:|\n| 1 | 2 |", "  a   b  \n\n  1   2  "), ("**bold *nested***", "bold nested"),
    ("word**bold**word and more", "wordboldword and more"), ("<spoiler>He dies.</spoiler>", "He dies."),
    ("A **good film ** and long.", "A good film and long."),
    ("A **good film **!", "A good film !"),
    ("__Bold __ text, ~~gone ~~", "Bold text, gone "), ("<section class='x'>Text</section>", "Text"),
    ("```\ncode\n```", "code"), (##"5 \* 3 \_ \#"##, "5 * 3 _ #"),
  ])
  func `marks are removed`(markdown: String, text: String) {
    let plain = Markdown.plainText(markdown)
    #expect(plain.split(separator: "\n").map(words) == text.split(separator: "\n").map(words))
    #expect(Markdown.plainText(plain).split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test(arguments: [
    "M*A*S*H", "f**k and s**t", "5 * 3 * 2", "snake_case_name", "1984. What a film.", "#1 film", "a ~ b", "~20 films",
    "C# and F#", "[sic]", "(really)", "A - B", "-5 degrees", "2 < 3 > 1", "**never closed", "10/10!", "기생충 *", "",
    "Who? *", "a_b", "<3", "<기생충>", "a < b and c > d", "[^ not closed", "a**b", "A ** b ** c",
  ])
  func `what only looks like a mark is kept`(text: String) {
    #expect(Markdown.plainText(text) == text)
  }

  @Test func `emphasis does not extend beyond its paragraph`() {
    #expect(Markdown.plainText("**one\n\ntwo**") == "**one\n\ntwo**")
    #expect(Markdown.plainText("**one\ntwo**") == "one\ntwo")
  }

  @Test func `a text of marks alone is read, and never becomes longer`() {
    for mark in ["*", "**", "_", "[", "![", "](", "<", "`", "> ", "# ", "\\", "* a ", "~~", "[a](", "1. "] {
      let text = String(repeating: mark + "가", count: 2_000)
      #expect(Markdown.plainText(text).utf8.count <= text.utf8.count)
      let marks = String(repeating: mark, count: 5_000)
      #expect(Markdown.plainText(marks).utf8.count <= marks.utf8.count)
    }
  }

  @Test(arguments: punctuation)
  func `a long text of one mark takes linear time`(mark: String) {
    let time = processorTime {
      for part in [mark, mark + "a", mark + " ", "a" + mark + mark] {
        let text = String(repeating: part, count: 50_000 / part.count)
        #expect(Markdown.plainText(text).utf8.count <= text.utf8.count)
      }
      let review = Review(id: "1", author: "A", content: String(repeating: mark, count: 1_000_000) + " end")
      #expect(review.preview.isTruncated)
    }
    #expect(time < .seconds(30))
  }

  @Test func `a preview has no marks, even of what it cuts`() {
    let content = "**" + String(repeating: "word ", count: 100) + "end**\n\n> [more](https://example.com)"
    let preview = Review(id: "1", author: "A", content: content).preview
    #expect(preview.isTruncated)
    #expect(preview.text.hasPrefix("word word") && !preview.text.contains("*"))
  }
}
