import JSON
import LibraryStore
import MovieCore
import TestSupport
import Testing

@testable import JSONRPC
@testable import MovieAPI

/// The results of methods, byte for byte, over a catalog of two movies.
@Suite(.timeLimit(.minutes(20)))
struct ServiceTests {
  private struct TwoFilms: Catalog {
    let info = CatalogInfo(name: "x", title: "Two films", capabilities: [.search, .detail], attribution: "By X.")
    let sections = [HomeSection(name: "all", title: "All"), HomeSection(name: "broken", title: "Broken")]

    static let first: Movie = {
      var movie = Movie(id: MovieID(catalog: "x", native: "1"), title: "One")
      movie.year = 2001
      movie.rating = 7
      return movie
    }()
    static let second = Movie(id: MovieID(catalog: "x", native: "2"), title: "Two")

    func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
      if case .section("broken", _) = listing { throw MovieError(.upstreamTimeout, "Slow.", catalog: "x") }
      var batch = MovieBatch(movies: [Self.first, Self.second], total: 2, next: nil)
      if case .search(let query) = listing, query.text == "vague" {
        batch.totalIsExact = false
        batch.isStale = true
      }
      return batch
    }

    func genres(language: String?) async throws -> [Genre] { [Genre(id: "1", name: "Drama \(language ?? "-")")] }

    func movie(_ id: MovieID, language: String?) async throws -> Movie { Self.first }

