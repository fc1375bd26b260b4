import Concurrency
import MovieCore

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

  /// The movie with its date in the country, if that is known.
  func dated(_ movie: Movie, in country: String) -> Movie {
    guard let day = dates[Key(movie: movie.id, country: country)] else { return movie }
    var dated = movie
    dated.releaseDate = day
    dated.year = FilmValue.year(of: day)
    return dated
  }
}
