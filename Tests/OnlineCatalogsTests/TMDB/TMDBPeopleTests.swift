import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite(.serialized)
struct TMDBPeopleTests {
  @Test(arguments: ["song kang-ho", "송강호"])
  func `people are found by every name, with what they are known for`(_ query: String) async throws {
    let fixture = try TMDBFixture.shared.get()
    let people = try await fixture.catalog.people(query, limit: 20, language: "ko-KR").people
    let song = try #require(people.first)
    #expect((song.name, song.department) == ("Song Kang-ho", "Acting"))
    #expect(song.knownFor == ["기생충", "설국열차", "살인의 추억"])
    #expect(song.id.catalog == "tmdb")
  }

  @Test func `at most as many people as wanted are returned`() async throws {
    let catalog = try TMDBFixture.shared.get().catalog
    #expect(try await catalog.people("kim", limit: 2, language: nil).people.count == 2)
    #expect(try await catalog.people("zzyzx", limit: 2, language: nil).people.isEmpty)
  }

  @Test func `a person has all films, newest first, and a biography in English if there is no other`() async throws {
    let fixture = try TMDBFixture()
    let id = try #require(try await fixture.catalog.people("bong joon ho", limit: 1, language: nil).people.first?.id)
    _ = try await fixture.catalog.genres(language: "ko-KR")
    try fixture.upstream.clearLog()
    let person = try await fixture.catalog.person(id, language: "ko-KR")
    #expect(person.id == id)
    #expect((person.name, person.birthday, person.department) == ("Bong Joon Ho", "1969-09-14", "Directing"))
    #expect(person.biography?.contains("Daegu") == true)
    #expect(person.alsoKnownAs == ["봉준호", "Bong Joon-ho", "Bong Junho"])
    #expect(person.imdbId?.hasPrefix("nm") == true)
    #expect(person.cast.isEmpty)
    #expect(person.crew.count == 14)
    #expect(person.crew.prefix(2).map(\.movie.title) == ["미키 17", "미키 17"])
    #expect(person.crew.prefix(2).map(\.job) == ["Director", "Screenplay"])
    #expect(person.crew.first?.movie.genres == ["SF", "코미디", "모험"])
    let days = person.crew.compactMap(\.movie.releaseDate)
    #expect(days == days.sorted(by: >))
    // All of the films have Korean texts.
    #expect(try fixture.upstream.log().requests.filter { $0.path.contains("/person/") }.count == 1)
  }

  @Test func `a person has the newest 1,000 films of each kind`() async throws {
    let rows = (1...1_200).map { JSON.object([.init("id", .integer($0)), .init("title", "A film")]) }
    let body: JSON = ["id": 1, "name": "X", "movie_credits": ["cast": .array(rows), "crew": .array([])]]
    let catalog = TMDBCatalog(http: CannedTransport(json: body), key: Secret(TMDBFixture.key))
    let person = try await catalog.person(PersonID("tmdb:1")!, language: nil)
    #expect((person.cast.count, person.crew.count) == (1_000, 0))
  }

  @Test(arguments: [
    (
      "From Wikipedia, the free encyclopedia.\n\nHe acts.\n\nDescription above from the Wikipedia article X.",
      "He acts.\n\nDescription above from the Wikipedia article X."
    ),
    ("From Wikipedia, the free encyclopedia\r\nHe acts.", "He acts."),
    ("위키백과, 우리 모두의 백과사전.\n배우이다.", "배우이다."), ("From Wikipedia, the free encyclopedia.", nil),
    ("Born in Daegu.", "Born in Daegu."),
  ])
  func `the line above an article of Wikipedia is no part of a biography`(text: String, biography: String?) async throws
  {
    let body: JSON = ["id": 1, "name": "X", "biography": .string(text)]
    let catalog = TMDBCatalog(http: CannedTransport(json: body), key: Secret(TMDBFixture.key))
    let person = try await catalog.person(PersonID(catalog: "tmdb", native: "1"), language: "en")
    #expect(person.biography == biography)
  }

  @Test func `films without a text in the language have the English one`() async throws {
    let fixture = try TMDBFixture()
    let found = try await fixture.catalog.people("leonardo dicaprio", limit: 1, language: nil)
    let id = try #require(found.people.first?.id)
    let person = try await fixture.catalog.person(id, language: "ko-KR")
    let inception = try #require(person.cast.map(\.movie).first { $0.title == "인셉션" })
    #expect(inception.overview == "A thief of dreams is asked to leave something behind.")
  }

  @Test func `the movies of a collection are in order of release`() async throws {
    let catalog = try TMDBFixture.shared.get().catalog
    let trilogy = try await catalog.collection(CollectionID(catalog: "tmdb", native: "263"), language: nil)
    #expect(trilogy.name == "The Dark Knight Collection")
    #expect(trilogy.items.map(\.title) == ["Batman Begins", "The Dark Knight", "The Dark Knight Rises"])
    #expect(trilogy.posterUrl?.contains("/w342/") == true)
    #expect(trilogy.backdropUrl?.contains("/w780/") == true)
    let korean = try await catalog.collection(CollectionID(catalog: "tmdb", native: "119"), language: "ko")
    #expect(korean.name == "반지의 제왕 시리즈")
  }

  @Test(arguments: ["1", "x", "0", "../movie/550"])
  func `an unknown person and an unknown collection are errors with the field`(_ native: String) async throws {
    let catalog = try TMDBFixture.shared.get().catalog
    let person = await #expect(throws: MovieError.self) {
      try await catalog.person(PersonID(catalog: "tmdb", native: native), language: nil)
    }
    let collection = await #expect(throws: MovieError.self) {
      try await catalog.collection(CollectionID(catalog: "tmdb", native: native), language: nil)
    }
    for error in [person, collection] {
      #expect((error?.reason, error?.field, error?.catalog) == (.invalidParams, "id", "tmdb"))
    }
  }

  @Test func `a collection without an overview in the language has the English one`() async throws {
    let catalog = try TMDBFixture.shared.get().catalog
    let id = CollectionID(catalog: "tmdb", native: "119")
    let english = try #require(try await catalog.collection(id, language: "en").overview)
    let korean = try await catalog.collection(id, language: "ko")
    #expect(korean.overview == english)
  }
}
