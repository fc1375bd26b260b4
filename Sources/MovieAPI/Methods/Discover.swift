enum Discover {
  private static let minutes = 0...100_000

  static let catalog = optional(
    "catalog", .text, "The name of the catalog; by default that of `person`, or else the session's.")
  static let list = Parameter("list", .text, "The name of the list.").default("discover")
  static let genres = optional("genres", .names, "Ids or names of genres, all of which a movie has.")
  static let excludeGenres = optional("excludeGenres", .names, "Ids or names of genres, none of which a movie has.")
  static let yearFrom = optional("yearFrom", .integer(in: Movie.years), "The first year of release.")
  static let yearTo = optional("yearTo", .integer(in: Movie.years), "The last year of release.")
  static let ratingFrom = optional("ratingFrom", .rating, "The lowest rating by the catalog's users.")
  static let votesFrom = optional("votesFrom", .integer(in: 0...1_000_000_000), "The lowest number of ratings.")
  static let runtimeFrom = optional("runtimeFrom", .integer(in: minutes), "The shortest running time in minutes.")
  static let runtimeTo = optional("runtimeTo", .integer(in: minutes), "The longest running time in minutes.")
  static let originalLanguage = optional(
    "originalLanguage", .languageCode, "The original language, ISO 639, such as `ko`.")
  static let country = optional("country", .countryCode, "The country of production, ISO 3166-1, such as `KR`.")
  static let person = optional(
    "person", JSONType<PersonID>.catalogID(of: "person"), "The id of somebody who took part in the movie.")
  static let keyword = optional("keyword", .text, "The id or the name of a keyword of the catalog.")
  static let provider = optional(
    "provider", .text, "The id or the name of a streaming provider, in the country of the language.")
  static let sort = optional("sort", JSONType<DiscoverQuery.Sort>.choice, "The sort key; `popularity` by default.")
  static let seed = optional(
    "seed", .integer(in: 0...9_007_199_254_740_991), "With `random`: the same seed gives the same order.")

  static let method = Method(
    "discover", "Creates a list of the movies that meet criteria and returns its first page.",
    details: """
      A movie meets all criteria. `nextPage` continues the list. A criterion that the catalog lacks, or whose value it \
      does not know, is `invalidParams`.
      """,
    [
      catalog, list, genres, excludeGenres, yearFrom, yearTo, ratingFrom, votesFrom, runtimeFrom, runtimeTo,
      originalLanguage, country, person, keyword, provider, sort, ListFavorites.order, seed, Search.limit,
      LanguageTag.parameter,
    ],
    errors: .ofCatalogs + .failures(.superseded)
  ) { call in
    let query = Indirect(try query(call))
    let page = try await call.session.discover(
      query, list: call(list), catalog: call(catalog), limit: call(Search.limit), context: call.context)
    return PageResult(page: page, session: call.session)
  }

  /// Not inlined: each of its steps would keep room for the query while the request waits; see `Indirect`.
  @inline(never)
  private static func query(_ call: Call) throws -> DiscoverQuery {
    var query = DiscoverQuery()
    query.genres = try call(genres) ?? []
    query.excludeGenres = try call(excludeGenres) ?? []
    query.yearFrom = try call(yearFrom)
    query.yearTo = try call(yearTo)
    query.ratingFrom = try call(ratingFrom)
    query.votesFrom = try call(votesFrom)
    query.runtimeFrom = try call(runtimeFrom)
    query.runtimeTo = try call(runtimeTo)
    query.originalLanguage = try call(originalLanguage)
    query.country = try call(country)
    query.person = try call(person)
    query.keyword = try call(keyword)
    query.provider = try call(provider)
    query.sort = try call(sort) ?? .popularity
    query.order = try call(ListFavorites.order) ?? query.sort.defaultOrder
    query.seed = try call.seed(isRandom: query.sort == .random) ?? Int.random(in: 0...Int.max)
    query.language = try call.language()
    return query
  }
}

extension Call {
  /// The seed of a list.
  ///
  /// - Throws: `invalidParams` for a seed of a list that is not in random order, and for an order of one that is.
  func seed(isRandom: Bool) throws -> Int? {
    let seed = try self(Discover.seed)
    if seed != nil, !isRandom {
      throw MovieError.invalidParams("The member seed needs the sort key random.", field: "seed")
    }
    if isRandom, try self(ListFavorites.order) != nil {
      throw MovieError.invalidParams("The sort key random has no order.", field: "order")
    }
    return seed
  }
}

extension JSONType<[String]> {
  fileprivate static var names: JSONType {
    JSONType(.array(of: .text), "an array of at most 20 strings that are not blank") { json in
      guard let items = json.array, items.count <= 20 else { return nil }
      let texts = items.compactMap(JSONType<String>.text.read)
      return texts.count == items.count ? texts : nil
    }
  }
}

extension JSONType<String> {
  fileprivate static var languageCode: JSONType {
    JSONType(.string(pattern: "^[A-Za-z]{2,3}$"), "a language code of two or three letters") { json in
      json.string.flatMap { isCode($0, 2...3) ? $0.lowercased() : nil }
    }
  }

  fileprivate static var countryCode: JSONType {
    JSONType(.string(pattern: "^[A-Za-z]{2}$"), "a country code of two letters") { json in
      json.string.flatMap { isCode($0, 2...2) ? $0.uppercased() : nil }
    }
  }

  private static func isCode(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetter }
  }
}
