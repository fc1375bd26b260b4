import JSON
import MovieCore

/// `recommendations`: movies like one movie.
enum Recommendations {
  static let id = Parameter.movieID("id", "The movie to start from.")
  static let list = Parameter.optionalText("list", "The list's name; `recommendations:<id>` by default.")

  static let method = Method(
    "recommendations", "Makes a list of movies like the one named.", [id, list],
    errors: .ofCatalogs + .failures(.movieNotFound, .superseded), result: PageResult.schema,
    examples: [
      Example(
        "More of the kind", ["id": "builtin:tt0068646"],
        result: [
          "list": "recommendations:builtin:tt0068646", "page": 1, "offset": 0, "total": 40, "hasMore": true,
          "items": [Example.godfathers[1]],
        ], isAbridged: true)
    ]
  ) { call in
    let id = try call(id)
    let page = try await call.session.recommendations(for: id, list: try call(list), activity: call.activity)
    return PageResult(page: page, session: call.session)
  }
}
