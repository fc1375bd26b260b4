extension CatalogFilms {
  private static let leadingCast = 5

  /// The film as lists show it, in a language of `CatalogLanguage.all`, else in English.
  func movie(_ rank: Int, in language: Int) -> Movie {
    let id = Self.id("tt", filmIDs[rank])
    let (title, original, translation) = titles(rank, in: language)
    let shown = translation ?? title ?? id
    var movie = Movie(id: MovieID(catalog: catalog, native: id), title: shown)
    let originalTitle = original ?? title
    movie.originalTitle = originalTitle == shown ? nil : originalTitle
    movie.originalLanguage = self.language(rank)
    movie.year = year(rank)
    movie.genres = Self.genreNames(genres[rank], in: language)
    (movie.directors, movie.cast) = leadingNames(ofFilm: rank, in: language)
    movie.overview = overviews[language].text(rank) ?? overviews[0].text(rank)
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

  /// The names of the directors and the leading cast. Two people of one name are named once.
  private func leadingNames(ofFilm rank: Int, in language: Int) -> (directors: [String], cast: [String]) {
    var (directors, cast): ([String], [String]) = ([], [])
    cast.reserveCapacity(Self.leadingCast)
    for value in credits[rank].prefix(Credit.maximumPerFilm) {
      let credit = Credit(rawValue: value)
      guard let kind = credit.kind, kind.rawValue <= CreditKind.cast.rawValue, cast.count < Self.leadingCast else {
        break
      }
      let name = name(ofPerson: credit.person, in: language)
      if kind == .director {
        if !directors.contains(name) { directors.append(name) }
      } else if !cast.contains(name) {
        cast.append(name)
      }
    }
    return (directors, cast)
  }

  func title(_ rank: Int, in language: Int) -> String {
    let (title, _, translation) = titles(rank, in: language)
    return translation ?? title ?? Self.id("tt", filmIDs[rank])
  }

  private func titles(_ rank: Int, in language: Int) -> (title: String?, original: String?, translation: String?) {
    var texts = texts(ofFilm: rank)
    let (title, original) = (texts.next(), texts.next())
    guard language > 0 else { return (title, original, nil) }
    for _ in 1..<language { texts.skip() }
    return (title, original, texts.next())
  }

  func year(_ rank: Int) -> Int? {
    let year = Int(years[rank])
    return Movie.years.contains(year) ? year : nil
  }

  private func language(_ rank: Int) -> String? { TwoLetterCode(rawValue: languages[rank]).text }

  static func id(_ prefix: String, _ number: UInt32) -> String { prefix + IMDbID.digits(of: number) }

  private static func genreNames(_ set: UInt32, in language: Int) -> [String] {
    var names: [String] = []
    names.reserveCapacity(set.nonzeroBitCount)
    for (bit, name) in translatedGenres[language].enumerated() where set & 1 << UInt32(bit) != 0 { names.append(name) }
    return names
  }

  private static let translatedGenres = CatalogLanguage.all.indices.map { language in
    IMDbGenre.names.map { NameTable.genres.name(of: $0, in: language) ?? $0 }
  }

  func creditsWithCharacters(ofFilm rank: Int) -> [(credit: Credit, character: String?)] {
    var texts = texts(ofFilm: rank)
    for _ in 0..<(2 + CatalogLanguage.translations.count) { texts.skip() }
    return credits(ofFilm: rank).map { ($0, $0.kind == .cast ? texts.next() : nil) }
  }

  func detail(_ rank: Int, in language: Int) -> MovieDetail {
    var detail = MovieDetail(movie: movie(rank, in: language))
    (detail.castMembers, detail.crewMembers) = ([], [])
    for (credit, character) in creditsWithCharacters(ofFilm: rank) {
      let name = name(ofPerson: credit.person, in: language)
      let id = personID(credit.person)
      if let (job, department) = credit.kind?.job {
        detail.crewMembers.append(.init(name: name, personId: id, job: job, department: department))
      } else {
        detail.castMembers.append(.init(name: name, personId: id, character: character))
      }
    }
    detail.languages = [self.language(rank)].compactMap { $0 }
      .compactMap { NameTable.languages.name(of: $0, in: language) }
    detail.originCountries = countries(rank)
    detail.countries = detail.originCountries.compactMap { NameTable.countries.name(of: $0, in: language) }
    return detail
  }

  func countries(_ rank: Int) -> [String] {
    countries[rank].prefix(Self.maximumCountries).compactMap { TwoLetterCode(rawValue: $0).text }
  }

  /// A film has fewer countries, unless the file is damaged.
  private static let maximumCountries = 20
}

extension CreditKind {
  /// The job with its department, by the names of TMDB; nil for actors.
  var job: (name: String, department: String)? {
    switch self {
    case .director: ("Director", Department.directing)
    case .writer: ("Writer", Department.writing)
    case .producer: ("Producer", "Production")
    case .cinematographer: ("Director of Photography", "Camera")
    case .editor: ("Editor", "Editing")
    case .composer: ("Original Music Composer", "Sound")
    case .productionDesigner: ("Production Design", "Art")
    case .cast: nil
    }
  }
}
