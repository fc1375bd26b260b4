import MovieCore

extension BuiltinCatalog {
  /// The number of titles for which a person is known.
  private static let knownForCount = 3
  private static let directing = "Directing"
  private static let acting = "Acting"

  /// Searches names, in Latin letters and in Hangul. The people with the best-known films come first.
  public func people(_ query: String, limit: Int, language: String?) async throws -> [PersonSummary] {
    let index = try table.index()
    return index.search.people(Self.folded(query), count: limit).map { rank in
      let person = index.people[rank]
      let films = films(of: rank, in: index)
      var summary = PersonSummary(id: person.id, name: person.name(language: language))
      summary.knownFor = films.prefix(Self.knownForCount).map { $0.movie(language: language).title }
      summary.department = department(of: person, in: films)
      return summary
    }
  }

  /// The person's films, in which the built-in films have directors and leading actors.
  public func person(_ id: PersonID, language: String?) async throws -> Person {
    let index = try table.index()
    guard let rank = index.rank(of: id) else { throw MovieError.personNotFound(id) }
    let found = index.people[rank]
    let films = films(of: rank, in: index)
    var person = Person(id: id, name: found.name(language: language))
    person.alsoKnownAs = [found.name, found.koreanName].compactMap { $0?.string }.filter { $0 != person.name }
    person.department = department(of: found, in: films)
    let newest = Self.newestFirst(films)
    person.cast = newest.filter { $0.credits(found, in: .cast) }.map { .init(movie: $0.movie(language: language)) }
    person.crew = newest.filter { $0.credits(found, in: .directors) }.map {
      .init(movie: $0.movie(language: language), job: "Director", department: Self.directing)
    }
    return person
  }

  /// The directors and the cast, with the ids of the people.
  func addPeople(of film: Film, to detail: inout MovieDetail) {
    detail.castMembers = zip(detail.movie.cast, film.texts(.cast)).map { name, text in
      .init(name: name, personId: FilmPerson.id(of: text))
    }
    detail.crewMembers = zip(detail.movie.directors, film.texts(.directors)).map { name, text in
      .init(name: name, personId: FilmPerson.id(of: text), job: "Director", department: Self.directing)
    }
  }

  /// The department with most films.
  private func department(of person: FilmPerson, in films: [Film]) -> String {
    2 * films.count { $0.credits(person, in: .directors) } > films.count ? Self.directing : Self.acting
  }

  private func films(of person: Int, in index: FilmIndex) -> [Film] {
    let films = table.films()
    return index.search.films(ofPerson: person).map { films[$0] }
  }
}

extension Film {
  func credits(_ person: FilmPerson, in column: Column) -> Bool {
    texts(column).contains { $0.utf8.elementsEqual(person.name.utf8) }
  }
}
