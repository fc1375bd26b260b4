/// How much like another film a film is: shared directors, cast and genres, the same era and language.
///
/// Weights by what people mean by "more like this": the same director says most, then the same faces, then a like
/// genre; era and language only decide between films that share something.
struct FilmLikeness {
  private let film: Film
  private let directors: Set<Substring>
  private let cast: Set<Substring>
  private let genres: Set<Substring>
  private let year: Int

  init(to film: Film) {
    self.film = film
    directors = Set(film.values(.directors))
    cast = Set(film.values(.cast))
    genres = Set(film.values(.genres))
    year = film.number(.year) ?? 0
  }

  /// Higher is more alike; nil where there is too little in common.
  func score(of other: Film) -> Double? {
    guard other[.id] != film[.id] else { return nil }
    let sharedDirectors = directors.intersection(other.values(.directors)).count
    let sharedCast = cast.intersection(other.values(.cast)).count
    let otherGenres = Set(other.values(.genres))
    let sharedGenres = genres.intersection(otherGenres).count
    let likeGenres = Double(sharedGenres) / Double(max(1, genres.union(otherGenres).count))
    guard sharedDirectors + sharedCast > 0 || likeGenres >= 0.5 else { return nil }
    let distance = Double(abs(year - (other.number(.year) ?? 0)))
    return 6 * Double(sharedDirectors) + 3 * Double(sharedCast) + 4 * likeGenres + max(0, 1 - distance / 20)
      + (film[.language] == other[.language] ? 1 : 0)
  }
}
