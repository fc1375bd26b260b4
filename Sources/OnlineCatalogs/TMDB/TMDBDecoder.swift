/// Decodes movies from TMDB's JSON. Decoding never fails: unreadable parts are left out.
struct TMDBDecoder: Sendable {
  let language: TMDBLanguage
  let images: TMDBImages
  let genres: [Int: String]
  /// Adds the dates of the language's country to rows that have others.
  let dates: TMDBDates

  /// Decodes rows, with English texts for missing ones, by movie number, and the dates of the region if they have one.
  func movies(_ rows: [JSON], english: [Int: TMDBTexts] = [:], hasRegion: Bool = false) -> [Movie] {
    let movies = rows.compactMap { row in movie(row: row, fallback: Self.number(row).flatMap { english[$0] } ?? .none) }
    guard let country = language.country else { return movies }
    guard hasRegion else { return movies.map { dates.dated($0, in: country) } }
    dates.add(movies, in: country)
    return movies
  }

  /// A row of a list; nil if it has no id or title, or is not a movie but a series.
  private func movie(row: JSON, fallback: TMDBTexts) -> Movie? {
    if let kind = row["media_type"]?.text, kind != "movie" { return nil }
    var movie = movie(row, texts: TMDBTexts(row), fallback: fallback)
    movie?.genres = (row["genre_ids"]?.elements ?? []).compactMap { $0.wholeNumber.flatMap { genres[$0] } }.uniqued()
    return movie
  }

  func movie(_ json: JSON, texts: TMDBTexts, fallback: TMDBTexts) -> Movie? {
    let original = json["original_title"]?.text
    guard let number = Self.number(json),
      let title = title(texts, fallback, original: original, in: json["original_language"]?.text)
    else { return nil }
    var movie = Movie(id: MovieID(catalog: TMDBService.name, native: String(number)), title: title)
    movie.originalTitle = original == title ? nil : original
    movie.originalLanguage = json["original_language"]?.languageCode
    movie.releaseDate = json["release_date"]?.text.flatMap { FilmValue.year(of: $0) == nil ? nil : $0 }
    movie.year = movie.releaseDate.flatMap(FilmValue.year)
    movie.overview = texts.overview ?? fallback.overview
    movie.votes = json["vote_count"]?.count
    if let average = json["vote_average"]?.decimal, (0...10).contains(average) {
      // Without votes there is no rating. If the number of votes is missing, an average of zero means the same.
      let hasVotes = movie.votes.map { $0 > 0 } ?? (average > 0)
      movie.rating = hasVotes ? average : nil
    }
    movie.posterUrl = images.url(.poster, json["poster_path"])
    movie.backdropUrl = images.url(.backdrop, json["backdrop_path"])
    movie.link = "https://www.themoviedb.org/movie/\(number)"
    movie.isAdult = json["adult"]?.bool ?? false
    return movie
  }

  /// The number of a movie, a person or a collection at TMDB.
  static func number(_ json: JSON) -> Int? {
    guard let number = json["id"]?.wholeNumber, (1...9_999_999_999).contains(number) else { return nil }
    return number
  }

  static func personID(_ json: JSON) -> PersonID? {
    number(json).map { PersonID(catalog: TMDBService.name, native: String($0)) }
  }

  /// The title in the language. Without a translation TMDB sends the original, perhaps in a script that the user cannot
  /// read.
  private func title(_ texts: TMDBTexts, _ fallback: TMDBTexts, original: String?, in language: String?) -> String? {
    guard let title = texts.title else { return fallback.title ?? original }
    guard title == original, !texts.isTitleTranslated, !self.language.isNative(language) else { return title }
    return fallback.title ?? title
  }
}

/// The dates of movies in the cinemas of countries, as far as responses have told them: only some lists take a region,
/// and a movie keeps the date that the user has seen elsewhere.
final class TMDBDates: Sendable {
  private struct Key: Hashable {
    var movie: MovieID
    var country: String
  }

  private static let rememberedMovies = 4_000

  private let dates = RecentCache<Key, String>(generationSize: rememberedMovies)

  /// Records the dates of movies that are from a response for the country.
  func add(_ movies: [Movie], in country: String) {
    dates.add(movies.compactMap { movie in movie.releaseDate.map { (Key(movie: movie.id, country: country), $0) } })
  }

  func dated(_ movie: Movie, in country: String) -> Movie {
    guard let day = dates[Key(movie: movie.id, country: country)] else { return movie }
    var dated = movie
    dated.releaseDate = day
    dated.year = FilmValue.year(of: day)
    return dated
  }
}
