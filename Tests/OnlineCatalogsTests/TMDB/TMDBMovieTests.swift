import Concurrency
import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

// Serialized, because each test starts a process.
@Suite(.serialized)
struct TMDBMovieTests {
  @Test
  func `a detail is one request and has all data`() async throws {
    let fixture = try TMDBFixture()
    let detail = try await fixture.detail("496243")
    #expect(detail.movie.title == "Parasite")
    #expect(detail.movie.directors == ["Bong Joon Ho"])
    #expect(detail.movie.cast.first == "Song Kang-ho")
    #expect(detail.movie.imdbId == "tt6751668")
    #expect(detail.movie.runtimeMinutes == 133)
    #expect(detail.crewMembers.map(\.job) == ["Director", "Screenplay", "Story", "Editor"])
    #expect(detail.tagline == "A film by Bong Joon Ho.")
    #expect(detail.homepage == nil)
    #expect(detail.countries == ["South Korea"])
    #expect(
      detail.trailers.map(\.kind) == [.trailer, .teaser, .clip, .featurette, .behindTheScenes, .spot, .bloopers])
    #expect(detail.certification == nil)
    #expect(detail.reviews.total == 23)
    #expect(detail.reviews.items.count == 3)
    #expect(!detail.recommendations.isEmpty)
    #expect(detail.attribution?.isEmpty == false)
    #expect(detail.myRating == nil)
    #expect(!detail.isStale)
    let requests = try fixture.upstream.log().requests.filter { $0.path.hasPrefix("/3/movie") }
    #expect(requests.count == 1)
    #expect(requests.first?.query["session_id"] == nil)
  }

  @Test
  func `a detail in another language has its texts, trailers and certification, and English reviews`() async throws {
    let fixture = try TMDBFixture()
    let detail = try await fixture.detail("496243", in: "ko-KR")
    #expect(detail.movie.title == "기생충")
    #expect(detail.movie.originalTitle == nil)
    #expect(detail.movie.genres == ["코미디", "스릴러", "드라마"])
    #expect(detail.certification == "15")
    #expect(detail.certificationCountry == "KR")
    #expect(detail.trailers.first?.name == "Korean trailer of Parasite")
    #expect(detail.trailers.count == 8)
    #expect(detail.reviews.total == 23)
    #expect(detail.reviews.items.count == 3)
  }

  @Test
  func `missing texts are English`() async throws {
    let fixture = try TMDBFixture()
    let detail = try await fixture.detail("27205", in: "ko-KR")
    #expect(detail.movie.title == "인셉션")
    #expect(detail.movie.overview == "A thief of dreams is asked to leave something behind.")
    #expect(detail.tagline == "A film by Christopher Nolan.")
    #expect(try await fixture.catalog.movie(fixture.id("27205"), language: "ko").overview == detail.movie.overview)
  }

  @Test
  func `recommendations in a detail have the same texts as in their own list`() async throws {
    let fixture = try TMDBFixture()
    let list = try await fixture.catalog.batch(
      of: .recommendations(fixture.id("27205"), language: "ko-KR"), at: 0, count: 20)
    try fixture.upstream.clearLog()
    let recommended = try await fixture.detail("27205", in: "ko-KR").recommendations
    #expect(recommended == list.movies)
    #expect(recommended.first { $0.id.native == "346" }?.overview == "A village pays seven swordsmen in rice.")
    // Requested in English only if a text is missing; without it, the rest is still there.
    let requests = { try fixture.requests("/movie/27205/recommendations").map { $0.query["language"] } }
    #expect(try requests() == ["en-US"])
    _ = try await fixture.detail("27205")
    #expect(try requests().count == 1)
    try fixture.upstream.setFault("status", ["status": 500], match: "/recommendations\\?")
    #expect(try await fixture.detail("27205", in: "ko-KR").recommendations.map(\.id) == recommended.map(\.id))
  }

  @Test(arguments: [(0, 0), (1, 1), (20, 20)])
  func `a detail has as many reviews as requested`(_ asked: Int, _ given: Int) async throws {
    #expect(try await TMDBFixture.shared.get().detail("496243", reviews: asked).reviews.items.count == given)
  }

  @Test
  func `a single movie is requested with only what lists show`() async throws {
    let fixture = try TMDBFixture()
    let movie = try await fixture.catalog.movie(fixture.id("670"), language: "ko-KR")
    #expect(movie.title == "올드보이")
    #expect(movie.directors == ["Park Chan-wook"])
    #expect(movie.imdbId == "tt0364569")
    #expect(
      try fixture.requests("/movie/670").first?.query["append_to_response"]
        == "credits,external_ids,release_dates,translations")
  }

  @Test(arguments: [nil, "ko-KR"])
  func `every film decodes in two languages`(_ language: String?) async throws {
    let fixture = try TMDBFixture.shared.get()
    for native in ["29787", "832", "635237", "639988", "919207", "19", "346364", "14160", "754", "5156", "9000001"] {
      let detail = try await fixture.detail(native, in: language)
      #expect(detail.movie.id.native == native)
      let movie = try await fixture.catalog.movie(fixture.id(native), language: language)
      #expect(movie == detail.movie)
    }
  }

  @Test
  func `an IMDb id is looked up, and the movie has TMDB's id`() async throws {
    let fixture = try TMDBFixture()
    #expect(try await fixture.detail("tt6751668").movie.id.native == "496243")
    #expect(try await fixture.catalog.movie(fixture.id("tt6751668"), language: nil).id.native == "496243")
    let error = await #expect(throws: MovieError.self) { try await fixture.detail("tt0000001") }
    #expect(error?.reason == .movieNotFound)
  }

  @Test
  func `an invalid id is not requested`() async throws {
    let fixture = try TMDBFixture()
    for native in [
      "0", "01", "x", "1x", "-1", "12345678901", "1/../2", "..%2Faccount", "tt123", "tt12345678901", "tt1234567/",
    ] {
      let id = fixture.id(native)
      for work in [
        { _ = try await fixture.detail(native) },
        { _ = try await fixture.catalog.movie(id, language: nil) },
        { _ = try await fixture.catalog.reviews(of: id, page: 1, language: nil) },
        { _ = try await fixture.catalog.batch(of: .recommendations(id, language: nil), at: 0, count: 20) },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: MovieError.self) { try await work() }
        #expect(error?.reason == .movieNotFound)
      }
    }
    #expect(try fixture.upstream.log().requests.isEmpty)
  }

  @Test
  func `the error for an unknown movie names its id`() async throws {
    let fixture = try TMDBFixture()
    let error = await #expect(throws: MovieError.self) { try await fixture.detail("123456789") }
    #expect(error?.reason == .movieNotFound)
    #expect(error?.message.contains("123456789") == true)
  }

  @Test
  func `a 404 of another service does not mean that the movie is unknown`() async throws {
    let fixture = try TMDBFixture(hasAccount: true)
    let account = try await fixture.logIn()
    try fixture.upstream.setFault("status", ["status": 404, "body": "html"])
    let id = fixture.id("496243")
    for work in [
      { _ = try await fixture.detail("496243") }, { _ = try await fixture.detail("tt6751668") },
      { _ = try await fixture.catalog.movie(id, language: nil) },
      { _ = try await fixture.catalog.reviews(of: id, page: 1, language: nil) },
      { _ = try await account.rate(id, 8) }, { _ = try await account.login() },
      { _ = try await account.completeLogin(requestToken: "a") },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: MovieError.self) { try await work() }
      #expect(error?.reason == .upstreamFailed)
      #expect(error?.message.contains("TMDB_BASE_URL") == true)
    }
  }

  @Test
  func `reviews continue page by page to their end`() async throws {
    let fixture = try TMDBFixture()
    for language in [nil, "ko-KR"] {
      let first = try await fixture.catalog.reviews(of: fixture.id("496243"), page: 1, language: language)
      #expect(first.items.count == 20)
      #expect(first.total == 23)
      #expect(first.hasMore)
      let second = try await fixture.catalog.reviews(of: fixture.id("496243"), page: 2, language: language)
      #expect(second.items.count == 3)
      #expect(!second.hasMore)
      let behind = try await fixture.catalog.reviews(of: fixture.id("496243"), page: 9_999, language: language)
      #expect(behind.items.isEmpty)
      #expect(behind.page == 9_999)
      #expect(behind.total == 23)
      #expect(!behind.hasMore)
    }
  }

  @Test
  func `a page without readable reviews is invalid`() async throws {
    let fixture = try TMDBFixture()
    try fixture.upstream.setFault("misshape", ["how": "missing", "names": ["id"]], match: "/reviews")
    let error = await #expect(throws: MovieError.self) {
      try await fixture.catalog.reviews(of: fixture.id("496243"), page: 1, language: nil)
    }
    #expect(error?.reason == .upstreamInvalidResponse)
  }

  @Test
  func `the user's rating is a separate request, so that the rest can be cached`() async throws {
    let fixture = try TMDBFixture(hasAccount: true)
    let account = try await fixture.logIn()
    #expect(try await fixture.detail("496243").myRating == nil)
    try await account.rate(fixture.id("496243"), 8.5)
    #expect(try await fixture.detail("496243").myRating == 8.5)
    let requests = try fixture.upstream.log().requests.filter { $0.method == "GET" }
    let personal = requests.filter { $0.query["session_id"] != nil }
    #expect(personal.count == 2)
    #expect(personal.allSatisfy { $0.path == "/3/movie/496243/account_states" })
  }

  @Test
  func `a missing or malformed rating affects only itself`() async throws {
    let fixture = try TMDBFixture(hasAccount: true)
    _ = try await fixture.logIn()
    let answers: [JSON] = [[:], ["rated": true], ["rated": ["value": 0]], ["rated": ["value": "x"]], .null, []]
    for states in answers {
      try fixture.upstream.setFault("json", ["value": states], match: "/account_states", times: 1)
      let detail = try await fixture.detail("496243")
      #expect(detail.myRating == nil)
      #expect(detail.movie.title == "Parasite")
    }
    #expect(try fixture.requests("/movie/496243/account_states").count == answers.count)
  }

  @Test
  func `the rating is not requested without a login, and an ended login affects only the rating`() async throws {
    let fixture = try TMDBFixture(hasAccount: true)
    _ = try await fixture.detail("496243")
    #expect(try fixture.requests("/movie/496243/account_states").isEmpty)
    let account = try await fixture.logIn()
    try fixture.upstream.setFault("error", ["code": 3], match: "/account_states")
    let detail = try await fixture.detail("496243")
    #expect(detail.myRating == nil)
    #expect(detail.movie.title == "Parasite")
    #expect(account.state.user == nil)
  }

  @Test
  func `OMDb is asked by the IMDb id`() async throws {
    let asked = Mutex<[String]>([])
    let fixture = try TMDBFixture { imdbId in
      asked.withLock { $0.append(imdbId) }
      return OMDbRatings(ratings: [.init(source: "Metacritic", value: "97/100")], awards: "Won 4 Oscars.")
    }
    let detail = try await fixture.detail("496243")
    #expect(detail.ratings.map(\.value) == ["97/100"])
    #expect(detail.awards == "Won 4 Oscars.")
    #expect(asked.withLock { $0 } == ["tt6751668"])
    #expect(try await fixture.detail("635237").ratings.isEmpty)
    #expect(asked.withLock { $0.count } == 1)
  }

  @Test
  func `without OMDb, or when it does not respond, only its data is missing`() async throws {
    let failing = try TMDBFixture { _ in throw MovieError(.upstreamQuotaExceeded, "Used up.") }
    #expect(try await failing.detail("496243").ratings.isEmpty)

    let clock = ManualClock()
    let hasBegun = SharedTask<Void>()
    let never = SharedTask<OMDbRatings>()
    let stalling = try TMDBFixture(clock: clock) { _ in
      hasBegun.resolve(.success(()))
      return try await never.value()
    }
    async let detail = stalling.detail("496243")
    try await hasBegun.value()
    try await clock.sleepers(1)
    clock.advance(by: TMDBMovieLoader.optionalWorkLimit)
    #expect(try await detail.ratings.isEmpty)
    #expect(never.isCompleted)
  }

  @Test
  func `an image has the sizes and the base URL of the service's configuration`() async throws {
    let fixture = try TMDBFixture()
    let url = try #require(try await fixture.search("parasite").movies.first?.posterUrl)
    let picture = try await fixture.catalog.picture(at: url, width: 343)
    #expect(picture.width == 500)
    #expect(picture.catalog == "tmdb")
    #expect(picture.url == url.replacing("/w342/", with: "/w500/"))
    let response = try await CurlTransport.patient().response(
      to: HTTPRequest(service: "tmdb", url: picture.url))
    #expect(response.status == 200)
    #expect(
      try await fixture.catalog.picture(at: "https://example.com/x.jpg", width: 9).url == "https://example.com/x.jpg")
  }

  @Test
  func `a detail with members of wrong types fails only if no movie is left`() async throws {
    let fixture = try TMDBFixture()
    for how in ["swapped", "nulled", "emptied", "missing"] {
      try fixture.upstream.setFault("misshape", ["how": .string(how)], match: "/3/movie/")
      do {
        _ = try await fixture.detail("496243")
      } catch let error as MovieError {
        #expect(error.reason == .upstreamInvalidResponse)
      }
      try fixture.upstream.clearFaults()
    }
  }

  @Test
  func `a cancelled detail ends its transfers`() async throws {
    let fixture = try TMDBFixture(hasAccount: true)
    _ = try await fixture.logIn()
    try fixture.upstream.setFault("stall", ["at": "body"], match: "/3/movie/")
    let detail = Task { try await fixture.detail("496243", in: "ko") }
    try await fixture.upstream.wait(for: "/3/movie/", count: 3)
    detail.cancel()
    await #expect(throws: CancellationError.self) { try await detail.value }
    try await fixture.upstream.wait(for: "/3/movie/", count: 3, state: .gone)
  }

  @Test
  func `the catalog has more capabilities with an account`() {
    let http = CurlTransport.patient()
    let plain: [Capability] = [
      .search, .home, .genres, .discover, .detail, .reviews, .recommendations, .people, .collections, .poster,
    ]
    let catalog = TMDBCatalog(http: http, key: Secret(TMDBFixture.key))
    #expect(catalog.info.capabilities == plain)
    let folder = TemporaryFolder()
    let info = TMDBCatalog(http: http, key: Secret(TMDBFixture.key), accounts: (folder.path, TMDBCatalog.website)).info
    #expect(info.capabilities == plain + [.login, .rate, .favoritesSync])
    #expect(info.name == "tmdb")
    #expect(info.attribution == "This product uses the TMDB API but is not endorsed or certified by TMDB.")
  }
}
