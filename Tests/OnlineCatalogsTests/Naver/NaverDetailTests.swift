import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct NaverDetailTests {
  @Test func `a movie that a search has found has a detail without another request`() async throws {
    let fixture = try NaverFixture()
    let movie = try #require(try await fixture.search("기생충").movies.first)
    try fixture.upstream.clearLog()
    #expect(try await fixture.catalog.movie(movie.id, language: nil) == movie)
    let detail = try await fixture.detail(movie.id)
    #expect(detail.movie == movie)
    #expect(detail.castMembers.map(\.name) == movie.cast)
    #expect(detail.crewMembers.map { "\($0.name), \($0.job)" } == ["봉준호, Director"])
    #expect(try fixture.upstream.log().requests.isEmpty)
  }

  @Test func `a movie that no search has found has no detail, and the error says why`() async throws {
    let fixture = try NaverFixture.shared.get()
    let error = await failure { try await fixture.detail(fixture.id("1")) }
    #expect(error?.reason == .unsupportedByCatalog)
    #expect(error?.message.contains("Search") == true)
  }

  @Test func `an image keeps its URL and width`() async throws {
    let picture = try await NaverFixture.shared.get().catalog.picture(at: "https://h/p.jpg", width: 342)
    #expect((picture.url, picture.width, picture.catalog) == ("https://h/p.jpg", 110, "naver"))
  }

  private static let shapes: [JSON] = [
    .null, true, 0, -1, .number("1e308"), "", " ", "|", "||", "<b></b>", "&amp;#0;", "99999999999999999999", [], [[[]]],
    [.null, "x"], [:], ["a": "b"], "?code=", "https://h/?code=&code=1", "https://h/?code=1/../2",
    "https://h/?xcode=1#?code=2", "javascript:alert(1)", "-1", "NaN", "infinity",
  ]

  @Test func `a malformed member affects only itself`() throws {
    let members: [JSON.Member] = [
      "title", "subtitle", "pubDate", "director", "actor", "userRating", "image", "link",
    ].map {
      switch $0 {
      case "link": JSON.Member($0, "https://movie.naver.com/movie/bi/mi/basic.nhn?code=7")
      case "image": JSON.Member($0, "https://h/p.jpg")
      case "pubDate", "userRating": JSON.Member($0, $0 == "pubDate" ? "2017" : "7.11")
      default: JSON.Member($0, .string("<b>\($0)</b>|"))
      }
    }
    for index in members.indices {
      for shape in Self.shapes {
        var changed = members
        changed[index].value = shape
        let movie = try #require(NaverRow(.object(changed)).movie)
        let name = members[index].name
        if name != "title" { #expect(movie.title == "title|") }
        if name != "actor" { #expect(movie.cast == ["actor"]) }
        if name != "link" { #expect(movie.id.native == "7") }
        #expect(MovieID(movie.id.description) == movie.id)
        #expect(!movie.title.isEmpty && (0...10).contains(movie.rating ?? 0))
        #expect((movie.link ?? "http").hasPrefix("http"))
      }
    }
    #expect(NaverRow(["title": "A"]).movie?.id == NaverRow(["title": "A"]).movie?.id)
    #expect(NaverRow(["title": "A"]).movie?.id != NaverRow(["title": "B"]).movie?.id)
  }

  @Test func `a row without a title is not a movie`() {
    #expect(NaverRow([:]).movie == nil)
    #expect(NaverRow(["title": 7, "link": "https://h/?code=7"]).movie == nil)
    #expect(NaverRow(["subtitle": "A"]).movie?.title == "A")
  }
}
