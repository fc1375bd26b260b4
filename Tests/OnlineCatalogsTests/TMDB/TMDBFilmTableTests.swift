import MovieCore
import Testing

@testable import OnlineCatalogs

/// Dates, certifications, crew, videos and services of twenty films in six locales.
struct TMDBFilmTableTests {
  @Test
  func `the table has twenty films in six locales`() {
    #expect(FilmFacts.all.count == 20)
    #expect(FilmFacts.all.allSatisfy { $0.locals.count == FilmFacts.locales.count })
  }

  @Test(arguments: FilmFacts.all, FilmFacts.locales)
  func `a film has what its locale's country is to get`(_ film: FilmFacts, _ locale: String) throws {
    let detail = try #require(TMDBBodies.decoder(locale).detail(body: film.body))
    let country = String(locale.suffix(2))
    let local = try #require(film.locals[country])
    #expect(detail.movie.releaseDate == local.date)
    #expect(detail.movie.year == Int(local.date.prefix(4)))
    #expect(detail.certification == local.certification)
    #expect(detail.certificationCountry == local.certification.map { _ in country })
    #expect(detail.crewMembers.map { "\($0.job): \($0.name)" } == film.expectedCrew)
    #expect(detail.trailers.map(\.name) == film.expectedVideos(in: String(locale.prefix(2))))
    let kinds = film.providers[country]?.filter { $0.key != "stream" } ?? [:]
    #expect((detail.whereToWatch == nil) == kinds.isEmpty)
    guard let watch = detail.whereToWatch else { return }
    #expect(watch.country == country)
    #expect(watch.link == "https://www.themoviedb.org/watch")
    #expect(watch.attribution.contains("JustWatch"))
    for (kind, list) in [
      ("flatrate", watch.stream), ("free", watch.free), ("ads", watch.ads), ("rent", watch.rent), ("buy", watch.buy),
    ] { #expect(list.map(\.name) == kinds[kind] ?? []) }
  }

  @Test(arguments: FilmFacts.all)
  func `the releases of all countries are in order of their dates`(_ film: FilmFacts) throws {
    let releases = try #require(TMDBBodies.decoder("ko-KR").detail(body: film.body)).releases
    #expect(releases.count == film.releaseCount)
    #expect(releases.map(\.date) == releases.map(\.date).sorted())
  }

  @Test(arguments: FilmFacts.all, [nil, "ko", "en", "ja"] as [String?])
  func `without a country there is no certification, no service, and the catalog's date`(
    _ film: FilmFacts, _ language: String?
  ) throws {
    let detail = try #require(TMDBBodies.decoder(language).detail(body: film.body))
    #expect(detail.certification == nil)
    #expect(detail.certificationCountry == nil)
    #expect(detail.whereToWatch == nil)
    #expect(detail.movie.releaseDate == film.date)
    #expect(!detail.releases.isEmpty)
  }
}