    func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
      var detail = MovieDetail(movie: Self.first)
      guard id.native == "1" else { return detail }
      detail.tagline = "T"
      detail.languages = ["Korean"]
      detail.castMembers = [.init(name: "A", character: "B"), .init(name: "C")]
      detail.crewMembers = [.init(name: "D", job: "Director")]
      detail.recommendations = [Self.second]
      detail.myRating = 7.5
      return detail
    }
  }

  private let folder = TemporaryFolder()
  private let service: MovieService
  private let followed = Observed<[Int]>([])

  init() throws {
    let store = LibraryStore(directory: folder.path)
    let session = ClientSession(
      catalogs: try Catalogs([TwoFilms()], default: "x"), favorites: store,
      timeLimit: TimeLimit(clock: ContinuousClock())
    ) { _ in true }
    service = MovieService(
      session: session, methods: .movies, notifier: Notifier(.movies),
      server: .init(name: "test", version: "0", followProcess: { [followed] id in followed.change { $0.append(id) } }))
  }

  /// The method's result as text, or the reason of its error with the invalid field.
  private func call(_ method: String, _ params: String = "{}") async throws -> String {
    let params = try #require(Params(JSON.parse(params)))
    do {
      let request = Request(id: RequestID(.integer(1)), method: method, params: params)
      return try await service.answer(request).jsonText
    } catch let error as RPCError {
      let field = error.details.first { $0.name == "field" }?.value.string
      return [error.reason, field].compactMap(\.self).joined(separator: " ")
    }
  }

  private let one =
    #"{"id":"x:1","title":"One","year":2001,"genres":[],"directors":[],"cast":[],"rating":7,"isFavorite":"#
  private let two = #"{"id":"x:2","title":"Two","genres":[],"directors":[],"cast":[],"isFavorite":"#

  private func close() { (service.session.favorites as? LibraryStore)?.close(milliseconds: 5_000) }

  @Test func `a page has isFavorite in its movies`() async throws {
    defer { close() }
    let star = try JSON.parse(await call("star", #"{"id":"x:1"}"#))
    let marked = #"true,"mark":{"starredAt":\#(star["starredAt"]?.jsonText ?? "")}"#
    #expect(
      try await call("search", #"{"query":" q ","limit":1}"#)
        == #"{"list":"search","query":"q","page":1,"offset":0,"total":2,"hasMore":true,"items":[\#(one)\#(marked)}]}"#)
    #expect(
      try await call("nextPage")
        == #"{"list":"search","query":"q","page":2,"offset":1,"total":2,"hasMore":false,"items":[\#(two)false}]}"#)
    #expect(
      try await call("search", #"{"query":"vague","list":"l"}"#) == """
        {"list":"l","query":"vague","page":1,"offset":0,"total":2,"totalIsExact":false,"hasMore":false,\
        "items":[\(one)\(marked)},\(two)false}],"stale":true}
        """)
  }

  @Test func `home contains the error of a section that failed`() async throws {
    defer { close() }
    #expect(
      try await call("home") == """
        {"sections":[{"section":"all","title":"All","list":"home:all","page":1,"offset":0,"total":2,"hasMore":false,\
        "items":[\(one)false},\(two)false}]},{"section":"broken","title":"Broken","error":{"code":1007,\
        "message":"Slow.","data":{"reason":"upstreamTimeout","retryable":true,"catalog":"x"}}}]}
        """)
  }

  @Test func `detail omits absent members`() async throws {
    defer { close() }
    let star = try JSON.parse(await call("star", #"{"movie":{"id":"x:2","title":"Two"}}"#))
    let marked = #"true,"mark":{"starredAt":\#(star["starredAt"]?.jsonText ?? "")}"#
    #expect(
      try await call("detail", #"{"id":"x:1"}"#) == """
        \(one)false,"tagline":"T","languages":["Korean"],"countries":[],"originCountries":[],\
        "companies":[],"castMembers":[{"name":"A","character":"B"},{"name":"C"}],"crewMembers":[{"name":"D","job":"Director"}],\
        "ratings":[],"trailers":[],"releases":[],"keywords":[],"externalIds":{},"reviews":{"total":0,"items":[]},"myRating":7.5,\
        "recommendations":{"items":[\(two)\(marked)}]}}
        """)
    #expect(
      try await call("detail", #"{"id":"x:9"}"#) == """
        \(one)false,"languages":[],"countries":[],"originCountries":[],"companies":[],"castMembers":[],\
        "crewMembers":[],"ratings":[],"trailers":[],"releases":[],"keywords":[],"externalIds":{},"reviews":{"total":0,"items":[]},"recommendations":{"items":[]}}
        """)
  }

  @Test func `star, favorites, refreshFavorites and unstar return the state of the favorites`() async throws {
    defer { close() }
    let star = try JSON.parse(await call("star", #"{"id":"x:1"}"#))
    #expect(star["id"] == "x:1" && star["isFavorite"] == true && star["changed"] == true && star["revision"] == 1)
    let at = try #require(star["starredAt"]?.string)
    let page = try JSON.parse(await call("favorites"))
    let epoch = try #require(page["epoch"]?.string)
    #expect(
      page.jsonText == """
        {"epoch":"\(epoch)","revision":1,"total":1,"items":[\(one)true,"mark":{"starredAt":"\(at)"},"starredAt":"\(at)"}]}
        """)
    #expect(
      try await call("favorites", #"{"since":0}"#) == """
        {"epoch":"\(epoch)","revision":1,"total":1,"added":[\(one)true,"mark":{"starredAt":"\(at)"},"starredAt":"\(at)"}],"removed":[],"fresh":false}
        """)
    #expect(try await call("refreshFavorites") == #"{"refreshed":1,"failed":[],"revision":1}"#)
    #expect(
      try await call("unstar", #"{"id":"x:1"}"#)
        == #"{"id":"x:1","isFavorite":false,"changed":true,"revision":2,"starredAt":"\#(at)"}"#)
  }

  @Test func `genres are in the requested language`() async throws {
    defer { close() }
    #expect(try await call("genres") == #"{"genres":[{"id":"1","name":"Drama -"}]}"#)
    #expect(try await call("genres", #"{"language":"ko_KR"}"#) == #"{"genres":[{"id":"1","name":"Drama ko-KR"}]}"#)
  }

  @Test func `initialize describes the server, once`() async throws {
    defer { close() }
    let hello = try await JSON.parse(
      call("initialize", #"{"processId":42,"locale":"ko_KR.UTF-8","debounceMs":5,"loadingDelayMs":6}"#))
    let epoch = try #require(hello["favorites"]?["epoch"]?.string)
    #expect(
      hello.jsonText == """
        {"protocolVersion":"1.0","serverInfo":{"name":"test","version":"0"},"capabilities":{},"catalog":"x",\
        "catalogs":[{"name":"x","title":"Two films","capabilities":["search","detail"],"attribution":"By X."}],\
        "notifications":["loading","favoritesChanged","libraryChanged","sessionChanged","syncChanged","resync"],\
        "favorites":{"epoch":"\(epoch)","revision":0,"total":0},"library":{"epoch":"\(epoch)","revision":0,"total":0}}
        """)
    #expect(followed.value == [42])
    let settings = service.session.currentSettings
    #expect(settings.language == "ko-KR")
    #expect((settings.debounce, settings.loadingDelay) == (.milliseconds(5), .milliseconds(6)))
    #expect(try await call("initialize") == "invalidRequest")
  }

  @Test(arguments: [
    (#"["favoritesChanged","loading"]"#, ["loading", "favoritesChanged"]),
    (#"["favouritesChanged","resync"]"#, ["resync"]),
    ("[]", []),
  ])
  func `initialize returns the selected notifications that exist`(selected: String, active: [String]) async throws {
    defer { close() }
    let hello = try await JSON.parse(call("initialize", #"{"notifications":\#(selected)}"#))
    #expect(hello["notifications"]?.array?.map(\.string) == active)
  }

  @Test func `an invalid initialize sets nothing and can be repeated`() async throws {
    defer { close() }
    let cases = [
      (#"{"protocolVersion":"2.0","locale":"ko"}"#, "protocolVersionUnsupported"),
      (#"{"catalog":"none","locale":"ko"}"#, "catalogUnknown"),
      (#"{"clientInfo":"me","locale":"ko"}"#, "invalidParams clientInfo"),
      (#"{"clientInfo":{"name":1}}"#, "invalidParams clientInfo.name"),
      (#"{"clientInfo":{"name":null,"version":[]}}"#, "invalidParams clientInfo.version"),
      (#"{"processId":0,"locale":"ko"}"#, "invalidParams processId"),
      (#"{"notifications":"loading","locale":"ko"}"#, "invalidParams notifications"),
    ]
    for (params, failure) in cases { #expect(try await call("initialize", params) == failure) }
    #expect(service.session.currentSettings.language == nil)
    #expect(try await call("initialize", #"{"protocolVersion":"1.7","clientInfo":{}}"#).hasPrefix("{"))
  }

  @Test(arguments: [
    ("search", #"{}"#, "invalidParams query"),
    ("search", #"{"query":"q","limit":0}"#, "invalidParams limit"),
    ("search", #"{"query":"q","limit":101}"#, "invalidParams limit"),
    ("search", #"{"query":"q","year":1}"#, "invalidParams year"),
    ("search", #"{"query":"q","catalog":"none"}"#, "catalogUnknown"),
    ("search", #"["q"]"#, "invalidParams"),
    ("nextPage", #"["search"]"#, "invalidParams"),
    ("refreshFavorites", #"[1]"#, "invalidParams"),
    ("nextPage", #"{"list":""}"#, "invalidParams list"),
    ("star", #"{}"#, "invalidParams id"),
    ("star", #"{"id":"1"}"#, "invalidParams id"),
    ("star", #"{"movie":{"id":"x:1"}}"#, "invalidParams movie.title"),
    ("star", #"{"movie":[]}"#, "invalidParams movie"),
    ("star", #"{"id":"none:1"}"#, "catalogUnknown"),
    ("unstar", #"{}"#, "invalidParams id"),
    ("favorites", #"{"sort":"size"}"#, "invalidParams sort"),
    ("favorites", #"{"limit":1001}"#, "invalidParams limit"),
    ("favorites", #"{"offset":-1}"#, "invalidParams offset"),
    ("favorites", #"{"since":-1}"#, "invalidParams since"),
    ("detail", #"{"id":"x:1","reviews":21}"#, "invalidParams reviews"),
    ("detail", #"{"id":"none:1"}"#, "catalogUnknown"),
    ("home", #"{"sections":[1]}"#, "invalidParams sections"),
    ("reviews", #"{"id":"x:1"}"#, "unsupportedByCatalog"),
    ("rate", #"{}"#, "invalidParams id"),
    ("poster", #"{"id":"none:1"}"#, "catalogUnknown"),
    ("login", #"{}"#, "unsupportedByCatalog"),
    ("nothing", #"{}"#, "methodNotFound"),
    ("Search", #"{"query":"q"}"#, "methodNotFound"),
  ])
  func `an error names the reason and the field`(method: String, params: String, failure: String) async throws {
    defer { close() }
    #expect(try await call(method, params) == failure)
  }
}
