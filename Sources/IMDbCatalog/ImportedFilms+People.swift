import MovieCore

extension ImportedFilms {
  /// The number of titles for which a person is known.
  private static let knownForCount = 3

  /// A person as a search for people shows it.
  func summary(ofPerson rank: Int, isKorean: Bool) -> PersonSummary {
    let films = films(ofPerson: rank)
    var summary = PersonSummary(id: personID(rank), name: name(ofPerson: rank))
    summary.knownFor = films.prefix(Self.knownForCount).map { title($0, isKorean: isKorean) }
    summary.department = department(films.flatMap { film in credits(ofFilm: film).filter { $0.person == rank } })
    return summary
  }

  /// A person with all credits, newest film first.
  func person(_ rank: Int, isKorean: Bool) -> Person {
    var person = Person(id: personID(rank), name: name(ofPerson: rank))
    person.imdbId = person.id.native
    let films = films(ofPerson: rank).sorted { (years[$1], $0) < (years[$0], $1) }
    var all: [Credit] = []
    for film in films {
      let movie = movie(film, isKorean: isKorean)
      for (credit, character) in creditsWithCharacters(ofFilm: film) where credit.person == rank {
        all.append(credit)
        if let (job, department) = credit.kind?.job {
          person.crew.append(.init(movie: movie, job: job, department: department))
        } else {
          person.cast.append(.init(movie: movie, character: character))
        }
      }
    }
    person.department = department(all)
    return person
  }

  /// The department with most of the credits; of equal ones the first in the order of kinds. Nil without credits.
  private func department(_ credits: [Credit]) -> String? {
    let kinds = [IMDbTables.CreditKind.director, .writer, .cast]
    let counts = kinds.map { kind in credits.count { $0.kind == kind } }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return nil }
    return kinds[index].job?.department ?? Department.acting
  }
}
