import SearchSupport
import Testing

@testable import SearchIndex

struct FilmSearchTests {
  @Test(arguments: 1...UInt64(6))
  func `a search finds what a scan of all films finds, in the same order`(seed: UInt64) throws {
    var random = RandomFilms(seed: seed, films: [3, 20, 40][Int(seed) % 3])
    let (search, naive) = try random.built()
    var corrected = 0
    for _ in 0..<60 {
      let query = random.query()
      let found = search.search(Array(query.utf8), count: 1_000)
      let expected = naive.search(query)
      #expect(found.ranks == expected.ranks, "“\(query)”")
      #expect(found.correctedQuery == expected.correctedQuery, "“\(query)”")
      #expect(found.total == expected.ranks.count && found.totalIsExact, "“\(query)”")
      if found.correctedQuery != nil { corrected += 1 }
      guard !expected.ranks.isEmpty else { continue }
      // Any page is that part of the whole.
      let offset = random.number(0...expected.ranks.count)
      let page = search.search(Array(query.utf8), offset: offset, count: 3)
      #expect(page.ranks == Array(expected.ranks.dropFirst(offset).prefix(3)), "“\(query)” from \(offset)")
      #expect(page.total == found.total)
    }
    #expect(corrected > 0)
  }

  @Test func `a year leaves the order of the films of that year`() throws {
    var random = RandomFilms(seed: 99, films: 80)
    let (search, _) = try random.built()
    for _ in 0..<200 {
      let query = random.query()
      let all = search.search(Array(query.utf8), count: 1_000)
      let year = random.number(1980...2005)
      guard all.correctedQuery == nil else { continue }
      let found = search.search(Array(query.utf8), year: year, count: 1_000)
      guard found.correctedQuery == nil, all.total > 0 else { continue }
      let expected = all.ranks.filter { Int(random.films[$0].year) == year }
      #expect(expected.isEmpty || found.ranks == expected, "“\(query)” \(year)")
    }
  }

  @Test func `of many matches the total is a lower bound, and pages go on to the end`() throws {
    var builder = FilmSearchBuilder()
    for number in 0..<3_000 {
      builder.beginFilm(year: 2000, popularity: UInt32(number))
      builder.addTitle(Array("star\(number)".utf8), as: .main)
    }
    let search = try FilmSearch(builder.finish().image)
    var ranks: [Int] = []
    while true {
      let page = search.search(Array("star".utf8), offset: ranks.count, count: 700)
      if page.ranks.isEmpty { break }
      #expect(page.total <= 3_000 && page.total >= ranks.count + page.ranks.count)
      #expect(page.totalIsExact == (page.total == 3_000))
      ranks += page.ranks
    }
    #expect(ranks == Array(0..<3_000))
    let few = search.search(Array("star1".utf8))
    #expect(few.total == 1_000 && !few.totalIsExact)
    #expect(search.search(Array("star12".utf8)).total == 111)
  }

  private func search(titles: [String]) throws -> FilmSearch {
    var builder = FilmSearchBuilder()
    for title in titles {
      builder.beginFilm(year: 2000, popularity: 1)
      builder.addTitle(Array(title.utf8), as: .main)
    }
    return try FilmSearch(builder.finish().image)
  }

  @Test(arguments: ["parasite", "the night of the hunter", "strangelove", "alien resurrection"])
  func `every single typing error in a title is found`(title: String) throws {
    let search = try search(titles: [title, "something else", "다른 영화"])
    let letters = Array(title)
    for index in letters.indices where letters[index] != " " {
      var (dropped, doubled, wrong, swapped) = (letters, letters, letters, letters)
      dropped.remove(at: index)
      doubled.insert(letters[index], at: index)
      wrong[index] = "x"
      if index + 1 < letters.count, letters[index + 1] != " " { swapped.swapAt(index, index + 1) }
      for typed in [dropped, doubled, wrong, swapped] {
        let found = search.search(Array(String(typed).utf8))
        #expect(found.ranks.first == 0, "“\(String(typed))”")
      }
    }
  }

  @Test(arguments: ["아가시", "아기씨", "어가씨", "아가ㅆ", "ㅇㄱㅆ", "아갔", "아가씩"])
  func `a wrong or missing letter of a syllable is found, and initial consonants`(query: String) throws {
    let search = try search(titles: ["아가씨", "기생충", "버닝"])
    #expect(search.search(Array(query.utf8)).ranks == [0])
  }

