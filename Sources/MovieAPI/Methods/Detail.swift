import JSON
import MovieCore

/// `detail`: everything that a catalog knows about one movie.
enum Detail {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let reviews = Parameter("reviews", .integer(in: 0...20), "The maximum number of reviews in the result.")
    .default(3)

  static let method = Method(
    "detail", "Returns everything that a catalog knows about one movie.",
    details:
      "The id names the catalog. If the catalog cannot be reached, a favorite's stored data is returned, marked `stale`.",
    [id, reviews, LanguageTag.parameter],
    errors: .ofCatalogs + .failures(.movieNotFound),
    examples: [
      Example(
        "Get the details of Oldboy", ["id": "builtin:tt0364569"],
        result: Example.oldboy.adding([
          "languages": ["Korean"], "countries": [], "originCountries": [], "companies": [],
          "castMembers": [
            ["name": "Choi Min-sik", "personId": "builtin:choi-min-sik"],
            ["name": "Yoo Ji-tae", "personId": "builtin:yoo-ji-tae"],
          ],
          "crewMembers": [
            [
              "name": "Park Chan-wook", "personId": "builtin:park-chan-wook", "job": "Director",
              "department": "Directing",
            ]
          ],
          "ratings": [], "trailers": [], "releases": [], "keywords": [], "externalIds": ["imdb": "tt0364569"],
          "reviews": ["total": 0, "items": []], "recommendations": ["items": []],
        ]), isAbridged: true)
    ]
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let detail = try await call.session.detail(
      id, reviews: try call(reviews), language: language, context: call.context)
    return DetailResult(detail: detail, session: call.session)
  }
}
