import JSON
import MovieCore

/// `rate`: the user's own rating of a movie.
enum Rate {
  static let id = Parameter.movieID("id", "The movie.")
  static let value = Parameter.rating("value", "0.5 to 10, in steps of 0.5.")

  static let method = Method("rate", "Rates a movie for the user who is logged in.", [id, value]) { call in
    let id = try call(id)
    let value = try call(value)
    try await call.session.rate(id, value)
    return Record { result in
      result.member("id", id.description)
      result.member("myRating", value)
    }
  }
}

/// `unrate`: takes the user's own rating back.
enum Unrate {
  static let id = Parameter.movieID("id", "The movie.")

  static let method = Method("unrate", "Takes the user's rating of a movie back.", [id]) { call in
    let id = try call(id)
    try await call.session.rate(id, nil)
    return Record { $0.member("id", id.description) }
  }
}
