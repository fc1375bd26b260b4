import JSON
import MovieCore

/// `reviews`: a page of a movie's reviews.
enum Reviews {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let page = Parameter("page", .integer(in: 1...10_000), "The number of the page.").default(1)

  static let method = Method(
    "reviews", "Returns a page of a movie's reviews with their whole text.",
    details: "The result of `detail` contains only the beginning of each review.",
    [id, page, LanguageTag.parameter],
    errors: .ofCatalogs + .failures(.movieNotFound)
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let reviews = try await call.session.reviews(
      of: id, page: try call(page), language: language, context: call.context)
    return ReviewsResult(id: id, reviews: reviews)
  }
}

private struct ReviewsResult: JSONObject {
  var id: MovieID
  var reviews: ReviewPage

  static var schema: JSONSchema { shared("Reviews", "A page of a movie's reviews.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id of the movie.") { $0.id }
    field.include { $0.reviews }
  }
}
