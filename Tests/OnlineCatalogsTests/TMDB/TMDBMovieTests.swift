import Concurrency
import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

// One after the other: each starts a process.
@Suite("TMDB's movies", .serialized)
struct TMDBMovieTests {
  @Test("A detail is one request, and has all that is known")
  func detail() async throws {
    let world = try TMDBWorld()
    let detail = try await world.detail("496243")
    #expect(detail.movie.title == "Parasite")
    #expect(detail.movie.directors == ["Bong Joon Ho"])
    #expect(detail.movie.cast.first == "Song Kang-ho")
    #expect(detail.movie.imdbId == "tt6751668")
    #expect(detail.movie.runtimeMinutes == 133)
    #expect(detail.crewMembers.map(\.job) == ["Director", "Screenplay", "Story", "Editor"])
    #expect(detail.tagline == "A film by Bong Joon Ho.")
    #expect(detail.homepage == nil)
    #expect(detail.countries == ["South Korea"])
    #expect(detail.trailers.count == 2)
    #expect(detail.certification == nil)
    #expect(detail.reviews.total == 23)
    #expect(detail.reviews.items.count == 3)
    #expect(!detail.recommendations.isEmpty)
    #expect(detail.attribution?.isEmpty == false)
    #expect(detail.myRating == nil)
    #expect(!detail.isStale)
    let requests = try world.upstream.log().requests.filter { $0.path.hasPrefix("/3/movie") }
    #expect(requests.count == 1)
    #expect(requests.first?.query["session_id"] == nil)
  }

  @Test("In another language it has that language's texts, trailers and certification, and English reviews")
  func korean() async throws {
    let world = try TMDBWorld()
    let detail = try await world.detail("496243", in: "ko-KR")
    #expect(detail.movie.title == "기생충")
    #expect(detail.movie.originalTitle == nil)
    #expect(detail.movie.genres == ["코미디", "스릴러", "드라마"])
    #expect(detail.certification == "15")
    #expect(detail.trailers.count == 2)
    #expect(detail.reviews.total == 23)
    #expect(detail.reviews.items.count == 3)
  }

  @Test("Texts that it lacks are English")
  func fallback() async throws {
    let world = try TMDBWorld()
    let detail = try await world.detail("27205", in: "ko-KR")
    #expect(detail.movie.title == "인셉션")
    #expect(detail.movie.overview == "A thief of dreams is asked to leave something behind.")
    #expect(detail.tagline == "A film by Christopher Nolan.")
    #expect(try await world.catalog.movie(world.id("27205"), language: "ko").overview == detail.movie.overview)
  }

  @Test("What is recommended has the texts that it has in its own list")
  func recommendedTexts() async throws {
    let world = try TMDBWorld()
    let list = try await world.catalog.batch(
      of: .recommendations(world.id("27205"), language: "ko-KR"), at: 0, count: 20)
    try world.upstream.clearLog()
    let recommended = try await world.detail("27205", in: "ko-KR").recommendations
    #expect(recommended == list.movies)
    #expect(recommended.first { $0.id.native == "346" }?.overview == "A village pays seven swordsmen in rice.")
    // In English only, and only where a text is missing; without it the rest is there.
    let requests = { try world.requests("/movie/27205/recommendations").map { $0.query["language"] } }
    #expect(try requests() == ["en-US"])
    _ = try await world.detail("27205")
    #expect(try requests().count == 1)
    try world.upstream.setFault("status", ["status": 500], match: "/recommendations\\?")
    #expect(try await world.detail("27205", in: "ko-KR").recommendations.map(\.id) == recommended.map(\.id))
  }

  @Test("As many reviews as are asked for", arguments: [(0, 0), (1, 1), (20, 20)])
  func reviews(_ asked: Int, _ given: Int) async throws {
    #expect(try await TMDBWorld.shared.get().detail("496243", reviews: asked).reviews.items.count == given)
  }

  @Test("A movie by itself is fetched without what lists do not show")
  func movie() async throws {
    let world = try TMDBWorld()
    let movie = try await world.catalog.movie(world.id("670"), language: "ko-KR")
    #expect(movie.title == "올드보이")
    #expect(movie.directors == ["Park Chan-wook"])
    #expect(movie.imdbId == "tt0364569")
    #expect(try world.requests("/movie/670").first?.query["append_to_response"] == "credits,external_ids,translations")
  }

  @Test("Every film can be told in two languages", arguments: [nil, "ko-KR"])
  func all(_ language: String?) async throws {
    let world = try TMDBWorld.shared.get()
    for native in ["29787", "832", "635237", "639988", "919207", "19", "346364", "14160", "754", "5156", "9000001"] {
      let detail = try await world.detail(native, in: language)
      #expect(detail.movie.id.native == native)
      let movie = try await world.catalog.movie(world.id(native), language: language)
      #expect(movie == detail.movie)
    }
  }

