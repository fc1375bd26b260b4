import JSON
import MovieCore

/// Makes movies of what TMDB sends. Nothing that it may send makes this fail: what cannot be read is left out.
struct TMDBDecoder: Sendable {
  let language: TMDBLanguage
  let images: TMDBImages
  /// Names by number.
  let genres: [Int: String]

  /// - Parameter english: texts that stand in for missing ones, by the movies' numbers.
  func movies(_ rows: [JSON], english: [Int: TMDBTexts] = [:]) -> [Movie] {
    rows.compactMap { row in movie(row: row, fallback: Self.number(row).flatMap { english[$0] } ?? .none) }
  }

  /// A list's row; nil where it is no movie: without an id or any title, or a series among movies.
  ///
  /// - Parameter fallback: the texts that stand in for missing ones.
  private func movie(row: JSON, fallback: TMDBTexts) -> Movie? {
    if let kind = row["media_type"]?.text, kind != "movie" { return nil }
    var movie = movie(row, texts: TMDBTexts(row), fallback: fallback)
    movie?.genres = (row["genre_ids"]?.elements ?? []).compactMap { $0.wholeNumber.flatMap { genres[$0] } }.uniqued()
    return movie
  }

  /// What rows and bodies have in common.
  func movie(_ json: JSON, texts: TMDBTexts, fallback: TMDBTexts) -> Movie? {
    let original = json["original_title"]?.text
    guard let number = Self.number(json),
      let title = title(texts, fallback, original: original, in: json["original_language"]?.text)
    else { return nil }
    var movie = Movie(id: MovieID(catalog: TMDBService.name, native: String(number)), title: title)
    movie.originalTitle = original == title ? nil : original
    movie.releaseDate = json["release_date"]?.text.flatMap { CalendarDay.isDay($0) ? $0 : nil }
    movie.year = movie.releaseDate.flatMap { Int($0.prefix(4)) }
    movie.overview = texts.overview ?? fallback.overview
    movie.votes = json["vote_count"]?.wholeNumber.flatMap { $0 >= 0 ? $0 : nil }
    if let average = json["vote_average"]?.decimal, (0...10).contains(average) {
      // An average of no votes is none; where it is not told how many there are, zero stands for that.
      let hasVotes = movie.votes.map { $0 > 0 } ?? (average > 0)
      movie.rating = hasVotes ? average : nil
    }
    movie.posterUrl = images.url(.poster, json["poster_path"])
    movie.link = "https://www.themoviedb.org/movie/\(number)"
    return movie
  }

  /// A movie's own number at TMDB.
  static func number(_ json: JSON) -> Int? {
    guard let number = json["id"]?.wholeNumber, (1...9_999_999_999).contains(number) else { return nil }
    return number
  }

  /// The title in the language asked for. An untranslated one comes as the original one, which may be in a script that
  /// the reader cannot read: English stands in for it too.
  private func title(_ texts: TMDBTexts, _ fallback: TMDBTexts, original: String?, in language: String?) -> String? {
    guard let title = texts.title else { return fallback.title ?? original }
    guard title == original, !texts.isTitleTranslated, !self.language.reads(language) else { return title }
    return fallback.title ?? title
  }
}
