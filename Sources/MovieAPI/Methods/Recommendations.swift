import JSON
import MovieCore

/// `recommendations`: movies similar to one movie.
enum Recommendations {
  static let id = Parameter("id", .movieID, "The id of the movie.")
  static let list = Parameter("list", .text, "The name of the list; `recommendations:<id>` by default.").optional

  static let method = Method(
    "recommendations", "Creates a list of movies similar to one movie and returns its first page.",
    details: "The list is named `recommendations:<id>` unless `list` gives another name; `nextPage` continues it.",
    [id, list, LanguageTag.parameter],
    errors: .ofCatalogs + .failures(.movieNotFound, .superseded)
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let page = try await call.session.recommendations(
      for: id, list: try call(list), language: language, context: call.context)
    return PageResult(page: page, session: call.session)
  }
}