  @Test("An IMDb id is looked up, and the answer has TMDB's")
  func imdb() async throws {
    let world = try TMDBWorld()
    #expect(try await world.detail("tt6751668").movie.id.native == "496243")
    #expect(try await world.catalog.movie(world.id("tt6751668"), language: nil).id.native == "496243")
    let error = await #expect(throws: MovieError.self) { try await world.detail("tt0000001") }
    #expect(error?.reason == .movieNotFound)
  }

  @Test("An id that cannot be one is not asked for")
  func impossible() async throws {
    let world = try TMDBWorld()
    for native in [
      "0", "01", "x", "1x", "-1", "12345678901", "1/../2", "..%2Faccount", "tt123", "tt12345678901", "tt1234567/",
    ] {
      let id = world.id(native)
      for work in [
        { _ = try await world.detail(native) },
        { _ = try await world.catalog.movie(id, language: nil) },
        { _ = try await world.catalog.reviews(of: id, page: 1, language: nil) },
        { _ = try await world.catalog.batch(of: .recommendations(id, language: nil), at: 0, count: 20) },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: MovieError.self) { try await work() }
        #expect(error?.reason == .movieNotFound)
      }
    }
    #expect(try world.upstream.log().requests.isEmpty)
  }

  @Test("A movie that TMDB does not have is told by its id")
  func unknown() async throws {
    let world = try TMDBWorld()
    let error = await #expect(throws: MovieError.self) { try await world.detail("123456789") }
    #expect(error?.reason == .movieNotFound)
    #expect(error?.message.contains("123456789") == true)
  }

  @Test("What is not found by something else in TMDB's place is no movie that TMDB does not have")
  func stranger() async throws {
    let world = try TMDBWorld(hasAccount: true)
    let account = try await world.logIn()
    try world.upstream.setFault("status", ["status": 404, "body": "html"])
    let id = world.id("496243")
    for work in [
      { _ = try await world.detail("496243") }, { _ = try await world.detail("tt6751668") },
      { _ = try await world.catalog.movie(id, language: nil) },
      { _ = try await world.catalog.reviews(of: id, page: 1, language: nil) },
      { _ = try await account.rate(id, 8) }, { _ = try await account.login() },
      { _ = try await account.completeLogin(requestToken: "a") },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: MovieError.self) { try await work() }
      #expect(error?.reason == .upstreamFailed)
      #expect(error?.message.contains("TMDB_BASE_URL") == true)
    }
  }

  @Test("Reviews go on by pages, to their end")
  func reviewPages() async throws {
    let world = try TMDBWorld()
    for language in [nil, "ko-KR"] {
      let first = try await world.catalog.reviews(of: world.id("496243"), page: 1, language: language)
      #expect(first.items.count == 20)
      #expect(first.total == 23)
      #expect(first.hasMore)
      let second = try await world.catalog.reviews(of: world.id("496243"), page: 2, language: language)
      #expect(second.items.count == 3)
      #expect(!second.hasMore)
      let behind = try await world.catalog.reviews(of: world.id("496243"), page: 9_999, language: language)
      #expect(behind.items.isEmpty)
      #expect(behind.page == 9_999)
      #expect(behind.total == 23)
      #expect(!behind.hasMore)
    }
  }

  @Test("A page of reviews of which none can be read is no empty one")
  func unreadableReviews() async throws {
    let world = try TMDBWorld()
    try world.upstream.setFault("misshape", ["how": "missing", "names": ["id"]], match: "/reviews")
    let error = await #expect(throws: MovieError.self) {
      try await world.catalog.reviews(of: world.id("496243"), page: 1, language: nil)
    }
    #expect(error?.reason == .upstreamInvalidResponse)
  }

  @Test("The user's rating is asked for by itself, so that the rest is nobody's own")
  func myRating() async throws {
    let world = try TMDBWorld(hasAccount: true)
    let account = try await world.logIn()
    #expect(try await world.detail("496243").myRating == nil)
    try await account.rate(world.id("496243"), 8.5)
    #expect(try await world.detail("496243").myRating == 8.5)
    let requests = try world.upstream.log().requests.filter { $0.method == "GET" }
    let personal = requests.filter { $0.query["session_id"] != nil }
    #expect(personal.count == 2)
    #expect(personal.allSatisfy { $0.path == "/3/movie/496243/account_states" })
  }

  @Test("Not told, or told strangely: no rating, and everything else")
  func unrated() async throws {
    let world = try TMDBWorld(hasAccount: true)
    _ = try await world.logIn()
    let answers: [JSON] = [[:], ["rated": true], ["rated": ["value": 0]], ["rated": ["value": "x"]], .null, []]
    for states in answers {
      try world.upstream.setFault("json", ["value": states], match: "/account_states", times: 1)
      let detail = try await world.detail("496243")
      #expect(detail.myRating == nil)
      #expect(detail.movie.title == "Parasite")
    }
    #expect(try world.requests("/movie/496243/account_states").count == answers.count)
  }

  @Test("Without a login there is no rating to ask for, and one that has ended costs only the rating")
  func noSession() async throws {
    let world = try TMDBWorld(hasAccount: true)
    _ = try await world.detail("496243")
    #expect(try world.requests("/movie/496243/account_states").isEmpty)
    let account = try await world.logIn()
    try world.upstream.setFault("error", ["code": 3], match: "/account_states")
    let detail = try await world.detail("496243")
    #expect(detail.myRating == nil)
    #expect(detail.movie.title == "Parasite")
    #expect(account.state.user == nil)
  }

  @Test("What OMDb adds is asked for by the IMDb id")
  func omdb() async throws {
    let asked = Mutex<[String]>([])
    let world = try TMDBWorld { imdbId in
      asked.withLock { $0.append(imdbId) }
      return OMDbRatings(ratings: [.init(source: "Metacritic", value: "97/100")], awards: "Won 4 Oscars.")
    }
    let detail = try await world.detail("496243")
    #expect(detail.ratings.map(\.value) == ["97/100"])
    #expect(detail.awards == "Won 4 Oscars.")
    #expect(asked.withLock { $0 } == ["tt6751668"])
    #expect(try await world.detail("635237").ratings.isEmpty)
    #expect(asked.withLock { $0.count } == 1)
  }

  @Test("Without OMDb, or when it does not come, only that is missing")
  func omdbFails() async throws {
    let failing = try TMDBWorld { _ in throw MovieError(.upstreamQuotaExceeded, "Used up.") }
    #expect(try await failing.detail("496243").ratings.isEmpty)

    let clock = ManualClock()
    let hasBegun = SharedTask<Void>()
    let never = SharedTask<OMDbRatings>()
    let stalling = try TMDBWorld(clock: clock) { _ in
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

  @Test("A picture comes in the service's sizes, from where it says they are")
  func pictures() async throws {
    let world = try TMDBWorld()
    let url = try #require(try await world.search("parasite").movies.first?.posterUrl)
    let picture = try await world.catalog.picture(at: url, width: 343)
    #expect(picture.width == 500)
    #expect(picture.catalog == "tmdb")
    #expect(picture.url == url.replacing("/w342/", with: "/w500/"))
    let response = try await CurlTransport.patient().response(
      to: HTTPRequest(service: "tmdb", url: picture.url))
    #expect(response.status == 200)
    #expect(
      try await world.catalog.picture(at: "https://example.com/x.jpg", width: 9).url == "https://example.com/x.jpg")
  }

  @Test("A detail whose members are all of other kinds fails only where no movie is left of it")
  func misshapen() async throws {
    let world = try TMDBWorld()
    for how in ["swapped", "nulled", "emptied", "missing"] {
      try world.upstream.setFault("misshape", ["how": .string(how)], match: "/3/movie/")
      do {
        _ = try await world.detail("496243")
      } catch let error as MovieError {
        #expect(error.reason == .upstreamInvalidResponse)
      }
      try world.upstream.clearFaults()
    }
  }

  @Test("A cancelled detail ends its transfers")
  func cancelling() async throws {
    let world = try TMDBWorld(hasAccount: true)
    _ = try await world.logIn()
    try world.upstream.setFault("stall", ["at": "body"], match: "/3/movie/")
    let detail = Task { try await world.detail("496243", in: "ko") }
    try await world.upstream.wait(for: "/3/movie/", count: 3)
    detail.cancel()
    await #expect(throws: CancellationError.self) { try await detail.value }
    try await world.upstream.wait(for: "/3/movie/", count: 3, state: .gone)
  }

  @Test("The catalog tells what it can do, and more of it with an account")
  func info() {
    let http = CurlTransport.patient()
    let plain: [Capability] = [.search, .home, .genres, .detail, .reviews, .recommendations, .poster]
    let catalog = TMDBCatalog(http: http, key: Secret(TMDBWorld.key))
    #expect(catalog.info.capabilities == plain)
    let folder = TemporaryFolder()
    let info = TMDBCatalog(http: http, key: Secret(TMDBWorld.key), loginFolder: folder.path).info
    #expect(info.capabilities == plain + [.login, .rate, .favoritesSync])
    #expect(info.name == "tmdb")
    #expect(info.attribution == "This product uses the TMDB API but is not endorsed or certified by TMDB.")
  }
}
