import JSON
import MovieCore

/// `recommendations`: movies like one movie.
enum Recommendations {
  static let id = Parameter.movieID("id", "The movie to start from.")
  static let list = Parameter.optionalText("list", "The list's name; `recommendations:<id>` by default.")

  static let method = Method("recommendations", "Makes a list of movies like the one named.", [id, list]) { call in
    let id = try call(id)
    let page = try await call.session.recommendations(for: id, list: try call(list), request: call.requestID)
    return PageResult(page: page, session: call.session)
  }
}
