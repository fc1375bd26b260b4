import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct OMDbDetailTests {
  @Test func `a detail has all of OMDb's data`() async throws {
    let detail = try await OMDbFixture.shared.get().detail("tt0071562")
    let movie = detail.movie
    #expect(movie.title == "The Godfather Part II")
    #expect((movie.year, movie.releaseDate, movie.runtimeMinutes) == (1974, "1974-12-20", 202))
    #expect((movie.rating, movie.votes) == (8.6, 458_800))
    #expect(movie.genres == ["Drama", "Crime"])
    #expect(movie.directors == ["Francis Ford Coppola"])
    #expect(movie.cast == ["Al Pacino", "Robert De Niro", "Diane Keaton"])
    #expect(movie.overview?.hasSuffix("Francis Ford Coppola takes 202 minutes for that.") == true)
    #expect(detail.castMembers.map(\.name) == movie.cast)
    #expect(detail.crewMembers.map(\.job) == ["Director"])
    #expect((detail.languages, detail.countries) == (["English"], ["USA"]))
    #expect(detail.awards == "1 wins & 30 nominations")
    #expect(detail.externalIds == ExternalIDs(imdb: "tt0071562"))
    #expect(
      detail.ratings.map { "\($0.source) \($0.value)" } == [
        "Internet Movie Database 8.6/10", "Rotten Tomatoes 95%", "Metacritic 86/100",
      ])
    #expect(detail.companies.isEmpty && detail.homepage == nil)
    #expect(detail.attribution?.contains("CC BY-NC 4.0") == true)
  }

  @Test(arguments: [("en-US", "PG-13"), ("ko-KR", nil), ("en", nil), (nil, nil)] as [(String?, String?)])
  func `the age rating is that of the United States, and only for people there`(
    _ language: String?, _ certification: String?
  ) async throws {
    let fixture = try OMDbFixture.shared.get()
    let detail = try await fixture.catalog.detail(fixture.id("tt0071562"), reviews: 0, language: language)
    #expect(detail.certification == certification)
    #expect(detail.certificationCountry == certification.map { _ in "US" })
  }

  @Test func `unknown values are absent`() async throws {
    let fixture = try OMDbFixture.shared.get()
    let old = try await fixture.detail("tt0017136")
    #expect(old.certification == nil && old.awards == nil)
    #expect(old.ratings.map(\.value) == ["8.1/10"])
    #expect(old.crewMembers.map(\.job) == ["Director", "Screenplay", "Story"])
    let series = try await fixture.detail("tt0411008")
    #expect((series.movie.year, series.movie.overview, series.movie.rating) == (2004, nil, nil))
    #expect(series.movie.genres.isEmpty && series.ratings.isEmpty && series.languages.isEmpty)
    let up = try await fixture.detail("tt1049413")
    #expect(up.movie.posterUrl == nil)
    #expect(try await fixture.detail("tt8774798").movie.runtimeMinutes == 96)
    #expect(try await fixture.detail("tt1527793").movie.runtimeMinutes == nil)
    let m = try await fixture.detail("tt0022100").movie
    #expect((m.releaseDate, m.year) == (nil, 1931))
  }

  @Test func `receipts and the disc are those of the United States`() async throws {
    let body: JSON = [
      "Title": "X", "Type": "movie", "imdbID": "tt0071562", "BoxOffice": "$57,300,000", "DVD": "24 May 2005",
      "Response": "True",
    ]
    let catalog = OMDbCatalog(http: CannedTransport(json: body), key: Secret("0badcafe"), base: nil)
    let detail = try await catalog.detail(MovieID(catalog: "omdb", native: "tt0071562"), reviews: 0, language: nil)
    #expect(detail.revenue == 57_300_000)
    #expect(detail.releases == [Release(country: "US", kind: .physical, date: "2005-05-24")])
  }

  @Test func `entities are decoded, and IMDb's old host is replaced`() async throws {
    let movie = try await OMDbFixture.shared.get().detail("tt0034583").movie
    #expect(movie.overview?.contains("\" – from the poster") == true)
    #expect(movie.posterUrl?.hasPrefix("https://m.media-amazon.com/images/M/") == true)
    #expect(try await OMDbFixture.shared.get().detail("tt0356910").movie.title == "Mr. & Mrs. Smith")
  }

  @Test func `malformed JSON is repaired if it is complete`() async throws {
    let fixture = try OMDbFixture.shared.get()
    #expect(try await fixture.detail("tt0109830").movie.overview?.hasPrefix("A man on a bench tells") == true)
    #expect(try await fixture.detail("tt0120737").movie.overview?.contains(#"Nine \set out, that's all,"#) == true)
    #expect(await failure { try await fixture.detail("tt0137523") }?.reason == .upstreamInvalidResponse)
  }

  @Test func `a movie and its detail agree and share one request`() async throws {
    let fixture = try OMDbFixture()
    let movie = try await fixture.catalog.movie(fixture.id("tt0071562"), language: nil)
    #expect(try await fixture.detail("tt0071562").movie == movie)
    let ratings = try await fixture.catalog.ratings(imdbId: "tt0071562")
    #expect(ratings.awards == "1 wins & 30 nominations")
    #expect(ratings.ratings.count == 3)
    #expect(Set(try fixture.upstream.log().requests.map(\.target)).count == 1)
  }

  @Test(arguments: [
    "", "tt", "tt123456", "tt12345678901", "nm0000001", "tt0068646a", "tt００６８６４６", "../x", "tt 0068646",
  ])
  func `an invalid id is not requested`(native: String) async throws {
    let fixture = try OMDbFixture()
    #expect(await failure { try await fixture.detail(native) }?.reason == .movieNotFound)
    #expect(await failure { try await fixture.catalog.ratings(imdbId: native) }?.reason == .movieNotFound)
    #expect(try fixture.upstream.log().requests.isEmpty)
  }

  @Test func `an unknown id is not found`() async throws {
    let fixture = try OMDbFixture.shared.get()
    let error = await failure { try await fixture.detail("tt1111111") }
    #expect(error?.reason == .movieNotFound)
    #expect(error?.message.contains("tt1111111") == true)
  }

  private static let shapes: [JSON] = [
    .null, true, 0, -1, .number("1e308"), .number("99999999999999999999"), "", " ", "N/A", "x", "-", "–", ",", "(", [],
    [[[]]], [.null, 1, "x"], [:], ["Source": [:], "Value": 7], "99999999999999999999", "9223372036854775807 h 1 min",
    "-0,0", "99 Feb 2001", "\u{0}", "<b>", "&#0;",
  ]

  @Test func `a malformed member affects only itself`() throws {
    let title = try #require(
      try? JSON.parse(
        #"""
        {"Title":"T","Year":"1974","Rated":"R","Released":"20 Dec 1974","Runtime":"202 min","Genre":"G","Director":"D",
        "Writer":"W","Actors":"A","Plot":"P","Language":"L","Country":"C","Awards":"A","Poster":"https://h/p.jpg",
        "Ratings":[{"Source":"S","Value":"V"}],"Metascore":"9","imdbRating":"8.6","imdbVotes":"1,0","imdbID":"tt0071562",
        "Type":"movie","Production":"P","Website":"https://h/"}
        """#))
    guard case .object(let members) = title else { return }
    let whole = OMDbTitle(title, id: "tt0071562").detail(country: "US")
    for index in members.indices {
      for shape in Self.shapes {
        var changed = members
        changed[index].value = shape
        let detail = OMDbTitle(.object(changed), id: "tt0071562").detail(country: "US")
        if members[index].name != "Title" { #expect(detail.movie.title == "T") }
        if members[index].name != "imdbVotes" { #expect(detail.movie.votes == whole.movie.votes) }
        if !["Ratings", "imdbRating", "Metascore"].contains(members[index].name) { #expect(detail.ratings.count == 1) }
        #expect((0...10).contains(detail.movie.rating ?? 0))
        _ = OMDbTitle(row: .object(changed))
      }
    }
    for shape in Self.shapes { #expect(OMDbTitle(row: shape) == nil) }
  }
}
