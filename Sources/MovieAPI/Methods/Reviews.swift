import JSON
import MovieCore

/// `reviews`: a page of what people wrote about a movie.
enum Reviews {
  static let id = Parameter.movieID("id", "The movie.")
  static let page = Parameter.integer("page", "Which page, from 1.", in: 1...10_000, default: 1)

  static let method = Method(
    "reviews", "Gives a page of a movie's reviews, whole.", [id, page],
    errors: .ofCatalogs + .failures(.movieNotFound), result: result,
    examples: [
      Example(
        "The first page", ["id": "tmdb:496243"],
        result: [
          "id": "tmdb:496243", "page": 1, "total": 1, "hasMore": false,
          "items": [
            [
              "id": "5d0c1f", "author": "cinephile", "rating": 9, "preview": "Not a shot too many.",
              "content": "Not a shot too many.", "truncated": false, "createdAt": "2019-06-21T08:30:00.000Z",
              "url": "https://www.themoviedb.org/review/5d0c1f",
            ]
          ],
        ], needs: "tmdb")
    ]
  ) { call in
    let id = try call(id)
    let reviews = try await call.session.reviews(of: id, page: try call(page), activity: call.activity)
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
  private static var result: JSONSchema {
    .shared(
      "Reviews", "A page of a movie's reviews.",
      [
        .required("id", .movieID, "The movie."),
        .required("page", .integer(in: 1...Int.max), "Which page this is."),
        .required("total", .count, "How many reviews there are."),
        .required("hasMore", .boolean, "Whether there is a page behind this one."),
        .required("items", .array(of: ReviewResult.schema), "The reviews, with their `content`."),
        .optional("stale", .constant(true), "The catalog could not be reached: this is from an earlier time."),
      ])
  }
}
