enum Search {
  static let query = Parameter("query", .text, "Words of a title in any of its languages or of a name, or a year.")
  static let list = Parameter("list", .text, "The name of the list.").default("search")
  static let catalog = optional("catalog", .text, "The name of the catalog to search.")
  static let year = optional("year", .integer(in: Movie.years), "The year of release.")
  static let limit = Parameter("limit", .integer(in: ClientSession.limits), "The number of movies in a page.")
    .default(ClientSession.defaultLimit)
  static let debounceMs = optional(
    "debounceMs", .milliseconds, "The time to wait for a newer search in the same list, in milliseconds.")

  static let method = Method(
    "search", "Searches a catalog; a search supersedes the previous one in the same list.",
    details: "`nextPage` continues the list. With `debounceMs` a client can send one search for each key press.",
    [query, list, catalog, year, LanguageTag.parameter, limit, debounceMs],
    errors: .ofCatalogs + .failures(.queryTooBroad, .superseded)
  ) { call in
    let page = try await call.session.search(
      SearchQuery(text: call(query), year: call(year), language: call.language()), list: call(list),
      catalog: call(catalog), limit: call(limit), debounce: call(debounceMs), context: call.context)
    return PageResult(page: page, session: call.session)
  }
}

enum NextPage {
  static let list = Parameter("list", .text, "The name of the list to continue.").default("search")

  static let method = Method(
    "nextPage", "Returns the next page of a list; concurrent requests for one list share the same page.",
    details:
      "A page that is requested while the list's search runs waits for it. After the last page `items` is empty.",
    [list], errors: .ofCatalogs + .failures(.listNotReady, .queryTooBroad, .superseded)
  ) { call in
    let page = try await call.session.nextPage(list: try call(list), context: call.context)
    return PageResult(page: page, session: call.session)
  }
}

enum Home {
  static let catalog = optional("catalog", .text, "The name of the catalog.")
  static let sections = optional(
    "sections", .strings,
    "The names of the sections to return, at most \(ClientSession.maximumSections); all by default.")

  static let method = Method(
    "home", "Returns the first page of each section of a catalog; each is a list named `home:<section>`.",
    details: "`nextPage` continues each of these lists. If a section fails, the others are returned all the same.",
    [catalog, sections, LanguageTag.parameter], errors: .ofCatalogs + .failures(.superseded)
  ) { call in
    let loaded = try await call.session.home(
      catalog: call(catalog), sections: call(sections), language: call.language(), context: call.context)
    return HomeResult(sections: loaded.map { SectionResult(loaded: $0, session: call.session) })
  }
}

private struct HomeResult: JSONObject {
  var sections: [SectionResult]

  static var schema: JSONSchema { shared("Home", "The sections of a catalog.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required(
      "sections", .array(of: SectionResult.schema),
      "The sections, in the order of the request, or else of the catalog.", \.sections)
  }
}

enum Recommendations {
  static let list = optional("list", .text, "The name of the list; `recommendations:<id>` by default.")

  static let method = Method(
    "recommendations", "Creates a list of movies similar to one movie and returns its first page.",
    details: "The list is named `recommendations:<id>` unless `list` gives another name; `nextPage` continues it.",
    [Detail.id, list, LanguageTag.parameter], errors: .ofCatalogs + .failures(.movieNotFound, .superseded)
  ) { call in
    let page = try await call.session.recommendations(
      for: call(Detail.id), list: call(list), language: call.language(), context: call.context)
    return PageResult(page: page, session: call.session)
  }
}

enum Genres {
  static let method = Method(
    "genres", "Returns the genres of a catalog.", details: "`discover` takes their ids and their names.",
    [Home.catalog, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    GenresResult(
      genres: try await call.session.genres(
        catalog: call(Home.catalog), language: call.language(), context: call.context))
  }
}

private struct GenresResult: JSONObject {
  var genres: [Genre]

  static var schema: JSONSchema { shared("Genres", "The genres of a catalog.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("genres", .array(of: Genre.schema), "All genres.") { $0.genres }
  }
}
