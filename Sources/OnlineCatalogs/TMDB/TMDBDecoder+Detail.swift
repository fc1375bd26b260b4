import JSON
import MovieCore

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
    let credits = TMDBCredits(body["credits"])
    movie.directors = credits.directors.uniqued()
    movie.cast = Array(credits.cast.map(\.name).uniqued().prefix(Self.castCount))
    movie.runtimeMinutes = body["runtime"]?.minutes
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
    detail.languages = (body["spoken_languages"]?.elements ?? []).compactMap {
      $0["english_name"]?.text ?? $0["name"]?.text
    }.uniqued()
    detail.countries = (body["production_countries"]?.elements ?? []).compactMap { $0["name"]?.text }.uniqued()
    detail.companies = (body["production_companies"]?.elements ?? []).compactMap { company in
      company["name"]?.text.map {
        MovieDetail.Company(name: $0, logoUrl: images.url(.logo, company["logo_path"]))
      }
    }
    let credits = TMDBCredits(body["credits"])
    detail.castMembers = credits.cast.map {
      MovieDetail.CastMember(
        name: $0.name, personId: $0.id, character: $0.character, profileUrl: images.url(.profile, $0.picture))
    }
    detail.crewMembers = credits.crew.map {
      MovieDetail.CrewMember(name: $0.name, personId: $0.id, job: $0.job, department: $0.department)
    }
    detail.trailers = TMDBVideos.trailers(in: body["videos"], for: language)
    detail.certification = certification(body["release_dates"])
    detail.recommendations = recommendations(body["recommendations"])
    return detail
  }

  /// - Parameter english: texts that replace missing ones, by movie number.
  func recommendations(_ page: JSON?, english: [Int: TMDBTexts] = [:]) -> [Movie] {
    movies(page?["results"]?.elements ?? [], english: english).uniqued(on: \.id)
  }

  /// The certification in the requested country, else in the United States; of a theatrical release, if there is one.
  private func certification(_ releases: JSON?) -> String? {
    let countries = releases?["results"]?.elements ?? []
    for country in [language.country, "US"].compactMap(\.self) {
      let releases = countries.filter { $0["iso_3166_1"]?.text == country }
        .flatMap { $0["release_dates"]?.elements ?? [] }
      // 3 is a theatrical release, 2 a limited one.
      let byKind = [3, 2].map { kind in releases.filter { $0["type"]?.wholeNumber == kind } } + [releases]
      if let found = byKind.joined().lazy.compactMap({ $0["certification"]?.text }).first { return found }
    }
    return nil
  }
}
