import HTTP
import JSON
import MovieCore

extension TMDBCatalog {
  func people(_ query: String, limit: Int, language: String?) async throws -> [PersonSummary] {
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
    return Array(people.uniqued(on: \.id).prefix(limit))
  }

  /// More than enough for the largest limit.
  private static let peoplePages = 3

  /// One request loads everything, unless a film lacks a text in the language.
  func person(_ id: PersonID, language: String?) async throws -> Person {
    guard TMDBService.isNumber(id.native) else { throw MovieError.personNotFound(id) }
    let language = TMDBLanguage(language)
    let parts = ["movie_credits", "external_ids"] + (language.isFallback ? [] : ["translations"])
    let path = "/person/\(id.native)"
    async let decoder = movies.decoder(for: language)
    let (body, isStale) = try await entity(path, language, parts: parts, orThrow: .personNotFound(id))
    @Sendable func credits(_ body: JSON) -> [JSON] {
      ["cast", "crew"].flatMap { body["movie_credits"]?[$0]?.elements ?? [] }
    }
    let english = await englishTexts(for: credits(body), language) { language in
      credits(try await self.entity(path, language, parts: ["movie_credits"], orThrow: .personNotFound(id)).body)
    }
    guard var person = await decoder.person(body, id: id, english: english) else {
      throw service.upstream.invalidResponse("a person has no name")
    }
    person.isStale = isStale
    return person
  }

  func collection(_ id: CollectionID, language: String?) async throws -> MovieCollection {
    guard TMDBService.isNumber(id.native) else { throw MovieError.collectionNotFound(id) }
    let language = TMDBLanguage(language)
    let path = "/collection/\(id.native)"
    async let decoder = movies.decoder(for: language)
    let (body, isStale) = try await entity(path, language, orThrow: .collectionNotFound(id))
    @Sendable func parts(_ body: JSON) -> [JSON] { body["parts"]?.elements ?? [] }
    let english = await englishTexts(for: parts(body), language) { language in
      parts(try await self.entity(path, language, orThrow: .collectionNotFound(id)).body)
    }
    guard var collection = await decoder.collection(body, id: id, english: english) else {
      throw service.upstream.invalidResponse("a collection has no name")
    }
    collection.isStale = isStale
    return collection
  }

  private func entity(
    _ path: String, _ language: TMDBLanguage, parts: [String] = [], orThrow missing: MovieError
  ) async throws -> (body: JSON, isStale: Bool) {
    var query = language.query(withRegion: false)
    if !parts.isEmpty {
      query.append(HTTPRequest.Field("append_to_response", parts.joined(separator: ",")))
    }
    do {
      // The movie stands for the person or the collection: it tells a 404 of TMDB from that of another service.
      let response = try await service.get(path, query, about: MovieID(catalog: Self.name, native: path))
      return (response.json, response.isStale)
    } catch let error as MovieError where error.reason == .movieNotFound {
      throw missing
    }
  }

  /// The English texts of rows, by movie number; none if no row lacks a text or they cannot be loaded.
  ///
  /// - Parameter rows: loads the same rows in a language.
  private func englishTexts(
    for found: [JSON], _ language: TMDBLanguage,
    _ rows: @escaping @Sendable (TMDBLanguage) async throws -> [JSON]
  ) async -> [Int: TMDBTexts] {
    guard !language.isFallback, found.contains(where: TMDBMovieLoader.lacksText) else { return [:] }
    let english = await movies.optional { try await rows(.english) } ?? []
    let texts = english.compactMap { row in TMDBDecoder.number(row).map { ($0, TMDBTexts(row)) } }
    return Dictionary(texts) { first, _ in first }
  }
}
