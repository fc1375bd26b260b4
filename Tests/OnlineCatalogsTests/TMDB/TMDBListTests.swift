import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

// Serialized, because each test starts a process.
@Suite(.serialized)
struct TMDBListTests {
  @Test
  func `a search finds films with genres, poster and link, with the key in the query`() async throws {
    let fixture = try TMDBFixture()
    let batch = try await fixture.search("parasite")
    #expect(batch.total == 1)
    #expect(batch.totalIsExact)
    #expect(batch.next == nil)
    let movie = try #require(batch.movies.first)
    #expect(movie.id.description == "tmdb:496243")
    #expect(movie.title == "Parasite")
    #expect(movie.originalTitle == "기생충")
    #expect(movie.genres == ["Comedy", "Thriller", "Drama"])
    #expect(movie.posterUrl?.hasPrefix(fixture.imageBase + "w342/") == true)
    let request = try #require(try fixture.requests("/search/movie").first)
    #expect(
      request.query == [
        "query": "parasite", "include_adult": "false", "language": "en-US", "page": "1", "api_key": TMDBFixture.key,
      ])
  }

  @Test(arguments: [TMDBFixture.token, "Bearer " + TMDBFixture.token])
  func `a read access token goes into a header only, even if it was pasted with its scheme`(_ key: String) async throws
  {
    let fixture = try TMDBFixture(key: key)
    #expect(try await fixture.search("parasite").movies.count == 1)
    for request in try fixture.upstream.log().requests {
      #expect(request.query["api_key"] == nil)
      #expect(request.headers["authorization"] == "Bearer \(TMDBFixture.token)")
    }
  }

  @Test
  func `the error for a wrong key does not contain the key`() async throws {
    let fixture = try TMDBFixture(key: "00000000000000000000000000000000")
    let error = await #expect(throws: MovieError.self) { try await fixture.search("parasite") }
    #expect(error?.reason == .upstreamUnauthorized)
    #expect(error?.upstreamCode == "7")
    #expect(error?.httpStatus == 401)
    #expect(!String(describing: error).contains("00000000"))
  }

  @Test(arguments: ["Romeo + Juliet", "Mr. & Mrs. Smith", "100% Wolf", "8½", "기생충"])
  func `special characters arrive unchanged`(_ query: String) async throws {
    #expect(try await TMDBFixture.shared.get().search(query).movies.count == 1)
  }

  @Test
  func `language, region and year are sent`() async throws {
    let fixture = try TMDBFixture()
    let batch = try await fixture.search("기생충", year: 2019, in: "ko-KR")
    #expect(batch.movies.map(\.title) == ["기생충"])
    #expect(batch.movies.map(\.genres) == [["코미디", "스릴러", "드라마"]])
    let request = try #require(try fixture.requests("/search/movie").first)
    #expect(request.query["language"] == "ko-KR")
    #expect(request.query["region"] == "KR")
    #expect(request.query["primary_release_year"] == "2019")
    #expect(try await fixture.search("기생충", year: 1950).movies.isEmpty)
  }

  @Test(arguments: ["zzyzx", "없는영화"])
  func `an empty search is at its end, whatever its number of pages`(_ query: String) async throws {
    let batch = try await TMDBFixture.shared.get().search(query)
    #expect(batch.movies.isEmpty)
    #expect(batch.total == 0)
    #expect(batch.next == nil)
  }

  @Test
  func `pages follow each other to the last one`() async throws {
    let fixture = try TMDBFixture()
    var ids: [MovieID] = []
    var cursors: [Int] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await fixture.search("e", at: position)
      ids += batch.movies.map(\.id)
      cursor = batch.next
      cursors += batch.next.map { [$0] } ?? []
      #expect(batch.total == 75)
    }
    #expect(ids.count == 75)
    #expect(cursors == [2, 3, 4])
  }

  @Test
  func `nothing is requested after page 500, and the total is a lower bound`() async throws {
    let fixture = try TMDBFixture()
    let first = try await fixture.search("love")
    #expect(first.total == 10_000)
    #expect(!first.totalIsExact)
    #expect(try await fixture.search("love", at: 499).next == 500)
    let last = try await fixture.search("love", at: 500)
    #expect(last.movies.count == 20)
    #expect(last.next == nil)
    let behind = try await fixture.search("love", at: 501)
    #expect(behind.movies.isEmpty)
    #expect(behind.next == nil)
    #expect(try fixture.requests("/search/movie").count == 3)
  }

  @Test(arguments: [
    ("nowPlaying", "/movie/now_playing", 25), ("popular", "/movie/popular", 105),
    ("topRated", "/movie/top_rated", 60),
    ("upcoming", "/movie/upcoming", 7), ("trending", "/trending/movie/day", 20),
  ])
  func `sections have their own lists, with the region if they depend on one`(
    _ name: String, _ path: String, _ total: Int
  ) async throws {
    let fixture = try TMDBFixture.shared.get()
    #expect(fixture.catalog.sections.map(\.name) == ["nowPlaying", "popular", "topRated", "upcoming", "trending"])
    let batch = try await fixture.section(name)
    #expect(batch.total == total)
    #expect(batch.movies.count == min(total, 20))
    #expect(batch.movies.allSatisfy { !$0.title.isEmpty })
    _ = try await fixture.section(name, in: "ko-KR")
    let requests = try fixture.requests(path)
    #expect(requests.first?.query["region"] == nil)
    let korean = try #require(requests.first { $0.query["language"] == "ko-KR" })
    #expect(korean.query["region"] == (name == "trending" ? nil : "KR"))
  }

  @Test
  func `an unknown section is unsupported`() async throws {
    let fixture = try TMDBFixture()
    let error = await #expect(throws: MovieError.self) { try await fixture.section("../account") }
    #expect(error?.reason == .unsupportedByCatalog)
    #expect(try fixture.upstream.log().requests.isEmpty)
  }

  @Test
  func `missing overviews come in English, with one more request`() async throws {
    let fixture = try TMDBFixture()
    let inception = try #require(try await fixture.search("inception", in: "ko-KR").movies.first)
    #expect(inception.title == "인셉션")
    #expect(inception.overview == "A thief of dreams is asked to leave something behind.")
    #expect(try fixture.requests("/search/movie").map { $0.query["language"] } == ["ko-KR", "en-US"])
    #expect(try fixture.requests("/search/movie").allSatisfy { $0.query["region"] == "KR" })
    try fixture.upstream.clearLog()
    _ = try await fixture.search("기생충", in: "ko-KR")
    #expect(try fixture.requests("/search/movie").count == 1)
  }

  @Test
  func `without the English page only the texts are missing`() async throws {
    let fixture = try TMDBFixture()
    try fixture.upstream.setFault("status", ["status": 500], match: "/search/movie.*language=en")
    let inception = try #require(try await fixture.search("inception", in: "ko-KR").movies.first)
    #expect(inception.title == "인셉션")
    #expect(inception.overview == nil)
  }

  @Test
  func `concurrent pages request genres and image sizes once`() async throws {
    let fixture = try TMDBFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["nowPlaying", "popular", "topRated", "upcoming"] {
        group.addTask { _ = try await fixture.section(name) }
      }
      try await group.waitForAll()
    }
    _ = try await fixture.search("e")
    #expect(try fixture.requests("/genre/movie/list").count == 1)
    #expect(try fixture.requests("/configuration").count == 1)
  }

  @Test
  func `without reference data there are no genre names, and images have the documented URLs`() async throws {
    let fixture = try TMDBFixture()
    try fixture.upstream.setFault("html", match: "/configuration")
    try fixture.upstream.setFault("reset", match: "/genre/movie/list")
    let movie = try #require(try await fixture.search("parasite").movies.first)
    #expect(movie.genres.isEmpty)
    #expect(movie.posterUrl?.hasPrefix("https://image.tmdb.org/t/p/w342/") == true)
  }

  @Test
  func `a page waits only a few seconds for reference data`() async throws {
    let clock = ManualClock()
    let fixture = try TMDBFixture(clock: clock)
    try fixture.upstream.setFault("stall", ["at": "head"], match: "/configuration|/genre/movie/list")
    async let batch = fixture.search("parasite")
    try await clock.sleepers(2)
    try await fixture.upstream.wait(for: "/search/movie", state: .done)
    clock.advance(by: TMDBMovieLoader.optionalWorkLimit)
    #expect(try await batch.movies.count == 1)
    try fixture.upstream.clearFaults()
  }

  @Test
  func `genre names missing in a language are English`() async throws {
    let fixture = try TMDBFixture()
    let names: JSON = ["genres": [["id": 28, "name": "액션"], ["id": 18, "name": .null], ["id": 53], ["name": "x"]]]
    try fixture.upstream.setFault("json", ["value": names], match: "/genre/movie/list.*language=ko")
    let genres = try await fixture.catalog.genres(language: "ko")
    #expect(genres.map { "\($0.id) \($0.name)" } == ["28 액션", "18 Drama", "53 Thriller"])
    #expect(try await fixture.catalog.genres(language: nil).count == 19)
  }

  @Test
  func `recommendations continue page by page`() async throws {
    let fixture = try TMDBFixture()
    let listing = Listing.recommendations(fixture.id("696506"), language: nil)
    let first = try await fixture.catalog.batch(of: listing, at: 0, count: 20)
    #expect(!first.movies.isEmpty)
    #expect(first.movies.allSatisfy { $0.id.native != "696506" })
    #expect((first.next != nil) == (first.total > 20))
  }

  @Test(arguments: [.null, [], [:], ["results": .null], ["results": [:]], "x"] as [JSON])
  func `a response that is not a page is invalid`(_ body: JSON) async throws {
    let fixture = try TMDBFixture.shared.get()
    let query = "unreadable\(body.jsonText.utf8.count)"
    try fixture.upstream.setFault("json", ["value": body], match: "query=\(query)", times: 1)
    let error = await #expect(throws: MovieError.self) { try await fixture.search(query) }
    #expect(error?.reason == .upstreamInvalidResponse)
  }

  @Test
  func `a page without readable rows is invalid, but a page without a total is valid`() async throws {
    let fixture = try TMDBFixture()
    for how in ["swapped", "nulled", "emptied", "missing"] {
      try fixture.upstream.setFault("misshape", ["how": .string(how)], match: "/search/movie")
      let error = await #expect(throws: MovieError.self) { try await fixture.search("e") }
      #expect(error?.reason == .upstreamInvalidResponse)
      try fixture.upstream.clearFaults()
    }
    try fixture.upstream.setFault("misshape", ["how": "missing", "names": ["total_pages", "total_results"]])
    let batch = try await fixture.search("e")
    #expect(batch.movies.count == 20)
    #expect(batch.next == 2)
    #expect(!batch.totalIsExact)
  }

  @Test(
    arguments: [
      ("error", ["code": 25], .upstreamRateLimited), ("error", ["code": 9], .upstreamFailed),
      ("error", ["code": 24], .upstreamTimeout), ("error", ["code": 34], .upstreamFailed),
      ("status", ["status": 502, "body": "html"], .upstreamFailed), ("html", [:], .upstreamInvalidResponse),
      ("reset", [:], .upstreamUnreachable), ("raw", ["text": "no HTTP"], .upstreamInvalidResponse),
    ] as [(String, JSON, FailureReason)])
  func `each fault of the service has its reason`(_ kind: String, _ parameters: JSON, _ reason: FailureReason)
    async throws
  {
    let fixture = try TMDBFixture.shared.get()
    let query = "\(kind)\(parameters["code"]?.int ?? 0)"
    try fixture.upstream.setFault(kind, parameters, match: "query=\(query)&")
    let error = await #expect(throws: MovieError.self) { try await fixture.search(query) }
    #expect(error?.reason == reason)
    #expect(error?.catalog == "tmdb")
    #expect(!String(describing: error).contains(TMDBFixture.key))
  }

  @Test(
    arguments: [
      ("error", ["code": 22], "Invalid page"),
      ("json", ["value": ["errors": ["query must be provided"]], "status": 422], "query must be provided"),
      ("status", ["status": 405, "body": "html"], nil),
    ] as [(String, JSON, String?)])
  func `a request that the service rejects is not retryable, and the service's explanation is passed on`(
    _ kind: String, _ parameters: JSON, _ explanation: String?
  ) async throws {
    let fixture = try TMDBFixture.shared.get()
    let query = "rejected\(kind)\(parameters["code"]?.int ?? 0)"
    try fixture.upstream.setFault(kind, parameters, match: "query=\(query)&")
    let error = await #expect(throws: MovieError.self) { try await fixture.search(query) }
    #expect(error?.reason == .upstreamFailed)
    #expect(error?.isRetryable == false)
    #expect(error?.detail?.prefix(explanation?.count ?? 0) == explanation.map { $0[...] })
  }

  @Test
  func `a cancelled search ends its transfer`() async throws {
    let fixture = try TMDBFixture()
    try fixture.upstream.setFault("stall", ["at": "head"], match: "/search/movie")
    let search = Task { try await fixture.search("parasite") }
    try await fixture.upstream.wait(for: "/search/movie")
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
    try await fixture.upstream.wait(for: "/search/movie", state: .gone)
  }
}
