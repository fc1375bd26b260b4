extension TMDBCatalog {
  func people(_ query: String, limit: Int, language: String?) async throws -> People {
    let language = TMDBLanguage(language)
    let fields =
      [HTTPRequest.Field("query", query), HTTPRequest.Field("include_adult", "false")]
      + language.query(withRegion: false)
    async let decoder = movies.decoder(for: language)
    var rows: [JSON] = []
    var page: Int? = 1
    while let number = page, rows.count < limit, number <= Self.peoplePages {
      let envelope = try await movies.page("/search/person", fields, number)
      rows += envelope.rows
      page = envelope.next
    }
    let people = await decoder.people(rows)
    try service.upstream.checkRows(rows.count, readable: people.count)
    return People(Array(people.uniqued(on: \.id).prefix(limit)))
  }

  /// More than enough for the largest limit.
  private static let peoplePages = 3

  /// One request loads everything, unless a film lacks a text in the language.
  func person(_ id: PersonID, language: String?) async throws -> Person {
    guard TMDBService.isNumber(id.native) else { throw MovieError.notFound("person", id) }
    let language = TMDBLanguage(language)
    let parts = ["movie_credits", "external_ids"] + (language.isFallback ? [] : ["translations"])
    let path = "/person/\(id.native)"
    async let decoder = movies.decoder(for: language)
    let (body, isStale) = try await entity(path, language, parts: parts, orThrow: .notFound("person", id))
    @Sendable func credits(_ body: JSON) -> [JSON] {
      ["cast", "crew"].flatMap { body["movie_credits"]?[$0]?.elements ?? [] }
    }
    var english: [Int: TMDBTexts] = [:]
    if !language.isFallback, credits(body).contains(where: TMDBMovieLoader.lacksText) {
      let englishBody = await movies.optional {
        try await self.entity(path, .english, parts: ["movie_credits"], orThrow: .notFound("person", id)).json
      }
      english = TMDBTexts.byNumber(englishBody.map(credits) ?? [])
    }
    guard var person = await decoder.person(body, id: id, english: english) else {
      throw service.upstream.invalidResponse("a person has no name")
    }
    person.isStale = isStale
    return person
  }

  func collection(_ id: CollectionID, language: String?) async throws -> MovieCollection {
    guard TMDBService.isNumber(id.native) else { throw MovieError.notFound("collection", id) }
    let language = TMDBLanguage(language)
    let path = "/collection/\(id.native)"
    async let decoder = movies.decoder(for: language)
    let (body, isStale) = try await entity(path, language, orThrow: .notFound("collection", id))
    let lacksText =
      body["overview"]?.summary == nil || (body["parts"]?.elements ?? []).contains(where: TMDBMovieLoader.lacksText)
    let englishBody: JSON? =
      language.isFallback || !lacksText
      ? nil : await movies.optional { try await self.entity(path, .english, orThrow: .notFound("collection", id)).json }
    guard var collection = await decoder.collection(body, id: id, englishBody: englishBody) else {
      throw service.upstream.invalidResponse("a collection has no name")
    }
    collection.isStale = isStale
    return collection
  }

  private func entity(
    _ path: String, _ language: TMDBLanguage, parts: [String] = [], orThrow missing: MovieError
  ) async throws -> Upstream.Response {
    var query = language.query(withRegion: false)
    if !parts.isEmpty { query.append(HTTPRequest.Field("append_to_response", parts.joined(separator: ","))) }
    // The movie stands for the person or the collection: it tells a 404 of TMDB from that of another service.
    let movie = MovieID(catalog: Self.name, native: path)
    guard let response = try await unlessNotFound({ try await service.get(path, query, about: movie) }) else {
      throw missing
    }
    return response
  }
}
