import MovieCore
import Testing

@testable import LocalCatalog

struct TitleWordsTests {
  private func indexed(_ title: String) -> [String] {
    var text: [UInt8] = []
    TitleWords(Array(TextFolding.fold(title).utf8)).appendIndexed(to: &text)
    return String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init)
  }

  private func inner(_ title: String) -> [String] {
    var text: [UInt8] = []
    TitleWords(Array(TextFolding.fold(title).utf8)).appendInner(to: &text)
    return String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init)
  }

  private func keys(_ title: String) -> Set<String> {
    Set(TitleWords(Array(TextFolding.fold(title).utf8)).keys.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test(
    arguments: [
      ("", []),
      ("Parasite", ["parasite"]),
      ("Spider-Man", ["spider", "man", "spiderman"]),
      ("Rocky II", ["rocky", "ii", "rockyii", "rocky", "2", "rocky2"]),
      ("Toy Story 3", ["toy", "story", "3", "toystory3", "toy", "story", "iii", "toystoryiii"]),
      // The first word is no sequel's number, and a longer number is none at all.
      ("V for Vendetta", ["v", "for", "vendetta", "vforvendetta"]),
      ("10 Things", ["10", "things", "10things"]),
      ("Blade Runner 2049", ["blade", "runner", "2049", "bladerunner2049"]),
      ("대부 2", ["대부", "2", "대부2", "대부", "ii", "대부ii"]),
    ] as [(String, [String])])
  func `A title is found under its words, all of them as one, and its numbers either way`(
    title: String, words: [String]
  ) {
    #expect(indexed(title) == words)
  }

  @Test(
    arguments: [
      ("Parasite", []),
      ("기생충", ["생충", "충"]),
      ("살인의 추억", ["인의", "의", "억"]),
      ("千と千尋", ["と千尋", "千尋", "尋"]),
      ("トトロ", ["トロ", "ロ"]),
      ("12인의", ["인의", "의"]),
      ("Брат", []),
      ("M자", ["자"]),
    ] as [(String, [String])])
  func `Every ending of a word that is written without spaces is found too`(title: String, endings: [String]) {
    #expect(inner(title) == endings)
  }

  @Test(
    arguments: [
      ("The Matrix", ["thematrix", "matrix"]),
      ("Matrix, The", ["matrixthe", "matrix"]),
      ("A Separation", ["aseparation", "separation"]),
      ("The", ["the"]),
      ("기생충", ["기생충"]),
      ("The Godfather Part II", ["thegodfatherpartii", "godfatherpartii", "thegodfatherpart2", "godfatherpart2"]),
      ("", []),
    ] as [(String, [String])])
  func `A title is the same without spaces, with and without its article`(title: String, expected: [String]) {
    #expect(keys(title) == Set(expected))
  }
}
