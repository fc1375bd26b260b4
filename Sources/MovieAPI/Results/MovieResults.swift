struct MovieResult: JSONObject {
  var movie: Movie
  var shown: ShownMark?

  static var schema: JSONSchema { shared("Movie", "The data of a movie that lists show.") }

  @inline(__always)
  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.movie }
    field.include { ShownMembers(shown: $0.shown) }
  }
}

extension FieldVisitor {
  @inline(__always)
  mutating func shown(_ shown: (Object) -> ShownMark?) { self.shown(shown) { shown($0)?.mark.result } }

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
  func result(_ movie: Movie) -> MovieResult { MovieResult(movie: movie, shown: favorites.shown(movie)) }

  func results(_ movies: [Movie]) -> MovieResults { MovieResults(movies: movies, session: self) }
}

/// Writes each movie as a `MovieResult`, but without a copy of it.
struct MovieResults: JSONEncodable {
  var movies: [Movie]
  var session: ClientSession

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      movies.forEachInPlace { movie in
        writer.object { object in
          object.members(at: movie)
          object.members(of: ShownMembers(shown: session.favorites.shown(movie.pointee)))
        }
      }
    }
  }
}

/// The members of a movie that tell what is kept about its film.
struct ShownMembers: JSONObject {
  var shown: ShownMark?

  static func fields(_ field: inout some FieldVisitor<Self>) { field.shown { $0.shown } }
}

/// What a user keeps about a film, as every movie of a result contains it.
struct MarkResult: JSONObject {
  var mark: Mark
  /// Only where one film is asked for.
  var note: String?
  var diary: [Viewing]?

  static var schema: JSONSchema { shared("Mark", "What the user keeps about a film.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("starredAt", .dateTime, "The time of the star.") { $0.mark.starredAt.map(Timestamp.iso8601) }
    field.optional("watchlistedAt", .dateTime, "The time at which the film was put on the watchlist.") {
      $0.mark.watchlistedAt.map(Timestamp.iso8601)
    }
    field.optional("viewings", .integer(in: 1...Int.max), "The number of viewings.") {
      $0.mark.viewings == 0 ? nil : $0.mark.viewings
    }
    field.optional("lastViewed", .date, "The day of the last viewing.") { $0.mark.lastViewed }
    field.optional("rating", .userRating, "The user's rating.") { $0.mark.rating }
    field.optional("tags", .strings, "The tags.") { $0.mark.tags.isEmpty ? nil : $0.mark.tags }
    field.optional("hasNote", .constant(true), "Present if there is a note.") { $0.mark.hasNote ? true : nil }
    field.optional("note", .string, "The note; only in a detail, and in results of a change.") { $0.note }
    field.optional("diary", .array(of: Viewing.schema), "The viewings, last first; only in a detail.") { $0.diary }
  }
}

extension MarkResult {
  init(_ mark: Mark, _ entry: LibraryEntry) {
    self.init(mark: mark, note: entry.note, diary: entry.viewings.isEmpty ? nil : entry.viewings.reversed())
  }
}

extension Mark { var result: MarkResult? { isEmpty ? nil : MarkResult(mark: self) } }

struct DetailResult: JSONObject {
  var detail: Indirect<MovieDetail>
  var session: ClientSession

  static var schema: JSONSchema { shared("MovieDetail", "Everything that a catalog knows about one movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.detail.movie }
    field.shown({ $0.session.favorites.shown($0.detail.movie) }) { result in
      guard let mark = result.session.favorites.shown(result.detail.movie)?.mark, !mark.isEmpty else { return nil }
      return result.detail.entry.map { MarkResult(mark, $0) } ?? MarkResult(mark: mark)
    }
    field.include { $0.detail.value }
    field.required("recommendations", MoviesPart.schema, "Similar movies.") {
      MoviesPart(movies: $0.detail.recommendations, session: $0.session)
    }
  }

  struct MoviesPart: JSONObject {
    var movies: [Movie]
    var session: ClientSession

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("items", .array(of: MovieResult.schema), "The first of them.") { $0.session.results($0.movies) }
    }
  }
}
