import LocalCatalog
import MovieCore
import Testing

struct BuiltinCatalogTests {
  private let catalog = BuiltinSearchTests.catalog

  private func id(_ native: String) -> MovieID { MovieID(catalog: "builtin", native: native) }

  private func recommended(_ native: String, language: String? = nil) async throws -> [Movie] {
    try await catalog.batch(of: .recommendations(id(native), language: language), at: 0, count: 100).movies
  }

  @Test(arguments: [
    ("Oldboy", 2003...2003, ["tt0364569"]), ("OLDBOY!", 2002...2004, ["tt0364569"]),
    ("올드보이", 2003...2003, ["tt0364569"]),
    ("Oldboy", 1990...2002, []), ("Old", 1990...2020, []), ("", 1990...2020, []),
  ])
  func `a whole title finds the films of the years that have it in any language`(
    title: String, years: ClosedRange<Int>, found: [String]
  ) {
    #expect(catalog.movies(titled: title, years: years, language: nil)?.map(\.id.native) == found)
  }

  @Test(arguments: ["popular", "recent", "korean", "world", "animation", "classics"])
  func `a section can be paged to its end and has each film once`(name: String) async throws {
    #expect(catalog.sections.contains { $0.name == name && !$0.title.isEmpty })
    var movies: [Movie] = []
    var cursor: Int? = 0
    var total = 0
    while let position = cursor {
      let batch = try await catalog.batch(of: .section(name, language: nil), at: position, count: 20)
      #expect(!batch.movies.isEmpty)
      movies += batch.movies
      total = batch.total
      cursor = batch.next
    }
    #expect(movies.count == total)
    #expect(movies.count >= 20)
    #expect(Set(movies.map(\.id)).count == movies.count)
  }

  @Test func `sections contain what their titles say`() async throws {
    func section(_ name: String) async throws -> [Movie] {
      try await catalog.batch(of: .section(name, language: nil), at: 0, count: 2_000).movies
    }
    #expect(try await section("popular").first?.title == "The Shawshank Redemption")
    let years = try await section("recent").compactMap(\.year)
    #expect(years.allSatisfy { $0 >= 2018 })
    #expect(years == years.sorted(by: >))
    #expect(try await section("classics").allSatisfy { ($0.year ?? 9_999) < 1970 })
    #expect(try await section("animation").allSatisfy { $0.genres.contains("Animation") })
    let korean = try await section("korean")
    #expect(korean.first?.title == "Parasite")
    #expect(Set(korean.map(\.id)).isDisjoint(with: try await section("world").map(\.id)))
  }

  @Test func `an unknown section is unsupported`() async {
    let error = await #expect(throws: MovieError.self) {
      try await catalog.batch(of: .section("nowPlaying", language: nil), at: 0, count: 1)
    }
    #expect(error?.reason == .unsupportedByCatalog)
  }

  @Test(arguments: [
    ("tt0068646", ["The Godfather Part II", "The Godfather Part III"]),
    ("tt0167260", ["The Lord of the Rings: The Fellowship of the Ring", "The Lord of the Rings: The Two Towers"]),
    ("tt0133093", ["The Matrix Reloaded", "The Matrix Revolutions"]),
    ("tt0114709", ["Toy Story 2"]),
  ])
  func `recommendations begin with the most similar films`(native: String, titles: [String]) async throws {
    let first = try await recommended(native).prefix(4).map(\.title)
    #expect(Set(titles).isSubset(of: first), "\(first)")
  }

  @Test func `no film is recommended for itself, and every film has recommendations`() async throws {
    let all = try await catalog.batch(of: .section("popular", language: nil), at: 0, count: 2_000).movies
    // Every tenth film, because all pairs take long in a debug build.
    for index in stride(from: 0, to: all.count, by: 10) {
      let movie = all[index]
      let recommended = try await recommended(movie.id.native)
      #expect(!recommended.isEmpty, "\(movie.title)")
      #expect(!recommended.contains { $0.id == movie.id }, "\(movie.title)")
      #expect(recommended.count <= 40)
      #expect(Set(recommended.map(\.id)).count == recommended.count)
    }
  }

  @Test func `recommendations are the same every time`() async throws {
    let first = try await recommended("tt6751668")
    #expect(try await recommended("tt6751668") == first)
    #expect(first.first?.directors == ["Bong Joon Ho"])
  }

  @Test func `a film in Korean has its Korean title and genres`() async throws {
    for language in ["ko", "ko-KR"] {
      let movie = try await catalog.movie(id("tt0816692"), language: language)
      #expect(movie.title == "인터스텔라")
      #expect(movie.originalTitle == "Interstellar")
      #expect(movie.genres == ["모험", "드라마", "SF"])
    }
    let korean = try await catalog.movie(id("tt6751668"), language: "ko")
    #expect((korean.title, korean.originalTitle) == ("기생충", nil))
    for language in [nil, "en", "en-US", "kok", "de"] {
      let movie = try await catalog.movie(id("tt6751668"), language: language)
      #expect((movie.title, movie.originalTitle) == ("Parasite", "기생충"))
    }
  }

  @Test func `genres have the same ids in every language and include those of all films`() async throws {
    let (english, korean) = (try await catalog.genres(language: nil), try await catalog.genres(language: "ko"))
    #expect(english.map(\.id) == korean.map(\.id))
    #expect(Set(english.map(\.id)).count == english.count)
    #expect(zip(english, korean).allSatisfy { $0.name != $1.name })
    for (language, genres) in [("en", english), ("ko", korean)] {
      let movies = try await catalog.batch(of: .section("popular", language: language), at: 0, count: 2_000).movies
      #expect(Set(movies.flatMap(\.genres)).isSubset(of: genres.map(\.name)))
    }
  }

  @Test func `a detail has all data`() async throws {
    let detail = try await catalog.detail(id("tt6751668"), reviews: 3, language: nil)
    #expect(detail.movie == (try await catalog.movie(id("tt6751668"), language: nil)))
    #expect(detail.movie.imdbId == "tt6751668")
    #expect(detail.movie.link == "https://www.imdb.com/title/tt6751668/")
    #expect(detail.languages == ["Korean"])
    #expect(detail.castMembers.map(\.name) == detail.movie.cast)
    #expect(detail.crewMembers.map(\.name) == ["Bong Joon Ho"])
    #expect(detail.recommendations.count == 10)
  }

  @Test(arguments: ["tt0000000", "", "parasite", "TT6751668", "tt6751668 "])
  func `an unknown film is not found`(native: String) async throws {
    let missing = id(native)
    var reasons: [FailureReason?] = []
    reasons.append(await #expect(throws: MovieError.self) { try await catalog.movie(missing, language: nil) }?.reason)
    reasons.append(
      await #expect(throws: MovieError.self) { try await catalog.detail(missing, reviews: 0, language: nil) }?.reason)
    reasons.append(await #expect(throws: MovieError.self) { try await recommended(native) }?.reason)
    #expect(reasons == [.movieNotFound, .movieNotFound, .movieNotFound])
  }

  @Test func `the catalog has the capabilities that it declares`() {
    #expect(catalog.info.name == "builtin")
    #expect(
      Set(catalog.info.capabilities) == [.search, .home, .genres, .discover, .detail, .recommendations, .people])
  }
}
