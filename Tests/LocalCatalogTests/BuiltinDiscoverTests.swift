import LocalCatalog
import MovieCore
import Testing

struct BuiltinDiscoverTests {
  private static func found(_ edit: (inout DiscoverQuery) -> Void) async throws -> [Movie] {
    var query = DiscoverQuery()
    edit(&query)
    return try await BuiltinSearchTests.catalog.batch(of: .discover(query), at: 0, count: 2_000).movies
  }

  @Test func `without criteria there are all films, the most popular first`() async throws {
    let all = try await Self.found { _ in }
    #expect(all.count == BuiltinSearchTests.filmCount)
    #expect(all.first?.title == "The Shawshank Redemption")
  }

  @Test func `filters are combined`() async throws {
    let thrillers = try await Self.found {
      ($0.genres, $0.yearFrom, $0.yearTo, $0.runtimeTo) = (["thriller"], 1990, 1999, 119)
    }
    #expect(thrillers.count > 3)
    #expect(thrillers.allSatisfy { $0.genres.contains("Thriller") && (1990...1999).contains($0.year ?? 0) })
    #expect(thrillers.allSatisfy { ($0.runtimeMinutes ?? 0) < 120 })
    let korean = try await Self.found { ($0.genres, $0.excludeGenres, $0.originalLanguage) = (["드라마"], ["SF"], "ko") }
    #expect(korean.first?.title == "Parasite")
    #expect(korean.allSatisfy { $0.genres.contains("Drama") && !$0.genres.contains("Sci-Fi") })
    let none = try await Self.found { ($0.genres, $0.excludeGenres) = (["drama"], ["comedy", "drama"]) }
    #expect(none.isEmpty)
  }

  @Test func `films are found by their countries`() async throws {
    let korean = try await Self.found { $0.country = "KR" }
    #expect(korean.first?.title == "Parasite" && korean.count > 100)
    let american = try await Self.found { ($0.country, $0.originalLanguage) = ("US", "ko") }
    #expect(!american.isEmpty && american.count < 20)
    #expect(try await Self.found { $0.country = "AQ" }.isEmpty)
  }

  @Test func `a person's films come newest first`() async throws {
    let films = try await Self.found {
      ($0.person, $0.sort) = (PersonID(catalog: "builtin", native: "song-kang-ho"), .releaseDate)
    }
    #expect(films.count > 5)
    #expect(films.allSatisfy { $0.cast.contains("Song Kang-ho") })
    #expect(films.compactMap(\.year) == films.compactMap(\.year).sorted(by: >))
  }

  @Test func `sort keys have both directions`() async throws {
    for sort in [DiscoverQuery.Sort.popularity, .releaseDate, .title] {
      let down = try await Self.found { ($0.sort, $0.order) = (sort, .desc) }
      let up = try await Self.found { ($0.sort, $0.order) = (sort, .asc) }
      #expect(Set(down.map(\.id)) == Set(up.map(\.id)))
      #expect(down.first != up.first)
    }
    let titles = try await Self.found { ($0.sort, $0.order) = (.title, .asc) }.map { TextFolding.fold($0.title) }
    #expect(titles == titles.sorted())
  }

  @Test func `the same seed gives the same random order, page by page without repeats`() async throws {
    var query = DiscoverQuery()
    (query.sort, query.seed) = (.random, 7)
    var movies: [Movie] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await BuiltinSearchTests.catalog.batch(of: .discover(query), at: position, count: 97)
      movies += batch.movies
      cursor = batch.next
    }
    #expect(movies.count == BuiltinSearchTests.filmCount && Set(movies.map(\.id)).count == movies.count)
    #expect(try await Self.found { ($0.sort, $0.seed) = (.random, 7) } == movies)
    #expect(try await Self.found { ($0.sort, $0.seed) = (.random, 8) } != movies)
  }

  @Test func `what the built-in films cannot be found by is an error with its field`() async throws {
    func field(_ edit: (inout DiscoverQuery) -> Void) async throws -> String? {
      do {
        _ = try await Self.found(edit)
        return nil
      } catch let error as MovieError {
        #expect(error.reason == .invalidParams)
        return error.field
      }
    }
    #expect(try await field { $0.ratingFrom = 7 } == "ratingFrom")
    #expect(try await field { $0.votesFrom = 7 } == "votesFrom")
    #expect(try await field { $0.keyword = "heist" } == "keyword")
    #expect(try await field { $0.provider = "x" } == "provider")
    #expect(try await field { $0.sort = .rating } == "sort")
    #expect(try await field { $0.genres = ["drama", "cooking"] } == "genres")
    #expect(try await field { $0.excludeGenres = ["cooking"] } == "excludeGenres")
    #expect(try await field { $0.person = PersonID(catalog: "builtin", native: "nobody") } == "person")
    #expect(try await field { $0.genres = ["Sci-Fi", "sci fi", "SF"] } == nil)
  }
}
