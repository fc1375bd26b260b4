import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite(.serialized)
struct TMDBDiscoverTests {
  private func discover(
    _ fixture: TMDBFixture, at cursor: Int = 0, _ change: (inout DiscoverQuery) -> Void
  ) async throws -> MovieBatch {
    var query = DiscoverQuery()
    change(&query)
    return try await fixture.catalog.batch(of: .discover(query), at: cursor, count: 20)
  }

  private func field(_ change: (inout DiscoverQuery) -> Void) async throws -> String? {
    let fixture = try TMDBFixture.shared.get()
    let error = await #expect(throws: MovieError.self) { try await discover(fixture, change) }
    #expect(error?.reason == .invalidParams)
    #expect(error?.catalog == "tmdb")
    return error?.field
  }

  @Test func `a thriller of the nineties under two hours, best rated first, is one request`() async throws {
    let fixture = try TMDBFixture()
    _ = try await discover(fixture) { $0.genres = ["Thriller"] }
    try fixture.upstream.clearLog()
    let batch = try await discover(fixture) {
      $0.genres = ["thriller"]
      ($0.yearFrom, $0.yearTo, $0.runtimeTo, $0.sort) = (1990, 1999, 119, .rating)
    }
    #expect(batch.movies.map(\.title) == ["The Usual Suspects", "Fargo"])
    let requests = try fixture.upstream.log().requests
    #expect(requests.count == 1)
    #expect(
      requests.first?.query == [
        "include_adult": "false", "sort_by": "vote_average.desc", "with_genres": "53",
        "primary_release_date.gte": "1990-01-01", "primary_release_date.lte": "1999-12-31", "vote_count.gte": "200",
        "with_runtime.lte": "119", "language": "en-US", "page": "1", "api_key": TMDBFixture.key,
      ])
  }

  @Test func `every filter and order has its parameter`() async throws {
    let fixture = try TMDBFixture()
    _ = try await discover(fixture) {
      $0.genres = ["18", "스릴러"]
      $0.excludeGenres = ["Horror"]
      ($0.ratingFrom, $0.votesFrom, $0.runtimeFrom) = (7.5, 0, 60)
      ($0.originalLanguage, $0.country, $0.keyword, $0.provider) = ("ko", "KR", "Dystopia", "wavve")
      ($0.sort, $0.order, $0.language) = (.title, .asc, "en-KR")
    }
    let query = try #require(try fixture.requests("/discover/movie").first).query
    #expect(query["with_genres"] == "18,53")
    #expect(query["without_genres"] == "27")
    #expect((query["vote_average.gte"], query["vote_count.gte"], query["with_runtime.gte"]) == ("7.5", "0", "60"))
    #expect((query["with_original_language"], query["with_origin_country"]) == ("ko", "KR"))
    #expect((query["with_keywords"], query["with_watch_providers"], query["watch_region"]) == ("4565", "356", "KR"))
    #expect((query["sort_by"], query["language"]) == ("title.asc", "en-KR"))
  }

  @Test func `all films of a person, newest first`() async throws {
    let fixture = try TMDBFixture.shared.get()
    let song = try await fixture.catalog.people("Song Kang-ho", limit: 1, language: nil).people[0]
    let batch = try await discover(fixture) {
      $0.person = song.id
      $0.sort = .releaseDate
    }
    #expect(batch.movies.count == 8)
    #expect(batch.movies.first?.title == "Parasite")
    let days = batch.movies.compactMap(\.releaseDate)
    #expect(days == days.sorted(by: >))
  }

  @Test(arguments: [0, 7])
  func `a random order has every film once, and is that of its seed`(_ seed: Int) async throws {
    let fixture = try TMDBFixture.shared.get()
    func ids() async throws -> [MovieID] {
      var ids: [MovieID] = []
      var cursor: Int? = 0
      while let position = cursor {
        let batch = try await discover(fixture, at: position) { ($0.sort, $0.seed) = (.random, seed) }
        ids += batch.movies.map(\.id)
        cursor = batch.next
      }
      return ids
    }
    let first = try await ids()
    let total = try await discover(fixture) { _ in }.total
    #expect(first.count == total)
    #expect(Set(first).count == total)
    #expect(try await ids() == first)
    let others = try await discover(fixture) { ($0.sort, $0.seed) = (.random, seed + 1) }.movies.map(\.id)
    #expect(others != Array(first.prefix(others.count)))
  }

  @Test(arguments: [("1984", "321"), ("4565", "4565"), ("dystopia", "4565")])
  func `a keyword is found by its name, which may be digits, and else by its id`(text: String, id: String) async throws
  {
    let fixture = try TMDBFixture()
    _ = try await discover(fixture) { $0.keyword = text }
    #expect(try #require(try fixture.requests("/discover/movie").first).query["with_keywords"] == id)
  }

  @Test func `what the service does not know is an error with its field`() async throws {
    #expect(try await field { $0.genres = ["Nonsense"] } == "genres")
    #expect(try await field { $0.excludeGenres = ["말도 안 되는"] } == "excludeGenres")
    for person in ["tmdb:1", "tmdb:x", "tmdb:0", "tmdb:../movie/550"] {
      #expect(try await field { $0.person = PersonID(person) } == "person")
    }
    #expect(try await field { ($0.person, $0.sort) = (PersonID("tmdb:1"), .random) } == "person")
    #expect(try await field { $0.keyword = "nonsense" } == "keyword")
    #expect(try await field { $0.keyword = "1" } == "keyword")
    #expect(try await field { ($0.provider, $0.language) = ("nonsense", "ko-KR") } == "provider")
    #expect(try await field { ($0.provider, $0.language) = ("wavve", "en-US") } == "provider")
    #expect(try await field { $0.provider = "Netflix" } == "provider")
  }

  @Test func `criteria that nothing meets find nothing`() async throws {
    let batch = try await discover(TMDBFixture.shared.get()) { ($0.country, $0.genres) = ("KR", ["Animation"]) }
    #expect((batch.movies.count, batch.total, batch.next) == (0, 0, nil))
  }
}
