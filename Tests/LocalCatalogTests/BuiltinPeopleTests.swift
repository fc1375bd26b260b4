import MovieCore
import Testing

@testable import LocalCatalog

struct BuiltinPeopleTests {
  private let catalog = BuiltinSearchTests.catalog

  private func id(_ native: String) -> PersonID { PersonID(catalog: "builtin", native: native) }

  @Test(arguments: [
    ("song kang-ho", "song-kang-ho"), ("Song Kangho", "song-kang-ho"), ("kangho", "song-kang-ho"),
    ("송강호", "song-kang-ho"), ("송가", "song-kang-ho"), ("강호", "song-kang-ho"), ("ㅅㄱㅎ", "song-kang-ho"),
    ("joonho", "bong-joon-ho"), ("deniro", "robert-de-niro"), ("scorcese", "martin-scorsese"),
  ])
  func `a person is found by the name in any spelling`(query: String, native: String) async throws {
    let found = try await catalog.people(query, limit: 5, language: nil).people
    #expect(found.first?.id.native == native)
  }

  @Test func `a summary has the best-known films`() async throws {
    let found = try #require(try await catalog.people("bong joon ho", limit: 5, language: "ko").people.first)
    #expect(found.id == id("bong-joon-ho"))
    #expect(found.name == "봉준호")
    #expect(found.knownFor.count == 3 && found.knownFor.first == "기생충")
    #expect(found.department == "Directing")
  }

  @Test func `a person has the films, newest first`() async throws {
    let person = try await catalog.person(id("bong-joon-ho"), language: nil)
    #expect(person.name == "Bong Joon Ho")
    #expect(person.alsoKnownAs == ["봉준호"])
    #expect(person.cast.isEmpty)
    #expect(person.crew.count >= 7 && person.crew.allSatisfy { $0.job == "Director" && $0.department == "Directing" })
    let years = person.crew.compactMap(\.movie.year)
    #expect(years == years.sorted(by: >))
  }

  @Test func `an unknown person is not found`() async throws {
    let error = await #expect(throws: MovieError.self) { try await catalog.person(id("nobody"), language: nil) }
    #expect(error?.reason == .invalidParams && error?.field == "id")
    #expect(try await catalog.people("xyzzy", limit: 5, language: nil).people.isEmpty)
  }

  @Test func `the cast and the directors of a detail are people, under their names`() async throws {
    let detail = try await catalog.detail(MovieID(catalog: "builtin", native: "tt6751668"), reviews: 0, language: nil)
    #expect(detail.castMembers.first?.personId == id("song-kang-ho"))
    #expect(detail.crewMembers.first?.personId == id("bong-joon-ho"))
    for member in detail.castMembers {
      let person = try await catalog.person(try #require(member.personId), language: nil)
      #expect(person.name == member.name)
      #expect(person.cast.contains { $0.movie.id == detail.movie.id })
    }
  }

  @Test func `ids have letters, digits and hyphens only`() throws {
    let films = try LocalCatalog.builtinFilms.get()
    for person in (0..<films.personCount).map(films.personID) {
      #expect(!person.native.isEmpty && person.native.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" })
    }
  }

  @Test func `a name of another catalog is none of these people`() async throws {
    await #expect(throws: MovieError.self) {
      try await catalog.person(PersonID(catalog: "tmdb", native: "bong-joon-ho"), language: nil)
    }
  }
}
