import JSON
import MovieCore

/// A movie as results contain it: with `isFavorite` and the other ids of a favorite.
struct MovieResult: JSONObject {
  var movie: Movie
  var isFavorite: Bool
  /// All known ids of a favorite; empty if there is only one.
  var ids: [MovieID] = []

  static var schema: JSONSchema { shared("Movie", "The data of a movie that lists show.") }

  @inline(__always)
  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.movie }
    field.favoriteMark(isFavorite: { $0.isFavorite }, ids: { $0.ids })
  }
}

extension FieldVisitor {
  /// The members that say whether a movie is a favorite.
  @inline(__always)
  mutating func favoriteMark(isFavorite: (Object) -> Bool, ids: (Object) -> [MovieID]) {
    required("isFavorite", .boolean, "Whether the movie is a favorite.", isFavorite)
    optional(
      "ids", .array(of: .movieID),
      "All known ids of a favorite's film, first that of the star; absent if there is only one."
    ) { object in
      let ids = ids(object)
      return ids.isEmpty ? nil : ids
    }
  }
}

extension ClientSession {
  /// The movie with `isFavorite` as of now.
  func result(_ movie: Movie) -> MovieResult {
    guard favorites.contains(movie) else { return MovieResult(movie: movie, isFavorite: false) }
    return MovieResult(movie: movie, isFavorite: true, ids: favorites.ids(of: movie.id))
  }

  /// The movies with `isFavorite` as of the moment at which they are encoded.
  func results(_ movies: [Movie]) -> some JSONEncodable { movies.lazy.map { [self] in result($0) } }
}
