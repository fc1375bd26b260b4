import JSON
import MovieCore

/// `detail`: all that a catalog tells about one movie.
enum Detail {
  static let id = Parameter.movieID("id", "The movie.")
  static let reviews = Parameter.integer("reviews", "How many reviews to give along.", in: 0...20, default: 3)

  static let method = Method(
    "detail", "Gives all that is known about one movie.", [id, reviews],
    errors: .ofCatalogs + .failures(.movieNotFound), result: DetailResult.schema,
    examples: [
      Example(
        "Oldboy", ["id": "builtin:tt0364569"],
        result: Example.oldboy.adding([
          "languages": ["Korean"], "countries": [], "companies": [],
          "castMembers": [["name": "Choi Min-sik"], ["name": "Yoo Ji-tae"]],
          "crewMembers": [["name": "Park Chan-wook", "job": "Director"]], "ratings": [], "trailers": [],
          "reviews": ["total": 0, "items": []], "recommendations": ["items": []],
        ]), isAbridged: true)
    ]
  ) { call in
    let id = try call(id)
    let detail = try await call.session.detail(id, reviews: try call(reviews), activity: call.activity)
    return DetailResult(detail: detail, session: call.session)
  }
}
