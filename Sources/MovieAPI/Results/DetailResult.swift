import JSON
import MovieCore

/// The result of `detail`.
struct DetailResult: JSONObject {
  var detail: Indirect<MovieDetail>
  var session: ClientSession

  static var schema: JSONSchema { shared("MovieDetail", "Everything that a catalog knows about one movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.detail.movie }
    field.shown({ $0.session.favorites.shown($0.detail.movie) }) { result in
      guard let mark = result.session.favorites.shown(result.detail.movie)?.mark, !mark.isEmpty else { return nil }
      return result.detail.entry.map { MarkResult(mark, $0) } ?? MarkResult(mark)
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
