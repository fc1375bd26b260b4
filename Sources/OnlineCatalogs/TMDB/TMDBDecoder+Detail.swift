extension TMDBDecoder {
  /// The maximum number of names in a movie's `cast`. `castMembers` has them all.
  private static let castCount = 20

  /// Decodes a movie's body with its appended parts into the data that lists show.
  func movie(body: JSON) -> Movie? {
    movie(body: body, texts: texts(of: body), fallback: .fallback(in: body, for: language))
  }

  private func texts(of body: JSON) -> TMDBTexts {
    var texts = TMDBTexts(body)
    texts.isTitleTranslated = TMDBTexts.isTitleTranslated(in: body, to: language)
    return texts
  }

  private func movie(body: JSON, texts: TMDBTexts, fallback: TMDBTexts) -> Movie? {
    guard var movie = movie(body, texts: texts, fallback: fallback) else { return nil }
    movie.genres = (body["genres"]?.elements ?? []).compactMap { genre in
      genre["name"]?.text ?? genre["id"]?.wholeNumber.flatMap { genres[$0] }
    }.uniqued()
    let credits = TMDBCredits(body["credits"], images)
    movie.directors = credits.directors.uniqued()
    movie.cast = Array(credits.cast.map(\.name).uniqued().prefix(Self.castCount))
    movie.runtimeMinutes = body["runtime"]?.minutes
    // As the rows of a region have it, so that a movie has the same day everywhere.
    if let country = language.country {
      if let day = TMDBReleases(body["release_dates"]).firstDayInCinemas(in: country) {
        movie.releaseDate = day
        movie.year = FilmValue.year(of: day)
      }
      dates.add([movie], in: country)
    }
    movie.imdbId = [body["imdb_id"], body["external_ids"]?["imdb_id"]].lazy.compactMap { $0?.text }
      .first(where: IMDbID.isID)
    return movie
  }

  /// Decodes a movie's body except for reviews, which have their own language.
  func detail(body: JSON) -> MovieDetail? {
    let texts = texts(of: body)
    let fallback = TMDBTexts.fallback(in: body, for: language)
    guard let movie = movie(body: body, texts: texts, fallback: fallback) else { return nil }
    var detail = MovieDetail(movie: movie)
    detail.tagline = texts.tagline ?? fallback.tagline
    detail.homepage = texts.homepage ?? fallback.homepage
    detail.status = body["status"]?.text
    // A silent film has the code `xx`, which is named “No Language”.
    detail.languages = (body["spoken_languages"]?.elements ?? []).filter { $0["iso_639_1"]?.text != "xx" }
      .compactMap(name(ofLanguage:)).uniqued()
    detail.countries = (body["production_countries"]?.elements ?? []).compactMap { $0["name"]?.text }.uniqued()
    detail.originCountries = (body["origin_country"]?.elements ?? []).compactMap(\.countryCode).uniqued()
    detail.companies = (body["production_companies"]?.elements ?? []).compactMap { company in
      company["name"]?.text.map { MovieDetail.Company(name: $0, logoUrl: images.url(.logo, company["logo_path"])) }
    }
    let credits = TMDBCredits(body["credits"], images)
    detail.castMembers = credits.cast
    detail.crewMembers = credits.crew
    detail.trailers = TMDBVideos.trailers(in: body["videos"], for: language)
    let releases = TMDBReleases(body["release_dates"])
    detail.releases = releases.all
    if let country = language.country {
      detail.certification = releases.certification(in: country)
      detail.certificationCountry = detail.certification.map { _ in country }
      detail.whereToWatch = TMDBProviders.whereToWatch(in: country, body["watch/providers"], images: images)
    }
    detail.collection = collection(body["belongs_to_collection"])
    detail.keywords = (body["keywords"]?["keywords"]?.elements ?? []).compactMap { $0["name"]?.text }.uniqued()
    detail.budget = body["budget"]?.money
    detail.revenue = body["revenue"]?.money
    detail.externalIds = externalIDs(body["external_ids"], of: movie)
    detail.recommendations = recommendations(body["recommendations"])
    return detail
  }

  /// - Parameter english: texts that replace missing ones, by movie number.
  func recommendations(_ page: JSON?, english: [Int: TMDBTexts] = [:]) -> [Movie] {
    movies(page?["results"]?.elements ?? [], english: english).uniqued(on: \.id)
  }

  /// A language's own name if it is the requested language, else its English name.
  private func name(ofLanguage language: JSON) -> String? {
    let isRequested = language["iso_639_1"]?.text == self.language.code
    let names = isRequested ? ["name", "english_name"] : ["english_name", "name"]
    return names.lazy.compactMap { language[$0]?.text }.first
  }

  private func collection(_ json: JSON?) -> MovieDetail.CollectionLink? {
    guard let json, let number = Self.number(json), let name = json["name"]?.text else { return nil }
    return MovieDetail.CollectionLink(id: CollectionID(catalog: TMDBService.name, native: String(number)), name: name)
  }

  private func externalIDs(_ json: JSON?, of movie: Movie) -> ExternalIDs {
    var ids = ExternalIDs(imdb: movie.imdbId)
    ids.tmdb = movie.id.native
    ids.wikidata = json?["wikidata_id"]?.accountName
    ids.facebook = json?["facebook_id"]?.accountName
    ids.instagram = json?["instagram_id"]?.accountName
    ids.twitter = json?["twitter_id"]?.accountName
    return ids
  }
}
