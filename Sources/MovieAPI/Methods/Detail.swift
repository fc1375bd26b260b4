import JSON
import MovieCore

/// `detail`: all that a catalog tells about one movie.
enum Detail {
  static let id = Parameter.movieID("id", "The movie.")
  static let reviews = Parameter.integer("reviews", "How many reviews to give along.", in: 0...20, default: 3)

  static let method = Method("detail", "Gives all that is known about one movie.", [id, reviews]) { call in
    let id = try call(id)
    let detail = try await call.session.detail(id, reviews: try call(reviews), request: call.requestID)
    return DetailResult(detail: detail, session: call.session)
  }
}
