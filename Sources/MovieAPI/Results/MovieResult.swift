import JSON
import MovieCore

/// A movie as every answer has it: with `isFavorite`.
struct MovieResult: JSONEncodable {
  var movie: Movie
  var isFavorite: Bool

  static var schema: JSONSchema { .shared("Movie", "What every list shows of a movie.", members) }

  static var members: [JSONSchema.Property] {
    dataMembers + [.required("isFavorite", .boolean, "Whether it is starred.")]
  }

  /// What `Movie.encodeMembers` writes.
  static var dataMembers: [JSONSchema.Property] {
    [
      .required("id", .movieID, "`<catalog>:<native id>`: a request about it goes to that catalog."),
      .required("title", .string, "In the language asked for, where the catalog has it."),
      .optional("originalTitle", .string, "Where it differs from `title`."),
      .optional("year", .integer, "When it came out."),
      .optional("releaseDate", .date, "As `YYYY-MM-DD`."),
      .required("genres", .strings, "May be empty."),
      .required("directors", .strings, "May be empty."),
      .required("cast", .strings, "May be empty."),
      .optional("overview", .string, "What it is about."),
      .optional("rating", .rating, "What its users make of it."),
      .optional("votes", .count, "How many people have rated it."),
      .optional("runtimeMinutes", .count, "How long it is."),
      .optional("posterUrl", .uri, "Its poster."),
      .optional("link", .uri, "Its page at its catalog."),
      .optional("imdbId", .string, "As `tt6751668`."),
    ]
  }

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

  static var schema: JSONSchema {
    .shared(
      "Favorite", "A movie that is starred.",
      MovieResult.members + [.required("starredAt", .dateTime, "When it was starred.")])
  }

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      favorite.movie.encodeMembers(to: &object)
      object.member("isFavorite", true)
      object.member("starredAt", favorite.starredAt)
    }
  }
}

extension ClientSession {
  /// Movies with what is known of their stars at the moment they are written.
  func results(_ movies: [Movie]) -> some Sequence<MovieResult> {
    movies.lazy.map { [favorites] in MovieResult(movie: $0, isFavorite: favorites.contains($0.id)) }
  }
}
