extension TMDBDecoder {
  func people(_ rows: [JSON]) -> [PersonSummary] {
    rows.compactMap { row in
      guard let number = Self.number(row), let name = row["name"]?.text else { return nil }
      var person = PersonSummary(id: PersonID(catalog: TMDBService.name, native: String(number)), name: name)
      // The rows are movies and series.
      person.knownFor = (row["known_for"]?.elements ?? []).compactMap { $0["title"]?.text ?? $0["name"]?.text }
      person.profileUrl = images.url(.profile, row["profile_path"])
      person.department = row["known_for_department"]?.text
      return person
    }
  }

  /// A person's body with `movie_credits` and `translations`; English texts by movie number replace missing ones.
  func person(_ body: JSON, id: PersonID, english: [Int: TMDBTexts]) -> Person? {
    guard let name = body["name"]?.text else { return nil }
    var person = Person(id: id, name: name)
    person.biography = biography(body) ?? englishBiography(body["translations"])
    person.birthday = body["birthday"]?.day
    person.deathday = body["deathday"]?.day
    person.placeOfBirth = body["place_of_birth"]?.text
    person.alsoKnownAs = (body["also_known_as"]?.elements ?? []).compactMap(\.text).uniqued()
    person.profileUrl = images.url(.profile, body["profile_path"])
    person.imdbId = body["imdb_id"]?.text ?? body["external_ids"]?["imdb_id"]?.text
    person.homepage = body["homepage"]?.webAddress
    person.department = body["known_for_department"]?.text
    let credits = body["movie_credits"]
    person.cast = newestFirst(credits?["cast"], english).map { row, movie in
      Person.CastCredit(movie: movie, character: row["character"]?.text)
    }
    person.crew = newestFirst(credits?["crew"], english).compactMap { row, movie in
      row["job"]?.text.map { Person.CrewCredit(movie: movie, job: $0, department: row["department"]?.text) }
    }
    return person
  }

  /// Without the line that is above each article of Wikipedia. The sentence that names the article and its licence stays.
  private func biography(_ json: JSON?) -> String? {
    guard let text = json?["biography"]?.prose else { return nil }
    guard let line = Self.wikipediaLines.first(where: { text.lowercased().hasPrefix($0.lowercased()) }) else {
      return text
    }
    return CleanText.lines(String(text.dropFirst(line.count).drop { ".,:".contains($0) }), upTo: .max)
  }

  private static let wikipediaLines = [
    "From Wikipedia, the free encyclopedia", "위키백과, 우리 모두의 백과사전", "De Wikipedia, la enciclopedia libre",
    "Aus Wikipedia, der freien Enzyklopädie",
  ]

  private func englishBiography(_ translations: JSON?) -> String? {
    (translations?["translations"]?.elements ?? []).lazy.filter { $0["iso_639_1"]?.text == "en" }
      .compactMap { biography($0["data"]) }.first
  }

  /// The movies of rows; those without a date, which are mostly announced, come last.
  private func newestFirst(_ rows: JSON?, _ english: [Int: TMDBTexts]) -> [(row: JSON, movie: Movie)] {
    let found = (rows?.elements ?? []).flatMap { row in movies([row], english: english).map { (row: row, movie: $0) } }
    return Array(
      found.sorted { ($0.movie.releaseDate ?? "") > ($1.movie.releaseDate ?? "") }.prefix(Self.maximumFilms))
  }

  /// The largest number of films of a person's kind of credits, or of a collection. Few people have as many.
  private static let maximumFilms = 1_000

  /// A collection's body. Texts of the same in English replace missing ones.
  func collection(_ body: JSON, id: CollectionID, englishBody: JSON?) -> MovieCollection? {
    guard let name = body["name"]?.text else { return nil }
    var collection = MovieCollection(id: id, name: name)
    collection.overview = body["overview"]?.summary ?? englishBody?["overview"]?.summary
    collection.posterUrl = images.url(.poster, body["poster_path"])
    collection.backdropUrl = images.url(.backdrop, body["backdrop_path"])
    let english = TMDBTexts.byNumber(englishBody?["parts"]?.elements ?? [])
    let items = movies(body["parts"]?.elements ?? [], english: english).uniqued(on: \.id).prefix(Self.maximumFilms)
    collection.items = items.sorted { ($0.releaseDate ?? "9999") < ($1.releaseDate ?? "9999") }
    return collection
  }
}
