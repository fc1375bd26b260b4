import JSON
import MovieCore

/// `search`: creates a list of the movies that match a query and returns its first page.
enum Search {
  static let query = Parameter("query", .text, "Words of a title in any of its languages or of a name, or a year.")
  static let list = Parameter("list", .text, "The name of the list.").default("search")
  static let catalog = Parameter("catalog", .text, "The name of the catalog to search.").optional
  static let year = Parameter("year", .integer(in: Movie.years), "The year of release.").optional
  static let limit = Parameter("limit", .integer(in: ClientSession.limits), "The number of movies in a page.")
    .default(ClientSession.defaultLimit)
  static let debounceMs = Parameter(
    "debounceMs", .milliseconds, "The time to wait for a newer search in the same list, in milliseconds."
  ).optional

  static let method = Method(
    "search", "Searches a catalog; a search supersedes the previous one in the same list.",
    details: "`nextPage` continues the list. With `debounceMs` a client can send one search for each key press.",
    [query, list, catalog, year, LanguageTag.parameter, limit, debounceMs],
    errors: .ofCatalogs + .failures(.queryTooBroad, .superseded)
  ) { call in
    let search = SearchQuery(
      text: try call(query), year: try call(year), language: try call.language())
    let page = try await call.session.search(
      search, list: try call(list), catalog: try call(catalog), limit: try call(limit), debounce: try call(debounceMs),
      context: call.context)
    return PageResult(page: page, session: call.session)
  }
}
