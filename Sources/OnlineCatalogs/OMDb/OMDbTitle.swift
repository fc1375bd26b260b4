/// A title as OMDb sends it: a row, or a whole one. All values are strings, and unknown ones are `N/A`.
struct OMDbTitle {
  let id: String
  private let json: JSON

  init?(row json: JSON) {
    guard let id = json["imdbID"]?.text, IMDbID.isID(id) else { return nil }
    self.init(json, id: id)
  }

  init(_ json: JSON, id: String) { (self.json, self.id) = (json, id) }

  /// The title's name. Without one, this may not be a title at all.
  var name: String? { text("Title") }

  /// False if OMDb says that it is a game, a series or an episode.
  var mayBeFilm: Bool { text("Type").map { $0.lowercased() == "movie" } ?? true }

  var movie: Movie {
    var movie = Movie(id: MovieID(catalog: OMDbService.name, native: id), title: name ?? id)
    movie.releaseDate = text("Released").flatMap(OMDbValue.day)
    movie.year = text("Year").flatMap(OMDbValue.year) ?? movie.releaseDate.flatMap(OMDbValue.year)
    movie.genres = list("Genre")
    movie.directors = people("Director")
    movie.cast = people("Actors")
    movie.overview = text("Plot")
    movie.rating = text("imdbRating").flatMap { Double($0) }.flatMap { (0...10).contains($0) ? $0 : nil }
    movie.votes = text("imdbVotes").flatMap(OMDbValue.count)
    movie.runtimeMinutes = text("Runtime").flatMap(OMDbValue.minutes)
    movie.posterUrl = poster
    movie.link = "https://www.imdb.com/title/\(id)/"
    movie.imdbId = id
    return movie
  }

  func detail(country: String?) -> MovieDetail {
    var detail = MovieDetail(movie: movie)
    detail.homepage = json["Website"]?.webAddress
    detail.languages = list("Language")
    detail.countries = list("Country")
    detail.companies = list("Production").map { MovieDetail.Company(name: $0) }
    detail.crewMembers += OMDbValue.writers(text("Writer") ?? "")
    // OMDb's age ratings are those of the United States.
    if country == Self.country, let certification = text("Rated") {
      detail.certification = certification
      detail.certificationCountry = Self.country
    }
    // Both are of the United States too.
    detail.revenue = text("BoxOffice").flatMap(OMDbValue.dollars)
    detail.releases =
      text("DVD").flatMap(OMDbValue.day).map { [Release(country: Self.country, kind: .physical, date: $0)] } ?? []
    detail.ratings = ratings
    detail.awards = awards
    detail.attribution = OMDbCatalog.attribution
    return detail
  }

  private static let country = "US"

  var awards: String? { text("Awards") }

  /// The ratings by source. Old responses have the same data in other members.
  var ratings: [MovieDetail.SourceRating] {
    let ratings = (json["Ratings"]?.elements ?? []).compactMap { rating -> MovieDetail.SourceRating? in
      guard let source = Self.text(rating["Source"]), let value = Self.text(rating["Value"]) else { return nil }
      return MovieDetail.SourceRating(source: source, value: value)
    }
    guard ratings.isEmpty else { return ratings }
    return [("Internet Movie Database", "imdbRating", "/10"), ("Metacritic", "Metascore", "/100")]
      .compactMap { source, member, scale in
        text(member).map { MovieDetail.SourceRating(source: source, value: $0 + scale) }
      }
  }

  private var poster: String? { json["Poster"]?.webAddress.map(OMDbPoster.address) }

  private func text(_ name: String) -> String? { Self.text(json[name]) }

  private static func text(_ json: JSON?) -> String? {
    let text = if case .number(let text)? = json { text } else { json?.longText }
    return text?.lowercased() == "n/a" ? nil : text
  }

  private func list(_ name: String) -> [String] { text(name).map(OMDbValue.list) ?? [] }

  private func people(_ name: String) -> [String] { text(name).map(OMDbValue.people) ?? [] }
}
