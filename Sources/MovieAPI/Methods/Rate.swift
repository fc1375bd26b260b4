import JSON
import MovieCore

/// `rate`: the user's own rating of a movie.
enum Rate {
  static let id = Parameter.movieID("id", "The movie.")
  static let value = Parameter.rating("value", "The rating.")

  static let method = Method(
    "rate", "Rates a movie for the user who is logged in.", [id, value],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn), result: result,
    examples: [
      Example(
        "Nearly perfect", ["id": "tmdb:496243", "value": 9], result: ["id": "tmdb:496243", "myRating": 9],
        needs: "a login at tmdb")
    ]
  ) { call in
    let id = try call(id)
    let value = try call(value)
    try await call.session.rate(id, value)
    return Record { result in
      result.member("id", id.description)
      result.member("myRating", value)
    }
  }

  static var result: JSONSchema {
    .shared(
      "Rating", "The user's own rating of a movie.",
      [
        .required("id", .movieID, "The movie."),
        .optional("myRating", .userRating, "Absent where the user has rated it no more."),
      ])
  }
}

/// `unrate`: takes the user's own rating back.
enum Unrate {
  static let id = Parameter.movieID("id", "The movie.")

  static let method = Method(
    "unrate", "Takes the user's rating of a movie back.", [id],
    errors: .ofCatalogs + .failures(.movieNotFound, .notLoggedIn), result: Rate.result,
    examples: [
      Example(
        "Not rated any more", ["id": "tmdb:496243"], result: ["id": "tmdb:496243"], needs: "a login at tmdb")
    ]
  ) { call in
    let id = try call(id)
    try await call.session.rate(id, nil)
    return Record { $0.member("id", id.description) }
  }
}
