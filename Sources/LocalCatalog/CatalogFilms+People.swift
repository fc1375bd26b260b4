extension CatalogFilms {
  private static let knownForCount = 3

  /// IMDb's id, or the folded name with hyphens, such as `bong-joon-ho`.
  func personID(_ rank: Int) -> PersonID {
    let isNumbered = personIDs.count > 0
    return PersonID(catalog: catalog, native: isNumbered ? Self.id("nm", personIDs[rank]) : nameAsID(rank))
  }

  private func nameAsID(_ rank: Int) -> String {
    TextFolding.fold(name(ofPerson: rank, in: 0)).split(separator: " ").joined(separator: "-")
  }

  func rank(of id: PersonID) -> Int? {
    guard id.catalog == catalog else { return nil }
    guard personIDs.count > 0 else {
      return search.people(named: TextFolding.foldedQuery(id.native)).first { nameAsID($0) == id.native }
    }
    guard id.native.hasPrefix("nm") else { return nil }
    // The digits of people follow the same rules as those of titles.
    return IMDbID("tt" + id.native.dropFirst(2)).flatMap { rank(ofPerson: $0.number) }
  }

  func summary(ofPerson rank: Int, in language: Int) -> PersonSummary {
    let films = films(ofPerson: rank)
    var summary = PersonSummary(id: personID(rank), name: name(ofPerson: rank, in: language))
    summary.knownFor = films.prefix(Self.knownForCount).map { title($0, in: language) }
    summary.department = department(films.flatMap { film in credits(ofFilm: film).filter { $0.person == rank } })
    return summary
  }

  func person(_ rank: Int, in language: Int) -> Person {
    var person = Person(id: personID(rank), name: name(ofPerson: rank, in: language))
    if personIDs.count > 0 { person.imdbId = person.id.native }
    person.birthYear = birthYears[rank] > 0 ? Int(birthYears[rank]) : nil
    person.deathYear = deathYears[rank] > 0 ? Int(deathYears[rank]) : nil
    person.alsoKnownAs = names.compactMap { $0.text(rank) }.filter { $0 != person.name }
    let films = films(ofPerson: rank).sorted { (years[$1], $0) < (years[$0], $1) }
    var all: [Credit] = []
    for film in films {
      let movie = movie(film, in: language)
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
    let kinds = CreditKind.allCases
    let counts = kinds.map { kind in credits.count { $0.kind == kind } }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return nil }
    return kinds[index].job?.department ?? Department.acting
  }
}
