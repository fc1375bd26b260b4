/// A list of TMDB's `/discover/movie`. A cursor is a page, with the number of pages for a random order: the seed
/// determines the order of the pages and that of the movies on each.
struct TMDBDiscover: Sendable {
  let catalog: TMDBCatalog
  let query: DiscoverQuery

  /// Films with a few votes only would be the best and the worst of all.
  private static let votesForRating = 200

  private var movies: TMDBMovieLoader { catalog.movies }
  private var language: TMDBLanguage { TMDBLanguage(query.language) }

  func batch(at cursor: Int) async throws -> MovieBatch {
    let fields = try await fields()
    if query.sort == .random { return try await randomBatch(at: cursor, fields) }
    let batch = try await page(max(cursor, 1), fields)
    if cursor == 0, batch.movies.isEmpty { try await checkIDs() }
    return batch
  }

  private func page(_ number: Int, _ fields: [HTTPRequest.Field]) async throws -> MovieBatch {
    try await catalog.batch(Self.path, fields, hasRegion: true, language, number)
  }

  private static let path = "/discover/movie"

  private static let pageLimit = 1_000

  private func randomBatch(at cursor: Int, _ fields: [HTTPRequest.Field]) async throws -> MovieBatch {
    var pages = cursor / Self.pageLimit
    let index = cursor % Self.pageLimit
    if cursor == 0 {
      // Its rows are not wasted: the response is cached until the page has its turn.
      let first = try await movies.page(Self.path, fields + language.query(withRegion: true), 1)
      if first.rows.isEmpty { try await checkIDs() }
      pages = min(max((first.total + TMDBPage.size - 1) / TMDBPage.size, 1), TMDBPage.last)
    }
    var generator = SeededGenerator(seed: query.seed)
    let order = (1...max(pages, 1)).shuffled(using: &generator)
    guard order.indices.contains(index) else { return MovieBatch(movies: [], total: 0, next: nil) }
    var batch = try await page(order[index], fields)
    var inner = SeededGenerator(seed: query.seed &+ order[index])
    batch.movies.shuffle(using: &inner)
    batch.next = index + 1 < order.count ? pages * Self.pageLimit + index + 1 : nil
    return batch
  }

  private func fields() async throws -> [HTTPRequest.Field] {
    var fields = [HTTPRequest.Field("include_adult", "false"), HTTPRequest.Field("sort_by", order)]
    func add(_ name: String, _ value: (some CustomStringConvertible)?) {
      if let value { fields.append(HTTPRequest.Field(name, value.description)) }
    }
    if !query.genres.isEmpty || !query.excludeGenres.isEmpty {
      let known = try await knownGenres()
      func ids(_ filter: DiscoverQuery.Filter) throws(MovieError) -> String? {
        let ids = try query.genreIDs(filter, among: known, of: TMDBCatalog.name)
        return ids.isEmpty ? nil : ids.joined(separator: ",")
      }
      add("with_genres", try ids(.genres))
      add("without_genres", try ids(.excludeGenres))
    }
    add("primary_release_date.gte", query.yearFrom.map { "\($0)-01-01" })
    add("primary_release_date.lte", query.yearTo.map { "\($0)-12-31" })
    add("vote_average.gte", query.ratingFrom)
    add("vote_count.gte", query.votesFrom ?? (query.sort == .rating ? Self.votesForRating : nil))
    add("with_runtime.gte", query.runtimeFrom)
    add("with_runtime.lte", query.runtimeTo)
    add("with_original_language", query.originalLanguage)
    add("with_origin_country", query.country)
    add("with_people", try person())
    add("with_keywords", try await keyword())
    if let (provider, country) = try await provider() {
      add("with_watch_providers", provider)
      add("watch_region", country)
    }
    return fields
  }

  private var order: String {
    let key =
      switch query.sort {
      // Any order will do for a random one, if it seldom changes at its beginning.
      case .popularity, .random: "popularity"
      case .rating: "vote_average"
      case .releaseDate: "primary_release_date"
      case .title: "title"
      }
    return "\(key).\(query.order.rawValue)"
  }

