import JSON
import JSONRPC
import MovieCore

/// `search`: makes a list of what a query finds, and gives its first page.
enum Search {
  static let query = Parameter.text("query", "Words of a title in any of its languages, of a name, or a year.")
  static let list = Parameter.text("list", "The list that the result is shown in.", default: "search")
  static let catalog = Parameter.optionalText("catalog", "The catalog to search.")
  static let year = Parameter.optionalInteger("year", "Only films of this year.", in: 1870...2200)
  static let language = Parameter.optionalText("language", "The language of titles, as `ko` or `ko-KR`.")
  static let limit = Parameter.integer(
    "limit", "How many movies make a page.", in: ClientSession.limits, default: ClientSession.defaultLimit)
  static let debounceMs = Parameter.optionalMilliseconds(
    "debounceMs", "How long to wait for a newer search into the same list before this one starts.")

  static let method = Method(
    "search", "Searches a catalog; a newer search into the same list supersedes an older one.",
    [query, list, catalog, year, language, limit, debounceMs],
    errors: .ofCatalogs + .failures(.queryTooBroad, .superseded), result: PageResult.schema,
    examples: [
      Example(
        "A title in Korean", ["query": "기생충"],
        result: [
          "list": "search", "query": "기생충", "page": 1, "offset": 0, "total": 1, "hasMore": false,
          "items": [Example.parasite],
        ]),
      Example(
        "Small pages", ["query": "godfather", "limit": 2],
        result: [
          "list": "search", "query": "godfather", "page": 1, "offset": 0, "total": 3, "hasMore": true,
          "items": [Example.godfathers[0], Example.godfathers[1]],
        ]),
    ]
  ) { call in
    let search = SearchQuery(
      text: try call(query), year: try call(year), language: try call(language).flatMap(LanguageTag.tag))
    let page = try await call.session.search(
      search, list: try call(list), catalog: try call(catalog), limit: try call(limit), debounce: try call(debounceMs),
      activity: call.activity)
    return PageResult(page: page, session: call.session)
  }
}
