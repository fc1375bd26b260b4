import CatalogImage
import MovieCore
import TestSupport
import Testing

@testable import LocalCatalog

struct ImportedCatalogTests {
  /// A catalog of three films of Korea and the rest of the world.
  static let films: RandomTables = {
    var tables = RandomTables()
    tables.people = [
      (1, "Bong Joon Ho"), (2, "Song Kang-ho"), (3, "Steven Spielberg"), (94_435, "Roy Scheider"), (5, "Jaws Fan"),
    ]
    var parasite = RandomTables.Film(id: 6_751_668)
    (parasite.year, parasite.runtime, parasite.rating, parasite.votes) = (2019, 132, 85, 900_000)
    (parasite.title, parasite.originalTitle, parasite.koreanTitle) = ("Parasite", "Gisaengchung", "기생충")
    parasite.genres = ["Drama", "Thriller"]
    parasite.otherTitles = ["Parasita"]
    parasite.credits = [
      .init(kind: .cast, person: 1, order: 3, characters: "Ki Taek"), .init(kind: .director, person: 0, order: 1),
      .init(kind: .writer, person: 0, order: 2), .init(kind: .director, person: 0, order: 9),
    ]
    var jaws = RandomTables.Film(id: 73_195)
    (jaws.year, jaws.runtime, jaws.rating, jaws.votes) = (1975, 124, 81, 650_000)
    (jaws.title, jaws.originalTitle, jaws.koreanTitle) = ("Jaws", "Jaws", "죠스")
    jaws.genres = ["Adventure", "Drama", "Thriller"]
    jaws.credits = [
      .init(kind: .director, person: 2, order: 1), .init(kind: .cast, person: 3, order: 2, characters: "Brody"),
    ]
    var unknown = RandomTables.Film(id: 1_234_567_890)
    (unknown.title, unknown.originalTitle, unknown.year) = ("Jaws of Nobody", "Jaws of Nobody", 2021)
    tables.films = [unknown, jaws, parasite]
    return tables
  }()

  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/data/imdb.catalog" }

  private func catalog() throws -> LocalCatalog {
    try Self.films.write(to: path)
    return LocalCatalog.imdb(path: path)
  }

  private func found(_ text: String, in catalog: LocalCatalog, language: String? = nil) async throws -> [Movie] {
    try await catalog.batch(of: .search(SearchQuery(text: text, language: language)), at: 0, count: 20).movies
  }

  @Test func `a film has all that the files tell`() async throws {
    let movie = try await catalog().movie(MovieID(catalog: "imdb", native: "tt6751668"), language: nil)
    #expect(movie.title == "Parasite" && movie.originalTitle == "Gisaengchung")
    #expect(movie.year == 2019 && movie.runtimeMinutes == 132 && movie.rating == 8.5 && movie.votes == 900_000)
    #expect(movie.genres == ["Drama", "Thriller"])
    #expect(movie.directors == ["Bong Joon Ho"] && movie.cast == ["Song Kang-ho"])
    #expect(movie.link == "https://www.imdb.com/title/tt6751668/" && movie.imdbId == "tt6751668")
  }

  @Test func `Korean users see the Korean title and genres`() async throws {
    let movie = try await catalog().movie(MovieID(catalog: "imdb", native: "tt6751668"), language: "ko-KR")
    #expect(movie.title == "기생충" && movie.originalTitle == "Gisaengchung" && movie.genres == ["드라마", "스릴러"])
  }

  @Test func `a detail has the people with their parts and jobs, and the notice that IMDb requires`() async throws {
    let detail = try await catalog().detail(MovieID(catalog: "imdb", native: "tt6751668"), reviews: 3, language: nil)
    #expect(detail.castMembers.map(\.character) == ["Ki Taek"])
    #expect(detail.castMembers.map { $0.personId?.description } == ["imdb:nm0000002"])
    #expect(detail.crewMembers.map(\.job) == ["Director", "Writer"])
    #expect(detail.crewMembers.map(\.department) == ["Directing", "Writing"])
    #expect(detail.attribution == "Information courtesy of IMDb (https://www.imdb.com). Used with permission.")
    #expect(detail.recommendations.map(\.title) == ["Jaws"])
  }

  @Test(arguments: [
    ("parasite", "Parasite"), ("gisaengchung", "Parasite"), ("parasita", "Parasite"), ("기생충", "Parasite"),
    ("ㄱㅅㅊ", "Parasite"), ("parasyte", "Parasite"), ("song kangho", "Parasite"), ("jaws 1975", "Jaws"),
    ("tt0073195", "Jaws"), ("imdb:tt0073195", "Jaws"), ("https://www.imdb.com/title/tt0073195/", "Jaws"),
    ("https://letterboxd.com/film/jaws/", "Jaws"), ("jaws of no", "Jaws of Nobody"),
    ("tt1234567890", "Jaws of Nobody"),
  ])
  func `a search finds a film by its titles, people, year and ids`(query: String, title: String) async throws {
    #expect(try await found(query, in: catalog()).first?.title == title)
  }

