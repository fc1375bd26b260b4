import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct OMDbSearchTests {
  @Test func `a row has the data of a search`() async throws {
    let batch = try await OMDbFixture.shared.get().search("parasite")
    let movie = try #require(batch.movies.first)
    #expect(movie.id.description == "omdb:tt6751668")
    #expect(movie.title == "Parasite")
    #expect(movie.year == 2019)
    #expect(movie.imdbId == "tt6751668")
    #expect(movie.link == "https://www.imdb.com/title/tt6751668/")
    #expect(movie.posterUrl?.hasPrefix("https://m.media-amazon.com/") == true)
    #expect(movie.overview == nil && movie.directors.isEmpty)
    #expect((batch.movies.count, batch.total, batch.totalIsExact, batch.next) == (1, 1, true, nil))
  }

  @Test(arguments: [
    ("Romeo + Juliet", "Romeo + Juliet"), ("Mr. & Mrs. Smith", "Mr. & Mrs. Smith"), ("100% Wolf", "100% Wolf"),
    ("8½", "8½"),
  ])
  func `every character of the query arrives, and titles have no entities`(query: String, title: String) async throws {
    let movies = try await OMDbFixture.shared.get().search(query).movies
    // Words of two letters have too many results, so that this may be the film with that exact title.
    #expect(movies.map(\.title) == [title])
  }

  @Test func `games and series are left out, and the year narrows a search`() async throws {
    let fixture = try OMDbFixture.shared.get()
    #expect(
      Set(try await fixture.search("godfather").movies.map(\.title)) == ["The Godfather", "The Godfather Part II"])
    #expect(try await fixture.search("lord", year: 2002).movies.map(\.year) == [2002])
    #expect(try await fixture.search("slow horses").movies.isEmpty)
  }

  @Test func `other types are left out even if the service sends them`() async throws {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault(
      "json",
      [
        "value": [
          "Search": [
            ["Title": "A", "imdbID": "tt0000001", "Type": "game"], ["Title": "B", "imdbID": "tt0000002"],
            ["imdbID": "tt0000003", "Type": "Movie"], ["Title": "D", "imdbID": "nm0000004"],
          ], "totalResults": "4", "Response": "True",
        ]
      ])
    #expect(try await fixture.search("any").movies.map(\.title) == ["B", "tt0000003"])
  }

  @Test(arguments: ["zzyzx", "기생충"])
  func `an empty result is not an error`(query: String) async throws {
    let batch = try await OMDbFixture.shared.get().search(query)
    #expect((batch.movies.count, batch.total, batch.totalIsExact, batch.next) == (0, 0, true, nil))
  }

  @Test func `a batch requests as many pages as needed, and keeps their order`() async throws {
    let fixture = try OMDbFixture()
    let batch = try await fixture.search("love", count: 95)
    #expect(batch.movies.map(\.title) == (1...100).map { "Love No. \($0)" })
    #expect((batch.total, batch.totalIsExact, batch.next) == (1_000, false, 10))
    let pages = try fixture.upstream.log().requests.compactMap { $0.query["page"] }
    #expect(Set(pages) == Set((1...10).map(String.init)) && pages.count == 10)
    #expect(try await fixture.search("love", at: 10, count: 1).movies.map(\.title).first == "Love No. 101")
  }

  @Test func `the hundredth page is the last`() async throws {
    let fixture = try OMDbFixture()
    let last = try await fixture.search("love", at: 98, count: 100)
    #expect(last.movies.last?.title == "Love No. 1000")
    #expect((last.movies.count, last.total, last.next) == (20, 1_000, nil))
    try fixture.upstream.clearLog()
    #expect(try await fixture.search("love", at: 100).movies.isEmpty)
    #expect(try fixture.upstream.log().requests.isEmpty)
  }

  @Test func `a page past the end is empty`() async throws {
    let batch = try await OMDbFixture.shared.get().search("godfather", at: 5)
    #expect(batch.movies.isEmpty)
    #expect(batch.next == nil)
  }

  @Test func `pages before a failed one are kept`() async throws {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault("error", ["code": "quota"], match: "page=3(&|$)")
    let batch = try await fixture.search("love", count: 50)
    #expect((batch.movies.count, batch.next, batch.total) == (20, 2, 1_000))
    #expect(await failure { try await fixture.search("love", at: 2) }?.reason == .upstreamQuotaExceeded)
  }

  @Test func `a missing page ends the list`() async throws {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault("error", ["code": "not_found"], match: "page=3(&|$)")
    let batch = try await fixture.search("love", count: 50)
    #expect((batch.movies.count, batch.next, batch.total, batch.totalIsExact) == (20, nil, 20, false))
  }

  @Test func `a query with too many results finds the film with that exact title`() async throws {
    let batch = try await OMDbFixture.shared.get().search("Up")
    #expect(batch.movies.map(\.title) == ["Up"])
    #expect((batch.total, batch.totalIsExact, batch.next) == (1, false, nil))
  }

  @Test func `a query with too many results and no exact title is too broad`() async throws {
    let fixture = try OMDbFixture.shared.get()
    #expect(await failure { try await fixture.search("the") }?.reason == .queryTooBroad)
    #expect(await failure { try await fixture.search("up", year: 1901) }?.reason == .queryTooBroad)
  }
}
