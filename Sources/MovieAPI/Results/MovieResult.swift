import JSON
import MovieCore

/// A movie as results contain it: with `isFavorite`.
struct MovieResult: JSONObject {
  var movie: Movie
  var isFavorite: Bool

  static var schema: JSONSchema { shared("Movie", "The data of a movie that lists show.") }

  @inline(__always)
  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.movie }
    field.required("isFavorite", .boolean, "Whether the movie is a favorite.") { $0.isFavorite }
  }
}

extension ClientSession {
  /// The movie with `isFavorite` as of now.
  func result(_ movie: Movie) -> MovieResult { MovieResult(movie: movie, isFavorite: favorites.contains(movie.id)) }

  /// The movies with `isFavorite` as of the moment at which they are encoded.
  func results(_ movies: [Movie]) -> some JSONEncodable {
    movies.lazy.map { [favorites] in MovieResult(movie: $0, isFavorite: favorites.contains($0.id)) }
  }
}
