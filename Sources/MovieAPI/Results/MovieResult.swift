import JSON
import MovieCore

/// A movie as results contain it: with what the user keeps about it.
struct MovieResult: JSONObject {
  var movie: Movie
  /// Nil if nothing is kept.
  var shown: ShownMark?

  static var schema: JSONSchema { shared("Movie", "The data of a movie that lists show.") }

  @inline(__always)
  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.movie }
    field.shown { $0.shown }
  }
}

extension FieldVisitor {
  /// The members that say what the user keeps about a movie.
  @inline(__always)
  mutating func shown(_ shown: (Object) -> ShownMark?) {
    self.shown(shown) { shown($0)?.mark.result }
  }

  /// The same with a mark of another form.
  @inline(__always)
  mutating func shown(_ shown: (Object) -> ShownMark?, mark: (Object) -> MarkResult?) {
    required("isFavorite", .boolean, "Whether the movie is a favorite.") { shown($0)?.mark.isStarred == true }
    optional(
      "ids", .array(of: .movieID),
      "All known ids of a film in the library, first that under which it is kept; absent if there is only one."
    ) { object in
      let ids = shown(object)?.ids ?? []
      return ids.isEmpty ? nil : ids
    }
    optional("mark", MarkResult.schema, "What the user keeps about the film; absent if that is nothing.", mark)
  }
}

extension ClientSession {
  /// The movie with what is kept about it as of now.
  func result(_ movie: Movie) -> MovieResult { MovieResult(movie: movie, shown: favorites.shown(movie)) }

  /// The movies as `result`, at the moment at which they are encoded.
  func results(_ movies: [Movie]) -> some JSONEncodable { movies.lazy.map { [self] in result($0) } }
}
