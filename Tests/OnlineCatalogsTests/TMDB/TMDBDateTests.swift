import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBDateTests {
  @Test(arguments: FilmFacts.locales + ["ko"])
  func `a movie has the same date in a list, alone and in its detail`(_ locale: String) async throws {
    let fixture = try TMDBFixture.shared.get()
    for (native, title) in [
      ("496243", "Parasite"), ("27205", "Inception"), ("670", "Oldboy"), ("832", "Eine Stadt sucht einen"),
    ] {
      let detail = try await fixture.detail(native, in: locale).movie
      let movie = try await fixture.catalog.movie(fixture.id(native), language: locale)
      #expect(movie == detail)
      let row = try #require(try await fixture.search(title, in: locale).movies.first { $0.id == detail.id })
      #expect(row.releaseDate == detail.releaseDate, "\(title)")
      #expect(row.year == detail.year, "\(title)")
      #expect((row.releaseDate == nil) == (native == "832"))
    }
    #expect(try await fixture.detail("27205", in: "ko-KR").movie.releaseDate == "2010-07-21")
    #expect(try await fixture.detail("27205", in: "ko-u-rg-frzzzz").movie.releaseDate == "2010-07-14")
    #expect(try await fixture.detail("27205", in: "fr-FR").movie.releaseDate == "2010-07-14")
    #expect(try await fixture.detail("27205", in: "fr").movie.releaseDate == "2010-07-16")
  }

  @Test func `a date of the country is the same in lists that take no region, once it is known`() async throws {
    let fixture = try TMDBFixture()
    let inception = fixture.id("27205")
    func day(_ movies: [Movie]) -> String? { movies.first { $0.id == inception }?.releaseDate }
    var query = DiscoverQuery()
    let people = try await fixture.catalog.people("christopher nolan", limit: 1, language: nil)
    let nolan = try #require(people.people.first).id
    query.person = nolan
    query.language = "ko-KR"
    let found = try await fixture.catalog.batch(of: .discover(query), at: 0, count: 20).movies
    #expect(day(found) == "2010-07-21")
    #expect(day(try await fixture.search("christopher nolan", in: "ko-KR").movies) == "2010-07-21")
    let person = try await fixture.catalog.person(nolan, language: "ko-KR")
    #expect(day(person.crew.map(\.movie)) == "2010-07-21")
    #expect(day(try await fixture.search("tt1375666", in: "ko-KR").movies) == "2010-07-21")
    #expect(day(try await fixture.search("tt1375666", in: "fr-FR").movies) == "2010-07-14")
  }
}
