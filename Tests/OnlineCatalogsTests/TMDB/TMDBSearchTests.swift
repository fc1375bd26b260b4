import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

/// Searches for years, people, ids and URLs.
@Suite(.serialized)
struct TMDBSearchTests {
  /// All movies of a search, and the totals of its batches.
  private func all(
    _ query: String, year: Int? = nil, in language: String? = nil, _ fixture: TMDBFixture
  ) async throws -> (titles: [String], totals: [Int]) {
    var movies: [Movie] = []
    var totals: [Int] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await fixture.search(query, year: year, in: language, at: position)
      movies += batch.movies
      totals.append(batch.total)
      cursor = batch.next
    }
    return (movies.map(\.title), totals)
  }

  private static let byPark = [
    "Oldboy", "The Handmaiden", "Lady Vengeance", "Sympathy for Mr. Vengeance", "Decision to Leave",
    "Joint Security Area", "No Other Choice",
  ]

  @Test(arguments: ["park chan-wook", "Park Chanwook", "PARK CHAN WOOK", "박찬욱"])
  func `the whole name of a person finds that person's films`(_ query: String) async throws {
    let (titles, totals) = try await all(query, TMDBFixture.shared.get())
    #expect(titles == Self.byPark)
    #expect(totals == [7])
  }

  @Test(arguments: ["Zendaya", "zendaya"])
  func `a name of one word finds that person's films`(_ query: String) async throws {
    #expect(try await all(query, TMDBFixture.shared.get()).titles == ["Dune", "Dune: Part Two"])
  }

  @Test(arguments: ["park chan", "bong smith", "chan wook", "박찬"])
  func `a part of a name, and a person without a film, find nothing`(_ query: String) async throws {
    #expect(try await all(query, TMDBFixture.shared.get()).titles.isEmpty)
  }

  @Test func `a name that only the service knows is enough if it is in another script`() async throws {
    #expect(try await all("스티븐 연", TMDBFixture.shared.get()).titles == ["Mickey 17", "Burning", "Minari"])
  }

  @Test func `the year narrows a person's films`() async throws {
    #expect(try await all("park chan-wook", year: 2003, TMDBFixture.shared.get()).titles == ["Oldboy"])
  }

  @Test(arguments: [
    "park chan-wook", "Johnnie To", "J. A. Bayona", "daniel day-lewis", "An Sung-ki", "봉준호", "스티븐 연", "王家衛",
    "robert de niro",
  ])
  func `a name may be a name`(_ text: String) { #expect(TMDBPersonName.mayBeName(text)) }

  @Test(arguments: [
    "parasite", "the godfather", "기생충", "부산행", "lord of the rings", "se7en", "8½", "apollo 13", "千と千尋の神隠し",
    "a b c d e", "no country for old men", "…", "",
  ])
  func `a title that cannot be a name costs no request`(_ text: String) { #expect(!TMDBPersonName.mayBeName(text)) }

  @Test func `a failure of the search for people does not fail the search`() async throws {
    let fixture = try TMDBFixture()
    try fixture.upstream.setFault("status", ["status": 500], match: "/search/person")
    #expect(try await fixture.search("park chan-wook").movies.isEmpty)
    #expect(try await fixture.search("star wars").movies.count == 1)
  }

  @Test(arguments: [
    ("parasite bong", ["Parasite"]), ("bong parasite", ["Parasite"]), ("기생충 봉준호", ["Parasite"]),
    ("봉준호 기생충", ["Parasite"]), ("oldboy park chan-wook", ["Oldboy"]), ("the matrix fishburne", ["The Matrix"]),
    ("parasite nolan", []),
  ])
  func `a title with a name finds the film of both`(_ query: String, _ titles: [String]) async throws {
    #expect(try await all(query, TMDBFixture.shared.get()).titles == titles)
  }

  @Test(arguments: ["aaa bbb ccc ddd eee", "the lord of ths rings"])
  func `a query that finds nothing makes at most ten requests`(_ query: String) async throws {
    let fixture = try TMDBFixture()
    _ = try await fixture.search("matrix")
    let rows = JSON.array((0..<10).map { (row: Int) -> JSON in ["id": .integer(1_000 + row), "title": "T"] })
    try fixture.upstream.setFault(
      "json", ["value": ["page": 1, "results": [], "total_pages": 0, "total_results": 0]], match: "/search/movie",
      times: 1)
    try fixture.upstream.setFault(
      "json", ["value": ["page": 1, "results": rows, "total_pages": 1, "total_results": 10]], match: "/search/movie")
    try fixture.upstream.setFault("json", ["value": ["id": 1, "cast": [], "crew": []]], match: "/credits")
    try fixture.upstream.clearLog()
    #expect(try await fixture.search(query, in: "ko").movies.isEmpty)
    #expect(try fixture.upstream.log().requests.count <= 10)
  }

  @Test(arguments: [
    ("parasite bong", ["parasite/bong", "bong/parasite"]), ("봉준호 기생충", ["봉준호/기생충", "기생충/봉준호"]),
    ("oldboy park chan-wook", ["oldboy park/chan-wook", "oldboy/park chan-wook", "park chan-wook/oldboy"]),
    ("the godfather", ["the/godfather"]), ("lord of the rigns", ["lord of the/rigns", "of the rigns/lord"]),
    ("apollo 13", ["13/apollo"]), ("e the zz", []), ("parasite", []), ("a b c d e f", []),
  ])
  func `a query is divided only where a part may be a name`(_ query: String, _ divisions: [String]) {
    #expect(TMDBTitleAndName.divisions(of: query).map { "\($0.title)/\($0.name)" } == divisions)
  }

  @Test func `the name of a person with a year finds the films of that year`() async throws {
    #expect(try await all("park chan-wook 2003", TMDBFixture.shared.get()).titles == ["Oldboy"])
    #expect(try await all("park chan-wook 1950", TMDBFixture.shared.get()).titles == [])
  }

  @Test func `a title in a URL is the English one, in every language of the session`() async throws {
    for query in ["https://letterboxd.com/film/parasite-2019/", "letterboxd.com/film/memories-of-murder"] {
      let found = try await TMDBFixture.shared.get().search(query, in: "ko-KR").movies
      #expect(found.map(\.title) == [query.contains("parasite") ? "기생충" : "살인의 추억"])
    }
  }

  @Test(arguments: [
    ("blade runner 2017", ["Blade Runner 2049"]), ("blade runner 2049", ["Blade Runner 2049"]),
    ("parasite 2019", ["Parasite"]), ("기생충 (2019)", ["Parasite"]), ("parasite 1950", []),
  ])
  func `a year at the end narrows the search, unless it is part of a title`(_ query: String, _ titles: [String])
    async throws
  {
    #expect(try await all(query, TMDBFixture.shared.get()).titles == titles)
  }

  @Test(arguments: [
    "tt6751668", "tmdb:496243", "omdb:tt6751668", "https://www.imdb.com/title/tt6751668/?ref_=fn",
    "https://www.themoviedb.org/movie/496243-parasite", "https://letterboxd.com/film/parasite-2019/",
    "letterboxd.com/film/parasite",
  ])
  func `an id and a URL find their film alone`(_ query: String) async throws {
    let batch = try await TMDBFixture.shared.get().search(query)
    #expect(batch.movies.map(\.id.description) == ["tmdb:496243"])
    #expect((batch.total, batch.next) == (1, nil))
  }

  @Test func `a film that is found by its IMDb id has that id, and the response is cached`() async throws {
    let folder = TemporaryFolder()
    var http = HTTPClient.Configuration.patient
    http.cacheFolder = folder.file("responses")
    let fixture = try TMDBFixture(http: HTTPClient(http))
    for _ in 1...3 { #expect(try await fixture.search("tt6751668").movies.map(\.imdbId) == ["tt6751668"]) }
    #expect(try fixture.requests("/find/tt6751668").count == 1)
  }

  @Test(arguments: ["tt0000001", "tmdb:1", "https://letterboxd.com/film/godfather/"])
  func `an id or URL without a film finds nothing`(_ query: String) async throws {
    let batch = try await TMDBFixture.shared.get().search(query)
    #expect((batch.movies.count, batch.total, batch.next) == (0, 0, nil))
  }

  @Test(arguments: [
    ("parasite", 1), ("기생충", 1), ("the godfather", 1), ("blade runner 2017", 2), ("dune 2021", 1), ("e", 1), ("8½", 1),
    // A name may be the whole query: titles and people are searched at the same time.
    ("star wars", 2), ("spirited away", 2),
    // Someone's name: the films are the third.
    ("park chan-wook", 3), ("박찬욱", 3), ("zendaya", 3),
    // A word of a title costs nothing more, also while it is typed.
    ("paras", 1), ("memories", 1), ("vengea", 1), ("xyz", 1),
    ("tt6751668", 1),
  ])
  func `a search makes one request, and more if the query may be a name`(_ query: String, _ count: Int) async throws {
    let fixture = try TMDBFixture()
    // The genres and the sizes of images are requested once.
    _ = try await fixture.search("matrix")
    try fixture.upstream.clearLog()
    _ = try await fixture.search(query)
    let log = try fixture.upstream.log()
    #expect(log.requests.count == count, "\(log.requests.map(\.path))")
    #expect(log.inFlight.peak <= 2)
  }

  @Test(arguments: [(1, 2), (2, 1), (2, 2), (1, 1), (0, 2)])
  func `the total of titles and a person's films that repeat each other is never too large, and right at the end`(
    _ titlePages: Int, _ filmPages: Int
  ) async throws {
    let fixture = try TMDBFixture()
    func answer(_ path: String, _ page: Int, of pages: Int, from start: Int) throws {
      let rows = (0..<(pages == 0 ? 0 : 20)).map { row in
        JSON.object([.init("id", .integer(start + (page - 1) * 20 + row)), .init("title", "Park Chan-wook")])
      }
      let body: JSON = [
        "page": .integer(page), "results": .array(rows), "total_pages": .integer(pages),
        "total_results": .integer(pages * 20),
      ]
      try fixture.upstream.setFault("json", ["value": body], match: "/\(path)?.*page=\(page)")
    }
    for page in 1...max(titlePages, 1) { try answer("search/movie", page, of: titlePages, from: 1_000) }
    // The last ten titles are the person's films too.
    let films = 1_000 + max(titlePages * 20 - 10, 0)
    for page in 1...filmPages { try answer("discover/movie", page, of: filmPages, from: films) }
    var ids: Set<MovieID> = []
    var batches: [MovieBatch] = []
    var cursor: Int? = 0
    while let position = cursor, batches.count < 10 {
      batches.append(try await fixture.search("park chan-wook", at: position))
      ids.formUnion(batches[batches.count - 1].movies.map(\.id))
      cursor = batches[batches.count - 1].next
    }
    #expect(ids.count == films + filmPages * 20 - 1_000)
    #expect(batches.allSatisfy { $0.total <= ids.count })
    // The pages are complete at the last batch, so that their number is the total.
    #expect(batches.map(\.totalIsExact) == batches.map { $0.next == nil || titlePages == 0 })
  }

  @Test func `a place in a search is one number`() async throws {
    let position = TMDBSearchPosition(page: 3, person: 999_999_999, minimumTotal: 20_000)
    #expect(TMDBSearchPosition(cursor: position.cursor) == position)
    let films = position.films.at(page: 500)
    #expect(TMDBSearchPosition(cursor: films.cursor) == films)
    #expect(TMDBSearchPosition(cursor: 0) == TMDBSearchPosition())
    #expect(TMDBSearchPosition(page: 7).cursor == 7)
  }
}
