import MovieCore

extension ImportedFilms {
  /// The number of actors that lists show.
  private static let leadingCast = 5

  /// The film as lists show it.
  func movie(_ rank: Int, isKorean: Bool) -> Movie {
    let id = IMDbCatalog.id("tt", filmIDs[rank])
    var texts = texts(ofFilm: rank)
    let (title, original, korean) = (texts.next(), texts.next(), texts.next())
    let shown = (isKorean ? korean : nil) ?? title ?? id
    var movie = Movie(id: MovieID(catalog: IMDbCatalog.name, native: id), title: shown)
    let originalTitle = original ?? title
    movie.originalTitle = originalTitle == shown ? nil : originalTitle
    movie.year = year(rank)
    movie.genres = IMDbCatalog.genreNames(IMDbGenre.Set(rawValue: genres[rank]), isKorean: isKorean)
    for credit in credits(ofFilm: rank) {
      switch credit.kind {
      case .director: movie.directors.append(name(ofPerson: credit.person))
      case .cast where movie.cast.count < Self.leadingCast: movie.cast.append(name(ofPerson: credit.person))
      default: break
      }
    }
    let tenths = ratings[rank]
    if (1...100).contains(tenths) {
      movie.rating = Double(tenths) / 10
      movie.votes = Int(votes[rank])
    }
    movie.runtimeMinutes = runtimes[rank] > 0 ? Int(runtimes[rank]) : nil
    movie.link = "https://www.imdb.com/title/\(id)/"
    movie.imdbId = id
    movie.isAdult = FilmFlags(rawValue: flags[rank]).contains(.adult)
    return movie
  }

  /// The title as lists show it.
  func title(_ rank: Int, isKorean: Bool) -> String {
    var texts = texts(ofFilm: rank)
    let title = texts.next()
    texts.skip()
    return (isKorean ? texts.next() : nil) ?? title ?? IMDbCatalog.id("tt", filmIDs[rank])
  }

  /// The year of a film; nil if it is unknown.
  func year(_ rank: Int) -> Int? {
    let year = Int(years[rank])
    return Movie.years.contains(year) ? year : nil
  }

  /// The credits of a film with the characters of the actors.
  func creditsWithCharacters(ofFilm rank: Int) -> [(credit: Credit, character: String?)] {
    var texts = texts(ofFilm: rank)
    for _ in 0..<3 { texts.skip() }
    return credits(ofFilm: rank).map { ($0, $0.kind == .cast ? texts.next() : nil) }
  }

  /// All that the catalog knows about a film, without recommendations.
  func detail(_ rank: Int, isKorean: Bool) -> MovieDetail {
    var detail = MovieDetail(movie: movie(rank, isKorean: isKorean))
    (detail.castMembers, detail.crewMembers) = ([], [])
    for (credit, character) in creditsWithCharacters(ofFilm: rank) {
      let name = name(ofPerson: credit.person)
      let id = personID(credit.person)
      if let (job, department) = credit.kind?.job {
        detail.crewMembers.append(.init(name: name, personId: id, job: job, department: department))
      } else {
        detail.castMembers.append(.init(name: name, personId: id, character: character))
      }
    }
    detail.attribution = IMDbTerms.attribution
    return detail
  }

  func personID(_ rank: Int) -> PersonID {
    PersonID(catalog: IMDbCatalog.name, native: IMDbCatalog.id("nm", personIDs[rank]))
  }
}

extension IMDbTables.CreditKind {
  /// The job with its department; nil for actors.
  var job: (name: String, department: String)? {
    switch self {
    case .director: ("Director", Department.directing)
    case .writer: ("Writer", Department.writing)
    case .cast: nil
    }
  }
}