  @Test func `an unknown id finds nothing, and is no movie and no person`() async throws {
    let catalog = try catalog()
    #expect(try await found("tt0000001", in: catalog).isEmpty)
    for native in ["tt0000001", "tt73195", "0073195", "nm0094435", "x"] {
      await #expect(throws: MovieError.self) {
        _ = try await catalog.movie(MovieID(catalog: "imdb", native: native), language: nil)
      }
    }
    for native in ["nm0000009", "tt0094435", "94435", "nm94435"] {
      await #expect(throws: MovieError.self) {
        _ = try await catalog.person(PersonID(catalog: "imdb", native: native), language: nil)
      }
    }
    #expect(catalog.localID(of: try #require(IMDbID("tt0073195")))?.description == "imdb:tt0073195")
    #expect(catalog.localID(of: try #require(IMDbID("tt0073196"))) == nil)
  }

  @Test func `people are found with their films, and told with their credits`() async throws {
    let catalog = try catalog()
    let people = try await catalog.people("bong", limit: 5, language: "ko").people
    #expect(people.map(\.id.description) == ["imdb:nm0000001"])
    #expect(people.first?.knownFor == ["기생충"] && people.first?.department == "Directing")
    let person = try await catalog.person(PersonID(catalog: "imdb", native: "nm0094435"), language: nil)
    #expect(person.name == "Roy Scheider" && person.imdbId == "nm0094435" && person.department == "Acting")
    #expect(person.cast.map(\.character) == ["Brody"] && person.cast.map(\.movie.title) == ["Jaws"])
    let director = try await catalog.person(PersonID(catalog: "imdb", native: "nm0000001"), language: nil)
    #expect(director.crew.map(\.job) == ["Director", "Writer"])
  }

  @Test func `two directors of one name are named once in lists`() async throws {
    var tables = Self.films
    tables.people.append((77, "Steven Spielberg"))
    tables.films[1].credits.append(.init(kind: .director, person: tables.people.count - 1, order: 3))
    try tables.write(to: path)
    let catalog = LocalCatalog.imdb(path: path)
    let detail = try await catalog.detail(MovieID(catalog: "imdb", native: "tt0073195"), reviews: 0, language: nil)
    #expect(detail.movie.directors == ["Steven Spielberg"])
    #expect(detail.crewMembers.map(\.name) == ["Steven Spielberg", "Steven Spielberg"])
  }

  @Test(arguments: [
    ("popular", ["Parasite", "Jaws", "Jaws of Nobody"]), ("topRated", ["Parasite", "Jaws"]), ("recent", ["Parasite"]),
    ("korean", ["Parasite"]), ("world", []), ("animation", []), ("documentaries", []), ("classics", []),
  ])
  func `home has its sections`(section: String, titles: [String]) async throws {
    let catalog = try catalog()
    #expect(catalog.sections.contains { $0.name == section && $0.translations["ko"] != nil })
    let batch = try await catalog.batch(of: .section(section, language: nil), at: 0, count: 9)
    #expect(batch.movies.map(\.title) == titles)
  }

  @Test func `genres are those of the films`() async throws {
    let catalog = try catalog()
    let genres = try await catalog.genres(language: nil)
    #expect(genres.map(\.id) == ["adventure", "drama", "thriller"] && genres.map(\.count) == [1, 2, 2])
    #expect(try await catalog.genres(language: "ko").map(\.name) == ["모험", "드라마", "스릴러"])
  }

  @Test func `a filter that the files have no data for is refused with its field`() async throws {
    let catalog = try catalog()
    var queries: [(String, DiscoverQuery)] = []
    func add(_ field: String, _ edit: (inout DiscoverQuery) -> Void) {
      var query = DiscoverQuery()
      edit(&query)
      queries.append((field, query))
    }
    add("originalLanguage") { $0.originalLanguage = "ko" }
    add("country") { $0.country = "KR" }
    add("keyword") { $0.keyword = "shark" }
    add("provider") { $0.provider = "x" }
    add("genres") { $0.genres = ["nothing"] }
    add("person") { $0.person = PersonID(catalog: "imdb", native: "nm0000099") }
    for (field, query) in queries {
      let error = await #expect(throws: MovieError.self) {
        _ = try await catalog.batch(of: .discover(query), at: 0, count: 1)
      }
      #expect(error?.reason == .invalidParams && error?.field == field)
    }
  }
}
