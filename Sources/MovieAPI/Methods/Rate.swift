import JSON
import MovieCore

/// `rate`: sets the user's rating of a movie.
enum Rate {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let value = Parameter("value", .userRating, "The rating.")

  static let method = Method(
    "rate", "Sets the user's rating of a movie.",
    details: "The rating is the user's own at the catalog, and needs a login there.", [id, value],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn)
  ) { call in
    let id = try call(id)
    let value = try call(value)
    try await call.session.rate(id, value)
    return RatingResult(id: id, rating: value)
  }
}

/// `unrate`: removes the user's rating of a movie.
enum Unrate {
  static let method = Method(
    "unrate", "Removes the user's rating of a movie.",
    details: "It needs a login at the catalog. A movie without a rating is no error.", [Rate.id],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn)
  ) { call in
    let id = try call(Rate.id)
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
