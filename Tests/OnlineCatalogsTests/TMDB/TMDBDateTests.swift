import MovieCore
import Testing

@testable import OnlineCatalogs

struct TMDBDateTests {
  @Test(arguments: FilmFacts.locales + ["ko"])
  func `A movie has the same date in a list, alone and in its detail`(_ locale: String) async throws {
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
    #expect(try await fixture.detail("27205", in: "fr-FR").movie.releaseDate == "2010-07-14")
    #expect(try await fixture.detail("27205", in: "fr").movie.releaseDate == "2010-07-16")
  }
}
