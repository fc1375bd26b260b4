import Concurrency
import MovieCore
import Testing

@testable import MovieCore

struct FilmMatcherTests {
  /// A catalog of some films, which may be a service that fails.
  private struct Films: Catalog {
    let info: CatalogInfo
    var movies: [Movie]
    var isLocal = true
    var isDown = false

    init(_ name: String, _ movies: [Movie]) {
      info = CatalogInfo(name: name, title: name, capabilities: [.search])
      self.movies = movies
    }

    func localID(of film: IMDbID) -> MovieID? { isLocal ? movies.first { $0.film == film }?.id : nil }

    func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
      if isDown { throw MovieError(.upstreamUnreachable, "down") }
      guard case .search(let query) = listing else { throw MovieError.unsupported("lists", by: info.name) }
      let found = movies.filter {
        TextFolding.fold($0.title).contains(TextFolding.fold(query.text))
          && (query.year == nil || $0.year == query.year)
      }
      return MovieBatch(movies: found, total: found.count, next: nil)
    }

    func movie(_ id: MovieID, language: String?) async throws -> Movie {
      if isDown { throw MovieError(.upstreamUnreachable, "down") }
      guard let movie = movies.first(where: { $0.id == id }) else { throw MovieError.movieNotFound(id) }
      return movie
    }

    func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
      MovieDetail(movie: try await movie(id, language: language))
    }
  }

  private static func movie(_ id: String, _ title: String, _ year: Int?) -> Movie {
    var movie = Movie(id: MovieID(id)!, title: title)
    movie.year = year
    return movie
  }

  private static let imdb = Films(
    "imdb",
    [
      movie("imdb:tt0000001", "Ran", 1985), movie("imdb:tt0000002", "Ran Away", 1985),
      movie("imdb:tt0000003", "Home", 2009), movie("imdb:tt0000004", "Home", 2009),
      movie("imdb:tt0000005", "Twins", 1999), movie("imdb:tt0000006", "Twins", 2001),
      movie("imdb:tt0000007", "Near", 2000), movie("imdb:tt0000008", "Only One", nil),
    ])

  private func match(_ catalogs: [Films], _ row: (inout LibraryRow) -> Void) async throws -> FilmMatcher.Match {
    let limit = TimeLimit(.seconds(1), clock: ContinuousClock())
    let matcher = FilmMatcher(try Catalogs(catalogs), language: nil, limit)
    var line = LibraryRow(file: "a.csv", line: 2)
    row(&line)
    return try await matcher.match([line.content().film]) { _ in }[0]
  }

  private func text(_ match: FilmMatcher.Match) -> String {
    switch match {
    case .film(let movie): "\(movie.id) \(movie.title)"
    case .none(let reason, let candidates):
      ([reason.rawValue] + candidates.map(\.id.description)).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("Ran", "1985", "imdb:tt0000001 Ran"), ("ran!", "1985", "imdb:tt0000001 Ran"),
    ("Near", "1999", "imdb:tt0000007 Near"), ("Near", "2002", "noFilm imdb:tt0000007"),
    ("Home", "2009", "severalFilms imdb:tt0000003 imdb:tt0000004"),
    ("Home", "2010", "severalFilms imdb:tt0000003 imdb:tt0000004"),
    ("Twins", "2000", "severalFilms imdb:tt0000005 imdb:tt0000006"), ("Twins", "2001", "imdb:tt0000006 Twins"),
    ("Only One", "", "noFilm imdb:tt0000008"), ("Home", "", "severalFilms imdb:tt0000003 imdb:tt0000004"),
    ("Nothing", "1985", "noFilm"),
  ])
  func `a title and a year find one film, or none`(title: String, year: String, result: String) async throws {
    let match = try await match([Self.imdb]) {
      $0[.title] = title
      $0[.year] = year
    }
    #expect(text(match) == result)
  }

  @Test func `an id comes before the title, and an IMDb id needs no catalog`() async throws {
    let known = try await match([Self.imdb]) {
      $0[.title] = "Wrong"
      $0[.imdbId] = "tt0000001"
    }
    #expect(text(known) == "imdb:tt0000001 Ran")
    let unknown = try await match([Self.imdb]) {
      $0[.title] = "Far"
      $0[.year] = "1985"
      $0[.imdbId] = "tt0000099"
    }
    #expect(text(unknown) == "imdb:tt0000099 Far")
    let nameless = try await match([Self.imdb]) { $0[.imdbId] = "tt0000099" }
    #expect(text(nameless) == "noFilm")
  }

  @Test func `an id of TMDB is asked, and without TMDB the title decides`() async throws {
    var tmdb = Films("tmdb", [Self.movie("tmdb:670", "Ran (new)", 1990), Self.movie("tmdb:671", "Ran", 1985)])
    tmdb.isLocal = false
    func row(_ row: inout LibraryRow) {
      row[.title] = "Ran"
      row[.year] = "1985"
      row[.tmdbId] = "670"
    }
    #expect(text(try await match([Self.imdb, tmdb], row)) == "tmdb:670 Ran (new)")
    #expect(text(try await match([Self.imdb], row)) == "imdb:tt0000001 Ran")
    tmdb.isDown = true
    #expect(text(try await match([Self.imdb, tmdb], row)) == "imdb:tt0000001 Ran")
    let builtin = Films("builtin", [Self.movie("builtin:tt0000009", "Ran", 1985)])
    #expect(text(try await match([tmdb, builtin], row)) == "builtin:tt0000009 Ran")
  }

  @Test func `rows of one film are one record, and what is not found is left with its reason`() throws {
    func row(_ line: Int, _ cells: KeyValuePairs<LibraryColumn, String>) -> LibraryRow {
      var row = LibraryRow(file: "a.csv", line: line)
      for (column, text) in cells { row[column] = text }
      return row
    }
    var series = row(5, [.title: "Series"])
    series.isFilm = false
    var twin = row(6, [.title: "Twin", .year: "2001"])
    twin.isAmbiguous = true
    let plan = ImportPlan([
      row(2, [.title: "Ran", .year: "1985", .viewing: "new", .date: "2024-03-01", .starredAt: "unknown"]),
      row(3, [.title: "Ran", .year: "1985", .rating: "9"]), row(4, [.title: "Ran", .rating: "11"]), series, twin,
      row(7, [.imdbId: "tt0000001", .tags: "a, b"]), row(8, [.title: "Lost"]),
    ])
    let ran = Self.movie("imdb:tt0000001", "Ran", 1985)
    let twins = Self.movie("imdb:tt0000006", "Twin", 2001)
    #expect(plan.films.count == 4)
    let (entries, unmatched) = plan.entries(
      [.film(ran), .film(twins), .film(ran), .none(.noFilm, candidates: [])], now: 1_000)
    #expect(entries.map(\.movie) == [ran])
    #expect(entries[0].ratingTenths == 90)
    #expect(entries[0].starredAt == 1_000)
    #expect(entries[0].tags == ["a", "b"])
    #expect(entries[0].viewings.map(\.date) == ["2024-03-01"])
    #expect(unmatched.map(\.row.line) == [4, 5, 6, 8])
    #expect(unmatched.map(\.reason) == [.malformed, .noFilm, .severalFilms, .noFilm])
  }
}
