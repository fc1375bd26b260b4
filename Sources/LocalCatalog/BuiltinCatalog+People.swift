import BuiltinFilms
import MovieCore

extension BuiltinCatalog {
  /// The number of titles for which a person is known.
  private static let knownForCount = 3

  /// Searches names, in Latin letters and in Hangul. The people with the best-known films come first.
  public func people(_ query: String, limit: Int, language: String?) async throws -> [PersonSummary] {
    let table = try table
    return table.search.people(TextFolding.foldedQuery(query), count: limit).map { rank in
      let person = table.person(rank)
      let films = person.films
      var summary = PersonSummary(id: Self.id(of: person), name: person.name(language: language))
      summary.knownFor = films.prefix(Self.knownForCount).map { $0.movie(language: language).title }
      summary.department = department(of: person, in: films)
      return summary
    }
  }

  /// The person's films, in which the built-in films have directors and leading actors.
  public func person(_ id: PersonID, language: String?) async throws -> Person {
    guard let found = try found(id) else { throw MovieError.personNotFound(id) }
    let films = found.films
    var person = Person(id: id, name: found.name(language: language))
    person.alsoKnownAs = [found.name, found.koreanName].compactMap(\.self).filter { $0 != person.name }
    person.department = department(of: found, in: films)
    let newest = Self.newestFirst(films)
    person.cast = newest.filter { $0.credits(found, as: .cast) }.map { .init(movie: $0.movie(language: language)) }
    person.crew = newest.filter { $0.credits(found, as: .director) }.map {
      .init(movie: $0.movie(language: language), job: "Director", department: Department.directing)
    }
    return person
  }

  /// Nil if there is no such person.
  func found(_ id: PersonID) throws -> FilmPerson? {
    id.catalog == Self.name ? try table.person(id: id.native) : nil
  }

  private static func id(of person: FilmPerson) -> PersonID { PersonID(catalog: name, native: person.id) }

  /// The directors and the cast, with the ids of the people.
  func addPeople(of film: Film, to detail: inout MovieDetail) {
    detail.castMembers = zip(detail.movie.cast, film.people(.cast)).map { name, person in
      .init(name: name, personId: Self.id(of: person))
    }
    detail.crewMembers = zip(detail.movie.directors, film.people(.director)).map { name, person in
      .init(name: name, personId: Self.id(of: person), job: "Director", department: Department.directing)
    }
  }

  /// The department with most films.
  private func department(of person: FilmPerson, in films: [Film]) -> String {
    2 * films.count { $0.credits(person, as: .director) } > films.count ? Department.directing : Department.acting
  }
}
