import JSON
import MovieCore

/// `reviews`: a page of what people wrote about a movie.
enum Reviews {
  static let id = Parameter.movieID("id", "The movie.")
  static let page = Parameter.integer("page", "Which page, from 1.", in: 1...10_000, default: 1)

  static let method = Method("reviews", "Gives a page of a movie's reviews, whole.", [id, page]) { call in
    let id = try call(id)
    let reviews = try await call.session.reviews(of: id, page: try call(page), request: call.requestID)
    return Record { result in
      result.member("id", id.description)
      result.member("page", reviews.page)
      result.member("total", reviews.total)
      result.member("hasMore", reviews.hasMore)
      result.name("items")
      result.array(reviews.items.map { ReviewResult(review: $0, isWhole: true) })
      if reviews.isStale { result.member("stale", true) }
    }
  }
}
