enum Detail {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let reviews = Parameter("reviews", .integer(in: 0...20), "The maximum number of reviews in the result.")
    .default(3)

  static let method = Method(
    "detail", "Returns everything that a catalog knows about one movie.",
    details:
      "The id names the catalog. If the catalog cannot be reached, a favorite's stored data is returned, marked `stale`.",
    [id, reviews, LanguageTag.parameter], errors: .ofCatalogs + .failures(.movieNotFound)
  ) { call in
    let detail = try await call.session.detail(
      call(id), reviews: call(reviews), language: call.language(), context: call.context)
    return DetailResult(detail: detail, session: call.session)
  }
}

enum Reviews {
  static let page = Parameter("page", .integer(in: 1...10_000), "The number of the page.").default(1)

  static let method = Method(
    "reviews", "Returns a page of a movie's reviews with their whole text.",
    details: "The result of `detail` contains only the beginning of each review.",
    [Detail.id, page, LanguageTag.parameter], errors: .ofCatalogs + .failures(.movieNotFound)
  ) { call in
    let id = try call(Detail.id)
    let reviews = try await call.session.reviews(
      of: id, page: call(page), language: call.language(), context: call.context)
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

enum Poster {
  static let id = optional("id", .movieID, "The id of the movie.")
  static let url = optional("url", .text, "An image URL that this server has returned, instead of `id`.")
  static let width = Parameter("width", .integer(in: 1...4000), "The minimum width in pixels.").default(342)

  static let method = Method(
    "poster", "Downloads a movie's poster into the cache folder and returns the path of the file.",
    details:
      "Give `id`, or a URL that the server has returned. The smallest size that is at least `width` is downloaded.",
    [id, url, width], errors: .ofCatalogs + .failures(.movieNotFound, .posterUnavailable, .storageFailed)
  ) { call in
    let width = try call(width)
    let url = try call(url).map(ClientSession.PosterSource.url)
    guard let source = try call(id).map(ClientSession.PosterSource.id) ?? url else {
      throw RPCError.invalidParams("One of the members id and url is required.", field: "id")
    }
    return try await call.session.poster(source, width: width, context: call.context)
  }
}

enum Rate {
  static let value = Parameter("value", .userRating, "The rating.")

  static let method = Method(
    "rate", "Sets the user's rating of a movie.",
    details: "The rating is the user's own at the catalog, and needs a login there.", [Detail.id, value],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn)
  ) { call in
    let (id, value) = (try call(Detail.id), try call(value))
    try await call.session.rate(id, value)
    return RatingResult(id: id, rating: value)
  }
}

enum Unrate {
  static let method = Method(
    "unrate", "Removes the user's rating of a movie.",
    details: "It needs a login at the catalog. A movie without a rating is no error.", [Detail.id],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn)
  ) { call in
    let id = try call(Detail.id)
    try await call.session.rate(id, nil)
    return RatingResult(id: id)
  }
}

private struct RatingResult: JSONObject {
  var id: MovieID
  var rating: Double?

  static var schema: JSONSchema { shared("Rating", "The user's rating of a movie.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id of the movie.") { $0.id }
    field.optional("myRating", .userRating, "The rating; absent after `unrate`.") { $0.rating }
  }
}