  @Test(arguments: [("충", [1, 0, 2]), ("추", [0, 1, 2]), ("가나", [4, 3]), ("강", [5])])
  func `words with the whole last syllable come before words that it may become`(query: String, ranks: [Int]) throws {
    let search = try search(titles: ["추억", "충무로", "기생충", "가난", "가나다", "강철비"])
    #expect(search.search(Array(query.utf8)).ranks == ranks)
  }

  @Test(arguments: ["기생", "har pot", "i r", "harry pot"])
  func `a well-known film with longer words is among those with the words as typed`(query: String) throws {
    let known = ["기생충", "harry potter", "inside reality"]
    let others = (0..<100).map { "film \($0)" }
    let titles = known + others + (0..<20).flatMap { ["기생 \($0)", "har pot \($0)", "i r \($0)"] }
    let found = try search(titles: titles).search(Array(query.utf8), count: 10).ranks
    let meant = ["기생": 0, "har pot": 1, "i r": 2, "harry pot": 1]
    #expect(found.contains(try #require(meant[query])))
  }

  @Test func `the film with the title as typed comes first, unless another is far better known`() throws {
    let known = ["the evil dead", "evil dead", "the godfather", "heat"]
    let titles = known + (0..<20).map { "film \($0)" } + ["godfather", "the heat"]
    let search = try search(titles: titles)
    func found(_ query: String) -> [Int] { Array(search.search(Array(query.utf8)).ranks.prefix(2)) }
    #expect(found("evil dead") == [1, 0])
    #expect(found("the evil dead") == [0, 1])
    #expect(found("godfather") == [2, 24])
    #expect(found("heat") == [3, 25])
    #expect(found("the heat") == [25, 3])
  }

  @Test(arguments: ["сталкр", "сталккер", "сталкир", "сатлкер", "стлкер зона", "となりのトロロ", "となのトトロ", "七人の待"])
  func `a typing error in any script is found`(query: String) throws {
    let search = try search(titles: ["сталкер зона", "となりのトトロ", "七人の侍"])
    let expected = query.hasPrefix("с") ? 0 : query.hasPrefix("と") ? 1 : 2
    #expect(search.search(Array(query.utf8)).ranks == [expected])
  }

  @Test func `a corrected query is the one whose films are found`() throws {
    let search = try search(titles: [
      "parasite", "기생충", "lord of the rings", "bong joon ho", "hong sang soo", "park chan wook",
      "밤", "서울의 봄",
    ])
    func corrected(_ query: String) -> String? { search.search(Array(query.utf8)).correctedQuery }
    #expect(corrected("parasiet") == "parasite")
    #expect(corrected("lord of teh rnigs") == "lord of the rings")
    #expect(corrected("기셍충") == "기생충")
    #expect(corrected("parasite xyzzy") == "parasite")
    #expect(corrected("bong jun ho") == "bong joon ho")
    #expect(corrected("hong sang su") == "hong sang soo")
    #expect(corrected("park chan uk") == "park chan wook")
    #expect(corrected("서울의 밤") == "서울의")
    #expect(corrected("parasite") == nil)
    #expect(corrected("xyzzy") == nil)
  }

  @Test(arguments: ["쏘우", "parasiet xyzzy", "봄날은 가자"])
  func `words that are far from all films find nothing`(query: String) throws {
    let search = try search(titles: ["소우주", "parasite", "기생충", "봄날의 노래"])
    #expect(search.search(Array(query.utf8)).ranks.isEmpty)
  }

  @Test(arguments: [
    String(repeating: "a", count: 1 << 20), String(repeating: "a ", count: 1 << 19),
    String(repeating: "기", count: 1 << 18),
    String(repeating: "a b c d e ", count: 1 << 16), "\u{0}", "\u{1}a", "\u{3}drama", " ", "",
  ])
  func `any bytes are a query`(query: String) throws {
    let random = RandomFilms(seed: 5, films: 50)
    let (search, _) = try random.built()
    #expect(search.search(Array(query.utf8)).ranks.count <= 20)
    #expect(search.people(Array(query.utf8), count: 5).ranks.count <= 5)
    #expect(search.search(Array(query.utf8).map { $0 | 0x80 }).ranks.count <= 20)
  }
}
