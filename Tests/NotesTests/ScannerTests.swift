import MovieCore
import Testing

@testable import Notes

struct ScannerTests {
  /// Each reference as `what it names @ the text that it spans`.
  static func references(_ text: String, _ markup: Markup) -> [String] {
    let document = TextDocument(text, markup)
    return (0..<document.lineCount).flatMap { index in
      document.references(inLine: index).map { reference in
        let line = Array(document.line(index))
        let span = String(decoding: line[reference.range], as: UTF8.self)
        return "\(name(of: reference.target)) @ \(span)"
      }
    }
  }

  static func name(of target: Reference.Target) -> String {
    switch target {
    case .film(.imdb(let id)): id
    case .film(.movie(let id)): id.description
    case .film(.title(let title)): "“\(title)”"
    case .title(let title, let year): "“\(title)”" + (year.map { " \($0)" } ?? "")
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var markup = Markup.markdown
    var expected: [String]

    init(_ text: String, _ markup: Markup = .markdown, _ expected: String...) {
      (self.text, self.markup, self.expected) = (text, markup, expected)
    }

    var testDescription: String { "\(markup): \(text.debugDescription)" }
  }

  @Test(arguments: [
    // URLs
    Case("https://www.imdb.com/title/tt0364569/", .markdown, "tt0364569 @ https://www.imdb.com/title/tt0364569/"),
    Case(
      "See https://m.imdb.com/title/tt0364569/?ref_=x.", .plain,
      "tt0364569 @ https://m.imdb.com/title/tt0364569/?ref_=x"),
    Case(
      "(https://www.themoviedb.org/movie/670-oldboy)", .plain, "tmdb:670 @ https://www.themoviedb.org/movie/670-oldboy"),
    Case("<https://letterboxd.com/film/oldboy/>", .plain, "“oldboy” @ https://letterboxd.com/film/oldboy/"),
    Case("imdb.com/title/tt0364569", .plain, "tt0364569 @ imdb.com/title/tt0364569"),
    Case("https://example.com/film/oldboy https://example.com/tt0364569", .plain),
    Case("[one](https://imdb.com/title/tt0364569)", .markdown, "tt0364569 @ [one](https://imdb.com/title/tt0364569)"),
    Case(
      "[a (b) [c]](<https://imdb.com/title/tt0364569> \"(t)\")", .markdown,
      "tt0364569 @ [a (b) [c]](<https://imdb.com/title/tt0364569> \"(t)\")"),
    Case("[x](https://en.wikipedia.org/wiki/Oldboy_(2003_film))", .markdown),
    Case("[[https://imdb.com/title/tt0364569][One]]", .org, "tt0364569 @ [[https://imdb.com/title/tt0364569][One]]"),
    Case(
      "`One (2003) <https://imdb.com/title/tt0364569>`_", .restructuredText,
      "tt0364569 @ https://imdb.com/title/tt0364569"),
    Case("https://imdb.com/title/tt0364569[One (2003)]", .asciiDoc, "tt0364569 @ https://imdb.com/title/tt0364569"),
    // Ids
    Case("a tt0364569, TT6751668를", .plain, "tt0364569 @ tt0364569", "tt6751668 @ TT6751668"),
    Case("xtt0364569 tt036456 tt0364569x _tt0364569", .plain),
    Case(
      "tmdb:670 builtin:tt0364569; naver:187347", .plain, "tmdb:670 @ tmdb:670", "tt0364569 @ builtin:tt0364569",
      "naver:187347 @ naver:187347"),
    Case("other:670 tmdb: 670 tmdb:abc", .plain),
    Case("imdb: tt0364569", .markdown, "tt0364569 @ tt0364569"),
    Case(
      "[[tmdb:670][Oldboy]] and [x](tt0364569)", .org, "tmdb:670 @ [[tmdb:670][Oldboy]]", "tt0364569 @ [x](tt0364569)"),
    // Wiki links
    Case("[[Oldboy (2003)]] [[Oldboy]]", .markdown, "“Oldboy” 2003 @ [[Oldboy (2003)]]", "“Oldboy” @ [[Oldboy]]"),
    Case(
      "film: \"[[Ran (1985)|that one]]\" [[Ran (1985)#Plot]]", .markdown, "“Ran” 1985 @ [[Ran (1985)|that one]]",
      "“Ran” 1985 @ [[Ran (1985)#Plot]]"),
    Case(
      "[[file:ran.org][Ran (1985)]] [[file:ran.org][Ran]] [[id:1234]]", .org,
      "“Ran” 1985 @ [[file:ran.org][Ran (1985)]]"),
    Case("[[ [[Ran (1985)]] ]] [[]] [[", .markdown, "“Ran” 1985 @ [[Ran (1985)]]"),
    Case(
      "[[2001: A Space Odyssey (1968)]]", .markdown, "“2001: A Space Odyssey” 1968 @ [[2001: A Space Odyssey (1968)]]"),
    Case("[[기생충 (2019)]] 𝕏 [[살인의 추억]]", .markdown, "“기생충” 2019 @ [[기생충 (2019)]]", "“살인의 추억” @ [[살인의 추억]]"),
    // Titles
    Case("- Oldboy (2003)", .markdown, "“Oldboy” 2003 @ Oldboy (2003)"),
    Case("1. [x] **Oldboy** (2003), *again*", .markdown, "“Oldboy” 2003 @ Oldboy** (2003)"),
    Case("* _Oldboy (2003)_ ★★★", .markdown, "“Oldboy” 2003 @ Oldboy (2003)"),
    Case("## (500) Days of Summer (2009)", .markdown, "“(500) Days of Summer” 2009 @ (500) Days of Summer (2009)"),
    Case(
      "- Birdman or (The Unexpected Virtue of Ignorance) (2014)", .markdown,
      "“Birdman or (The Unexpected Virtue of Ignorance)” 2014 @ Birdman or (The Unexpected Virtue of Ignorance) (2014)"),
    Case("- M\\*A\\*S\\*H (1970)", .markdown, "“M*A*S*H” 1970 @ M\\*A\\*S\\*H (1970)"),
    Case("- [Ran (1985)](notes/ran.md)", .markdown, "“Ran” 1985 @ Ran (1985)"),
    Case(
      "- [Ran (1985)](https://imdb.com/title/tt0089881)", .markdown,
      "tt0089881 @ [Ran (1985)](https://imdb.com/title/tt0089881)"),
    Case("- 2024-05-01: Ran (1985) — 9/10", .markdown, "“Ran” 1985 @ Ran (1985)"),
    Case("2024-05-01 기생충(2019)", .plain, "“기생충” 2019 @ 기생충(2019)"),
    Case("** TODO [#A] Ran (1985) :film:", .org, "“Ran” 1985 @ Ran (1985)"),
    Case("** DONE /Ran/ (1985)", .org, "“Ran” 1985 @ Ran/ (1985)"),
    Case(
      "| Ran (1985) | *Oldboy (2003)* | 9/10 |", .markdown, "“Ran” 1985 @ Ran (1985)", "“Oldboy” 2003 @ Oldboy (2003)"),
    Case("> - Ran (1985)", .markdown, "“Ran” 1985 @ Ran (1985)"),
    Case("= Ran (1985)", .asciiDoc, "“Ran” 1985 @ Ran (1985)"),
    Case(
      "- Ran (1985) https://imdb.com/title/tt0089881", .markdown, "“Ran” 1985 @ Ran (1985)",
      "tt0089881 @ https://imdb.com/title/tt0089881"),
    Case("- Ran 1985\n- Ran (1985-1986)\n- (1985)\n- Ran (0085)\nRan (1985)", .markdown),
    Case(
      "- 🎬🎬 (1985)\r\n- e\u{301}e (1985)\r- Z (1969)\n", .markdown, "“🎬🎬” 1985 @ 🎬🎬 (1985)",
      "“e\u{301}e” 1985 @ e\u{301}e (1985)", "“Z” 1969 @ Z (1969)"),
    // Code
    Case("```\n- Ran (1985)\n````\ntt0364569", .markdown, "tt0364569 @ tt0364569"),
    Case("~~~ x\ntt0364569\n```\n~~~\ntt0089881", .markdown, "tt0089881 @ tt0089881"),
    Case("> ```\n> tt0364569\ntt0089881", .markdown, "tt0089881 @ tt0089881"),
    Case("    tt0364569\n\n- a\n\n    tt0089881", .markdown, "tt0089881 @ tt0089881"),
    Case("a `tt0364569` ``b ` tt0364569`` `tt0089881", .markdown, "tt0089881 @ tt0089881"),
    Case("- `Ran (1985)`", .markdown),
    Case(
      "#+BEGIN_SRC x\ntt0364569\n#+end_src\n: tt0364569\n=tt0364569= ~tt0364569~ a=tt0089881", .org,
      "tt0089881 @ tt0089881"),
    Case("Code::\n\n  tt0364569\n\ntt0089881 ``tt0364569``", .restructuredText, "tt0089881 @ tt0089881"),
    Case("----\ntt0364569\n----\ntt0089881", .asciiDoc, "tt0089881 @ tt0089881"),
    Case("---\nimdb: tt0089881\n---", .markdown, "tt0089881 @ tt0089881"),
  ])
  func `finds what names a film and nothing else`(_ example: Case) {
    #expect(Self.references(example.text, example.markup) == example.expected)
  }

  @Test(arguments: [Markup.markdown, .org, .restructuredText, .asciiDoc, .plain])
  func `reads hostile lines once`(_ markup: Markup) {
    let pieces = [
      "[", "[[", "](", "[](", "[[]](", "(", ")", "]]", "`", "``` ` `` ", "|", "| [[a ", "- (", "tt0364569 ", "http://",
      "https://imdb.com/",
      "[a](tt0364569) ", "((", "[[a]]", " =a", "★", "1985)", "\\", "2024-05-01 ", "a:", "tmdb:1", "**", "\u{301}", "😀",
      "[[x|",
    ]
    for piece in pieces {
      func steps(_ count: Int) -> Int {
        let document = TextDocument("- " + String(repeating: piece, count: count), markup)
        var steps = 0
        let found = document.references(inLine: 0, steps: &steps)
        #expect(found.allSatisfy { $0.range.upperBound <= document.bytes.count })
        return steps
      }
      let (small, large) = (steps(2_000), steps(20_000))
      #expect(large <= 11 * small + 2_000, "\(piece): \(small) and \(large)")
      #expect(large <= 8 * 20_000 * piece.utf8.count + 4_000, "\(piece): \(large)")
    }
  }

  @Test func `finds references apart from each other in random text`() {
    var random = SystemRandomNumberGenerator()
    let alphabet =
      Array("[]()`|*_/=~-#<>:. \\ttp0123456789\n\réA가😀")
      + ["[[", "]](", "tt0364569", "https://imdb.com/title/tt0364569", " (1985)", "tmdb:1"].flatMap { Array($0) }
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 0...80, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
      for markup in [Markup.markdown, .org, .plain] {
        let document = TextDocument(text, markup)
        for index in 0..<document.lineCount {
          let references = document.references(inLine: index)
          for (left, right) in zip(references, references.dropFirst()) {
            #expect(left.range.upperBound <= right.range.lowerBound, "\(text.debugDescription)")
          }
          for reference in references {
            let bytes = Array(document.line(index))[reference.range]
            #expect(String(validating: bytes, as: UTF8.self) != nil, "\(text.debugDescription)")
          }
        }
      }
    }
  }
}

