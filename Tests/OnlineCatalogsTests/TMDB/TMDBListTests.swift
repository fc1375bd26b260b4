import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

// One after the other: each starts a process.
@Suite("TMDB's lists", .serialized)
struct TMDBListTests {
  @Test("Search finds films with genres, poster and link, by a key that is in the query")
  func search() async throws {
    let world = try TMDBWorld()
    let batch = try await world.search("parasite")
    #expect(batch.total == 1)
    #expect(batch.totalIsExact)
    #expect(batch.next == nil)
    let movie = try #require(batch.movies.first)
    #expect(movie.id.description == "tmdb:496243")
    #expect(movie.title == "Parasite")
    #expect(movie.originalTitle == "기생충")
    #expect(movie.genres == ["Comedy", "Thriller", "Drama"])
    #expect(movie.posterUrl?.hasPrefix(world.imageBase + "w342/") == true)
    let request = try #require(try world.requests("/search/movie").first)
    #expect(
      request.query == [
        "query": "parasite", "include_adult": "false", "language": "en-US", "page": "1", "api_key": TMDBWorld.key,
      ])
  }

  @Test(
    "A read access token goes into a header, and nowhere else, also where it was pasted as one",
    arguments: [TMDBWorld.token, "Bearer " + TMDBWorld.token])
  func token(_ key: String) async throws {
    let world = try TMDBWorld(key: key)
    #expect(try await world.search("parasite").movies.count == 1)
    for request in try world.upstream.log().requests {
      #expect(request.query["api_key"] == nil)
      #expect(request.headers["authorization"] == "Bearer \(TMDBWorld.token)")
    }
  }

  @Test("A wrong key is told as such, without the key")
  func wrongKey() async throws {
    let world = try TMDBWorld(key: "00000000000000000000000000000000")
    let error = await #expect(throws: MovieError.self) { try await world.search("parasite") }
    #expect(error?.reason == .upstreamUnauthorized)
    #expect(error?.upstreamCode == "7")
    #expect(error?.httpStatus == 401)
    #expect(!String(describing: error).contains("00000000"))
  }

  @Test(
    "What is no letter arrives as it is", arguments: ["Romeo + Juliet", "Mr. & Mrs. Smith", "100% Wolf", "8½", "기생충"])
  func encoding(_ query: String) async throws {
    #expect(try await TMDBWorld.shared.get().search(query).movies.count == 1)
  }

  @Test("Language, region and year go along")
  func parameters() async throws {
    let world = try TMDBWorld()
    let batch = try await world.search("기생충", year: 2019, in: "ko-KR")
    #expect(batch.movies.map(\.title) == ["기생충"])
    #expect(batch.movies.map(\.genres) == [["코미디", "스릴러", "드라마"]])
    let request = try #require(try world.requests("/search/movie").first)
    #expect(request.query["language"] == "ko-KR")
    #expect(request.query["region"] == "KR")
    #expect(request.query["year"] == "2019")
    #expect(try await world.search("기생충", year: 1950).movies.isEmpty)
  }

  @Test("A search that finds nothing is an empty end, whatever the count of pages", arguments: ["zzyzx", "없는영화"])
  func nothing(_ query: String) async throws {
    let batch = try await TMDBWorld.shared.get().search(query)
    #expect(batch.movies.isEmpty)
    #expect(batch.total == 0)
    #expect(batch.next == nil)
  }

  @Test("Page follows page to the last one")
  func pages() async throws {
    let world = try TMDBWorld()
    var ids: [MovieID] = []
    var cursors: [Int] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await world.search("e", at: position)
      ids += batch.movies.map(\.id)
      cursor = batch.next
      cursors += batch.next.map { [$0] } ?? []
      #expect(batch.total == 75)
    }
    #expect(ids.count == 75)
    #expect(cursors == [2, 3, 4])
  }

  @Test("Nothing is asked for behind page 500, and the total says that it is a lower bound")
  func reachable() async throws {
    let world = try TMDBWorld()
    let first = try await world.search("love")
    #expect(first.total == 10_000)
    #expect(!first.totalIsExact)
    #expect(try await world.search("love", at: 499).next == 500)
    let last = try await world.search("love", at: 500)
    #expect(last.movies.count == 20)
    #expect(last.next == nil)
    let behind = try await world.search("love", at: 501)
    #expect(behind.movies.isEmpty)
    #expect(behind.next == nil)
    #expect(try world.requests("/search/movie").count == 3)
  }

  @Test(
    "Sections have their own lists, with the region where there is one",
    arguments: [
      ("nowPlaying", "/movie/now_playing", 25), ("popular", "/movie/popular", 105),
      ("topRated", "/movie/top_rated", 60),
      ("upcoming", "/movie/upcoming", 7), ("trending", "/trending/movie/day", 20),
    ])
  func sections(_ name: String, _ path: String, _ total: Int) async throws {
    let world = try TMDBWorld.shared.get()
    #expect(world.catalog.sections.map(\.name) == ["nowPlaying", "popular", "topRated", "upcoming", "trending"])
    let batch = try await world.section(name)
    #expect(batch.total == total)
    #expect(batch.movies.count == min(total, 20))
    #expect(batch.movies.allSatisfy { !$0.title.isEmpty })
    _ = try await world.section(name, in: "ko-KR")
    let requests = try world.requests(path)
    #expect(requests.first?.query["region"] == nil)
    let korean = try #require(requests.first { $0.query["language"] == "ko-KR" })
    #expect(korean.query["region"] == (name == "trending" ? nil : "KR"))
  }

  @Test("A section that TMDB does not have is refused")
  func unknownSection() async throws {
    let world = try TMDBWorld()
    let error = await #expect(throws: MovieError.self) { try await world.section("../account") }
    #expect(error?.reason == .unsupportedByCatalog)
    #expect(try world.upstream.log().requests.isEmpty)
  }

  @Test("Overviews that are missing in a language come in English, by one request more")
  func fallback() async throws {
    let world = try TMDBWorld()
    let inception = try #require(try await world.search("inception", in: "ko-KR").movies.first)
    #expect(inception.title == "인셉션")
    #expect(inception.overview == "A thief of dreams is asked to leave something behind.")
    #expect(try world.requests("/search/movie").map { $0.query["language"] } == ["ko-KR", "en-US"])
    #expect(try world.requests("/search/movie").allSatisfy { $0.query["region"] == "KR" })
    try world.upstream.clearLog()
    _ = try await world.search("기생충", in: "ko-KR")
    #expect(try world.requests("/search/movie").count == 1)
  }

  @Test("Without the English page the texts are missing, and no more")
  func fallbackFails() async throws {
    let world = try TMDBWorld()
    try world.upstream.setFault("status", ["status": 500], match: "/search/movie.*language=en")
    let inception = try #require(try await world.search("inception", in: "ko-KR").movies.first)
    #expect(inception.title == "인셉션")
    #expect(inception.overview == nil)
  }

  @Test("Genres and picture sizes are asked for once, by all at once")
  func facts() async throws {
    let world = try TMDBWorld()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["nowPlaying", "popular", "topRated", "upcoming"] {
        group.addTask { _ = try await world.section(name) }
      }
      try await group.waitForAll()
    }
    _ = try await world.search("e")
    #expect(try world.requests("/genre/movie/list").count == 1)
    #expect(try world.requests("/configuration").count == 1)
  }

  @Test("Without them there are no genre names, and pictures are where they are documented to be")
  func factsFail() async throws {
    let world = try TMDBWorld()
    try world.upstream.setFault("html", match: "/configuration")
    try world.upstream.setFault("reset", match: "/genre/movie/list")
    let movie = try #require(try await world.search("parasite").movies.first)
    #expect(movie.genres.isEmpty)
    #expect(movie.posterUrl?.hasPrefix("https://image.tmdb.org/t/p/w342/") == true)
  }

  @Test("When they do not come, the page waits for some seconds only")
  func factsStall() async throws {
    let clock = ManualClock()
    let world = try TMDBWorld(clock: clock)
    try world.upstream.setFault("stall", ["at": "head"], match: "/configuration|/genre/movie/list")
    async let batch = world.search("parasite")
    try await clock.sleepers(2)
    try await world.upstream.wait(for: "/search/movie", state: .done)
    clock.advance(by: TMDBMovieLoader.optionalWorkLimit)
    #expect(try await batch.movies.count == 1)
    try world.upstream.clearFaults()
  }

  @Test("Genre names that a language lacks are English")
  func genreNames() async throws {
    let world = try TMDBWorld()
    let names: JSON = ["genres": [["id": 28, "name": "액션"], ["id": 18, "name": .null], ["id": 53], ["name": "x"]]]
    try world.upstream.setFault("json", ["value": names], match: "/genre/movie/list.*language=ko")
    let genres = try await world.catalog.genres(language: "ko")
    #expect(genres.map { "\($0.id) \($0.name)" } == ["28 액션", "18 Drama", "53 Thriller"])
    #expect(try await world.catalog.genres(language: nil).count == 19)
  }

  @Test("Recommendations go on by pages")
  func recommendations() async throws {
    let world = try TMDBWorld()
    let listing = Listing.recommendations(world.id("696506"), language: nil)
    let first = try await world.catalog.batch(of: listing, at: 0, count: 20)
    #expect(!first.movies.isEmpty)
    #expect(first.movies.allSatisfy { $0.id.native != "696506" })
    #expect((first.next != nil) == (first.total > 20))
  }

  @Test(
    "An answer that is no page is told as such",
    arguments: [.null, [], [:], ["results": .null], ["results": [:]], "x"] as [JSON])
  func unreadable(_ body: JSON) async throws {
    let world = try TMDBWorld.shared.get()
    let query = "unreadable\(body.jsonText.utf8.count)"
    try world.upstream.setFault("json", ["value": body], match: "query=\(query)", times: 1)
    let error = await #expect(throws: MovieError.self) { try await world.search(query) }
    #expect(error?.reason == .upstreamInvalidResponse)
  }

  @Test("A page of which no row can be read is none, and one that does not tell how long it is is one")
  func misshapen() async throws {
    let world = try TMDBWorld()
    for how in ["swapped", "nulled", "emptied", "missing"] {
      try world.upstream.setFault("misshape", ["how": .string(how)], match: "/search/movie")
      let error = await #expect(throws: MovieError.self) { try await world.search("e") }
      #expect(error?.reason == .upstreamInvalidResponse)
      try world.upstream.clearFaults()
    }
    try world.upstream.setFault("misshape", ["how": "missing", "names": ["total_pages", "total_results"]])
    let batch = try await world.search("e")
    #expect(batch.movies.count == 20)
    #expect(batch.next == 2)
    #expect(!batch.totalIsExact)
  }

  @Test(
    "Faults of the service are told by their reasons",
    arguments: [
      ("error", ["code": 25], .upstreamRateLimited), ("error", ["code": 9], .upstreamFailed),
      ("error", ["code": 24], .upstreamTimeout), ("error", ["code": 34], .upstreamFailed),
      ("status", ["status": 502, "body": "html"], .upstreamFailed), ("html", [:], .upstreamInvalidResponse),
      ("reset", [:], .upstreamUnreachable), ("raw", ["text": "no HTTP"], .upstreamInvalidResponse),
    ] as [(String, JSON, FailureReason)])
  func faults(_ kind: String, _ parameters: JSON, _ reason: FailureReason) async throws {
    let world = try TMDBWorld.shared.get()
    let query = "\(kind)\(parameters["code"]?.int ?? 0)"
    try world.upstream.setFault(kind, parameters, match: "query=\(query)&")
    let error = await #expect(throws: MovieError.self) { try await world.search(query) }
    #expect(error?.reason == reason)
    #expect(error?.catalog == "tmdb")
    #expect(!String(describing: error).contains(TMDBWorld.key))
  }

  @Test("A cancelled search ends its transfer")
  func cancelling() async throws {
    let world = try TMDBWorld()
    try world.upstream.setFault("stall", ["at": "head"], match: "/search/movie")
    let search = Task { try await world.search("parasite") }
    try await world.upstream.wait(for: "/search/movie")
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
    try await world.upstream.wait(for: "/search/movie", state: .gone)
  }
}
