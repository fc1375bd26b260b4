import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct NaverSearchTests {
  @Test func `the texts of a row are clean`() async throws {
    let batch = try await NaverFixture.shared.get().search("기생충")
    let movie = try #require(batch.movies.first)
    #expect(movie.id.description == "naver:161967")
    #expect((movie.title, movie.originalTitle, movie.year) == ("기생충", "Parasite", 2019))
    #expect(movie.directors == ["봉준호"])
    #expect(movie.cast.starts(with: ["송강호", "이선균"]) && movie.cast.count == 5)
    #expect((movie.rating, movie.votes, movie.imdbId) == (8.5, nil, nil))
    #expect(movie.link == "https://movie.naver.com/movie/bi/mi/basic.naver?code=161967")
    #expect(movie.posterUrl?.hasPrefix("https://ssl.pstatic.net/imgmovie/") == true)
    #expect((batch.movies.count, batch.total, batch.totalIsExact, batch.next) == (1, 1, true, nil))
  }

  @Test func `entities that are encoded twice are decoded twice`() async throws {
    let movie = try await NaverFixture.shared.get().search("센과 치히로").movies.first
    #expect(movie?.originalTitle == "千と千尋の神隠し")
    let smiths = try await NaverFixture.shared.get().search("Mr. & Mrs. Smith").movies
    #expect(smiths.map(\.title) == ["미스터 & 미세스 스미스"])
  }

  @Test func `missing values are absent`() async throws {
    let fixture = try NaverFixture.shared.get()
    #expect(try await fixture.search("업").movies.first { $0.id.native == "65962" }?.posterUrl == nil)
    #expect(try await fixture.search("엠").movies.first { $0.id.native == "11321" }?.year == nil)
    #expect(try await fixture.search("어쩔수가없다").movies.first?.rating == nil)
    #expect(try await fixture.search("쇼생크").movies.first?.rating == 10)
    #expect(try await fixture.search("메트로폴리스").movies.first?.cast == [])
    #expect(try await fixture.search("에브리씽").movies.first?.directors == ["Daniel Kwan", "Daniel Scheinert"])
  }

  @Test func `a film whose link has no code has a usable id`() async throws {
    let fixture = try NaverFixture.shared.get()
    let movie = try #require(try await fixture.search("8½").movies.first)
    #expect(movie.id.native.hasPrefix("link-") && MovieID(movie.id.description) == movie.id)
    #expect(try await fixture.search("8½").movies.first?.id == movie.id)
    #expect(try await fixture.detail(movie.id).movie.title == "8과 1/2")
  }

  @Test(arguments: ["Romeo + Juliet", "100% Wolf", "8½", "lord"])
  func `every character of the query arrives`(query: String) async throws {
    #expect(try await NaverFixture.shared.get().search(query).movies.isEmpty == false)
  }

  @Test func `the year narrows a search, and directors are found`() async throws {
    let fixture = try NaverFixture.shared.get()
    #expect(try await fixture.search("lord", year: 2002).movies.map(\.year) == [2002])
    #expect(try await fixture.search("봉준호").movies.count == 7)
  }

  @Test func `an empty result is not an error`() async throws {
    let batch = try await NaverFixture.shared.get().search("없는영화")
    #expect((batch.movies.count, batch.total, batch.totalIsExact, batch.next) == (0, 0, true, nil))
  }

  @Test func `a batch requests only as many rows as needed, and the next one continues`() async throws {
    let fixture = try NaverFixture()
    let first = try await fixture.search("이", count: 7)
    #expect((first.movies.count, first.total, first.next) == (7, 22, 7))
    let second = try await fixture.search("이", at: 7, count: 100)
    #expect((second.movies.count, second.next) == (15, nil))
    #expect(Set((first.movies + second.movies).map(\.id)).count == 22)
    let asked = try fixture.upstream.log().requests.map { [$0.query["start"], $0.query["display"]] }
    #expect(asked == [["1", "7"], ["8", "100"]])
  }

  @Test func `the last available rows are returned, each once`() async throws {
    let fixture = try NaverFixture()
    var ids: [String] = []
    var cursor: Int? = 940
    while let position = cursor {
      let batch = try await fixture.search("사랑", at: position, count: 20)
      #expect((batch.total, batch.totalIsExact) == (1_099, false))
      ids += batch.movies.map(\.id.native)
      cursor = batch.next
    }
    #expect(ids == (941...1_099).map { String(9_000_000 + $0) })
    #expect(try fixture.upstream.log().requests.allSatisfy { $0.status == 200 })
  }

  @Test func `numbers may be strings`() async throws {
    let fixture = try NaverFixture()
    let row: JSON = ["title": "A", "link": "https://movie.naver.com/?code=1", "userRating": .number("7.5")]
    try fixture.upstream.setFault("json", ["value": ["total": "3", "start": "1", "display": "1", "items": [row]]])
    let batch = try await fixture.search("any", count: 1)
    #expect((batch.total, batch.next, batch.movies.first?.rating) == (3, 1, 7.5))
  }
}