struct DiaryTests {
  @Test(
    arguments: [
      ("- 2024-05-01 Oldboy (2003) ★★★½", "2024-05-01", 7.0, false),
      ("| 2024/5/1 | tt0364569 | 8/10 | (rewatch)", "2024-05-01", 8, true),
      ("* <2024-05-01 Wed> [[Ran (1985)]] ★★★☆☆", "2024-05-01", 6, false),
      ("[[2024-05-01]] Ran (1985) ★★★★★★★☆☆☆", "2024-05-01", 7, false),
      ("- Ran (1985), 4.5/5, 2024-05-01", "2024-05-01", 9, false),
      ("- Ran (1985) ⭐️⭐️", nil, 4, false),
      ("- 2024-02-31 Ran (1985) 11/10 5/10/2024", nil, nil, false),
      ("- 8/10 (1963)", nil, nil, false),
      ("- 12024-05-01 https://imdb.com/title/tt0364569?d=2024-05-01", nil, nil, false),
    ] as [(String, String?, Double?, Bool)])
  func `reads the day, the rating and whether it was seen before`(
    _ line: String, _ day: String?, _ rating: Double?, _ isRewatch: Bool
  ) {
    let document = TextDocument(line, .markdown)
    let references = document.references(inLine: 0)
    let facts = document.facts(ofLine: 0, besides: references)
    #expect(facts.day == day)
    #expect(facts.rating == rating)
    #expect(facts.isRewatch == isRewatch)
  }

  @Test func `lists the lines of a diary and those that name no film`() {
    let text = """
      # Diary of 2024
      Begun on 2024-01-01.
      - 2024-05-01 Oldboy (2003) tt0364569
      - 2024-05-02 something on television
      - Ran (1985)
      ```
      - 2024-05-03 Ran (1985)
      ```
      2024-05-04 [[Ran]]
      """
    let lines = TextDocument(text, .markdown).diary()
    #expect(lines.map(\.line) == [2, 3, 8])
    #expect(lines.map { $0.reference.map { ScannerTests.name(of: $0.target) } } == ["tt0364569", nil, "“Ran”"])
  }
}
