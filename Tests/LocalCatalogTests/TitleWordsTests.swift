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
      ("Rocky II", ["rocky", "ii", "rockyii", "rocky", "2", "rocky2", "rocky", "two", "rockytwo"]),
      ("Alien 3", ["alien", "3", "alien3", "alien", "iii", "alieniii", "alien", "three", "alienthree"]),
      ("Part Two", ["part", "two", "parttwo", "part", "2", "part2", "part", "ii", "partii"]),
      // The first word is not the number of a sequel, nor is a longer number.
      ("V for Vendetta", ["v", "for", "vendetta", "vforvendetta"]),
      ("10 Things", ["10", "things", "10things"]),
      ("Blade Runner 2049", ["blade", "runner", "2049", "bladerunner2049"]),
      ("대부 2", ["대부", "2", "대부2", "대부", "ii", "대부ii", "대부", "two", "대부two"]),
    ] as [(String, [String])])
  func `The terms of a title are its words, the words as one, and its numbers in every notation`(
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
      ("노 웨이 홈", ["웨이홈", "이"]),
      ("스파이더맨: 노 홈", ["노홈", "파이더맨", "이더맨", "더맨", "맨"]),
    ] as [(String, [String])])
  func `The inner terms are all suffixes of words that are written without spaces`(title: String, endings: [String]) {
    #expect(inner(title) == endings)
  }

  @Test(
    arguments: [
      ("The Matrix", ["thematrix", "matrix"]),
      ("Matrix, The", ["matrixthe", "matrix"]),
      ("A Separation", ["aseparation", "separation"]),
      ("The", ["the"]),
      ("기생충", ["기생충"]),
      ("The Part II", ["thepartii", "partii", "thepart2", "part2", "theparttwo", "parttwo"]),
      ("", []),
    ] as [(String, [String])])
  func `The keys of a title ignore spaces and the article`(title: String, expected: [String]) {
    #expect(keys(title) == Set(expected))
  }
}
