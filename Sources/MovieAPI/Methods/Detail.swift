import JSON
import MovieCore

/// `detail`: everything that a catalog knows about one movie.
enum Detail {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let reviews = Parameter("reviews", .integer(in: 0...20), "The maximum number of reviews in the result.")
    .default(3)

  static let method = Method(
    "detail", "Returns everything that a catalog knows about one movie.",
    details:
      "The id names the catalog. If the catalog cannot be reached, a favorite's stored data is returned, marked `stale`.",
    [id, reviews, LanguageTag.parameter],
    errors: .ofCatalogs + .failures(.movieNotFound)
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let detail = try await call.session.detail(
      id, reviews: try call(reviews), language: language, context: call.context)
    return DetailResult(detail: detail, session: call.session)
  }
}