  /// The genres in the query's language, in English, and in the languages of the scripts of the names in the query.
  private func knownGenres() async throws -> [Genre] {
    let scripts = (query.genres + query.excludeGenres).flatMap { TMDBLanguage.languages(ofScriptIn: $0) }
    var known: [Genre] = []
    for language in ([language, .english] + scripts).uniqued() {
      known += try await movies.referenceData.genres(language)
    }
    return known
  }

  private func person() throws -> String? {
    guard let person = query.person else { return nil }
    guard TMDBService.isNumber(person.native) else { throw unknownPerson(person) }
    return person.native
  }

  private func unknownPerson(_ person: PersonID) -> MovieError {
    .unknown(.person, "The catalog tmdb has no person \(person.native).", in: TMDBCatalog.name)
  }

  /// A name comes before an id: there are keywords such as “1984”.
  private func keyword() async throws -> String? {
    guard let keyword = query.keyword else { return nil }
    let found = try await movies.page("/search/keyword", [HTTPRequest.Field("query", keyword)], 1)
    if let number = number(named: keyword, in: found.rows, "id", "name") { return String(number) }
    guard TMDBService.isNumber(keyword) else { throw unknownKeyword(keyword) }
    return keyword
  }

  private func unknownKeyword(_ keyword: String) -> MovieError {
    .unknown(.keyword, "The catalog tmdb has no keyword “\(keyword.prefix(40))”.", in: TMDBCatalog.name)
  }

  private func provider() async throws -> (provider: String, country: String)? {
    guard let provider = query.provider else { return nil }
    guard let country = language.country else {
      throw MovieError.unknown(
        .provider, "A provider shows movies in a country: give a language with one, such as ko-KR.",
        in: TMDBCatalog.name)
    }
    let fields = [HTTPRequest.Field("watch_region", country)] + language.query(withRegion: false)
    let rows = try await movies.service.get("/watch/providers/movie", fields).json["results"]?.elements ?? []
    guard let number = number(named: provider, in: rows, "provider_id", "provider_name") else {
      throw MovieError.unknown(
        .provider, "The catalog tmdb has no provider “\(provider.prefix(40))” in \(country).", in: TMDBCatalog.name)
    }
    return (String(number), country)
  }

  /// The number in the row that has this name or, if there is none, this number.
  private func number(named text: String, in rows: [JSON], _ id: String, _ name: String) -> Int? {
    let folded = TextFolding.fold(text)
    let named = folded.isEmpty ? nil : rows.first { $0[name]?.text.map(TextFolding.fold) == folded }
    return (named ?? rows.first { $0[id]?.wholeNumber.map { String($0) } == text })?[id]?.wholeNumber
  }

  /// Reports a person or keyword that does not exist, for which the service lists nothing.
  private func checkIDs() async throws {
    func check(_ path: String, _ error: MovieError) async throws {
      let id = MovieID(catalog: TMDBCatalog.name, native: path)
      if try await unlessNotFound({ try await movies.service.get(path, about: id) }) == nil { throw error }
    }
    if let person = query.person { try await check("/person/\(person.native)", unknownPerson(person)) }
    if let keyword = query.keyword, let id = try await self.keyword() {
      try await check("/keyword/\(id)", unknownKeyword(keyword))
    }
  }
}

extension TMDBLanguage {
  /// The languages that are written in the script of a text, if it is not Latin.
  fileprivate static func languages(ofScriptIn text: String) -> [TMDBLanguage] {
    let codes: [String] =
      switch text.unicodeScalars.first(where: { $0.value >= 0x370 })?.value ?? 0 {
      case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: ["ko"]
      case 0x3040...0x30FF: ["ja"]
      case 0x3400...0x9FFF: ["zh-CN", "zh-TW", "ja"]
      case 0x400...0x52F: ["ru", "uk"]
      case 0x370...0x3FF: ["el"]
      case 0x590...0x5FF: ["he"]
      case 0x600...0x6FF: ["ar"]
      case 0xE00...0xE7F: ["th"]
      default: []
      }
    return codes.map { TMDBLanguage($0) }
  }
}
