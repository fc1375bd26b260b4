import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

/// Searches for years, ids and URLs.
@Suite(.serialized)
struct OMDbReferenceTests {
  @Test(arguments: [
    "tt6751668", "omdb:tt6751668", "builtin:tt6751668", "https://m.imdb.com/title/tt6751668/",
    "https://letterboxd.com/film/parasite-2019/",
  ])
  func `an id and a URL find their film alone, with one or two requests`(_ query: String) async throws {
    let fixture = try OMDbFixture()
    let batch = try await fixture.search(query)
    #expect(batch.movies.map(\.id.description) == ["omdb:tt6751668"])
    #expect((batch.total, batch.next) == (1, nil))
    #expect(try fixture.upstream.log().requests.count <= 2)
  }

  @Test(arguments: ["tt0000001", "omdb:x", "https://letterboxd.com/film/no-such-film/"])
  func `an id or URL without a film finds nothing`(_ query: String) async throws {
    let batch = try await OMDbFixture.shared.get().search(query)
    #expect((batch.movies.count, batch.total, batch.next) == (0, 0, nil))
  }

  @Test func `a year at the end narrows the search, with one request`() async throws {
    let fixture = try OMDbFixture()
    #expect(try await fixture.search("parasite 2019").movies.map(\.title) == ["Parasite"])
    let requests = try fixture.upstream.log().requests
    #expect(requests.map { $0.query["y"] } == ["2019"])
    #expect(requests.map { $0.query["s"] } == ["parasite"])
    #expect(try await fixture.search("blade runner 2049").movies.map(\.title) == ["Blade Runner 2049"])
  }

  @Test func `pages of a narrowed search follow each other`() async throws {
    let fixture = try OMDbFixture.shared.get()
    let first = try await fixture.search("love 2001", count: 1)
    let next = try #require(first.next)
    let second = try await fixture.search("love 2001", at: next, count: 1)
    #expect(!second.movies.isEmpty)
    #expect(Set(first.movies.map(\.id)).isDisjoint(with: second.movies.map(\.id)))
  }
}
