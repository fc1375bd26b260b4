import JSON
import MovieCore

/// A movie as every answer has it: with `isFavorite`.
struct MovieResult: JSONEncodable {
  var movie: Movie
  var isFavorite: Bool

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      movie.encodeMembers(to: &object)
      object.member("isFavorite", isFavorite)
    }
  }
}

/// A favorite: its movie and when it was starred.
struct FavoriteResult: JSONEncodable {
  var favorite: Favorite

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      favorite.movie.encodeMembers(to: &object)
      object.member("isFavorite", true)
      object.member("starredAt", favorite.starredAt)
    }
  }
}

extension Session {
  /// Movies with what is known of their stars at the moment they are written.
  func results(_ movies: [Movie]) -> some Sequence<MovieResult> {
    movies.lazy.map { [favorites] in MovieResult(movie: $0, isFavorite: favorites.contains($0.id)) }
  }
}
