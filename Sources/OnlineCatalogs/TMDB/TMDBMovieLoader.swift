/// Requests movies from TMDB and decodes them, for the catalog and for the account's favorites.
struct TMDBMovieLoader: Sendable {
  let service: TMDBService
  let referenceData: TMDBReferenceData
  private let dates = TMDBDates()
  private let clock: any Clock<Duration>

  static let optionalWorkLimit = Duration.seconds(3)

  init(service: TMDBService, clock: any Clock<Duration>) {
    self.service = service
    referenceData = TMDBReferenceData(service: service, clock: clock)
    self.clock = clock
  }

  /// Runs work that only adds to a response; nil if it fails or exceeds the limit.
  func optional<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async -> Value? {
    await bestEffort(within: Self.optionalWorkLimit, clock: clock, work)
  }

  /// The decoder for a language. Without the service's reference data only genre names and image sizes are missing.
  func decoder(for language: TMDBLanguage) async -> TMDBDecoder {
    async let images = optional { try await referenceData.images() }
    async let genres = optional { try await referenceData.genres(language) }
    let names = (await genres ?? []).compactMap { genre in Int(genre.id).map { ($0, genre.name) } }
    return TMDBDecoder(
      language: language, images: await images ?? .documented, genres: Dictionary(names) { first, _ in first },
      dates: dates)
  }

  func page(
    _ path: String, _ query: [HTTPRequest.Field], _ number: Int, about id: MovieID? = nil
  ) async throws -> TMDBPage {
    let query = query + [HTTPRequest.Field("page", String(number))]
    let (json, isStale) = try await service.get(path, query, about: id)
    guard let page = TMDBPage(json, number: number, isStale: isStale) else {
      throw service.upstream.invalidResponse("a page has no results")
    }
    return page
  }

  static func lacksText(_ row: JSON) -> Bool { row["overview"]?.summary == nil || row["title"]?.text == nil }

  /// The English texts of the same page, by movie number; none if no row lacks a text or the page cannot be loaded.
  func englishTexts(
    for rows: [JSON], _ language: TMDBLanguage, _ path: String, _ query: [HTTPRequest.Field] = [],
    hasRegion: Bool = false, _ number: Int = 1
  ) async -> [Int: TMDBTexts] {
    guard !language.isFallback, rows.contains(where: Self.lacksText) else { return [:] }
    let query = query + language.query(withRegion: hasRegion, inEnglish: true)
    let page = await optional { try await self.page(path, query, number) }
    return TMDBTexts.byNumber(page?.rows ?? [])
  }

  /// The movies of a user's list, in which those that lack a text are requested one by one.
  func movies(_ rows: [JSON], _ language: TMDBLanguage) async -> [Movie] {
    var movies = await decoder(for: language).movies(rows)
    guard !language.isFallback else { return movies }
    let lacking = Set(rows.filter(Self.lacksText).compactMap(TMDBDecoder.number).map { String($0) })
    for index in movies.indices where lacking.contains(movies[index].id.native) {
      do {
        movies[index] = try await movie(movies[index].id, language, isCurrent: false)
      } catch let error as MovieError where error.reason == .movieNotFound {
        continue
      } catch {
        // The next movies would probably fail too, each after some seconds.
        break
      }
    }
    return movies
  }

  func movie(_ id: MovieID, _ language: TMDBLanguage, isCurrent: Bool) async throws -> Movie {
    let number = try await service.number(of: id)
    async let decoder = decoder(for: language)
    let parts = ["credits", "external_ids"] + (language.country == nil ? [] : ["release_dates"])
    let body = try await body(number, parts, language, about: id, isCurrent: isCurrent).json
    guard let movie = await decoder.movie(body: body) else { throw unreadable }
    return movie
  }

  /// A movie's body with parts appended, and with its translations if a text may need another language.
  func body(
    _ movie: String, _ parts: [String], _ language: TMDBLanguage, about id: MovieID, isCurrent: Bool = false
  ) async throws -> Upstream.Response {
    let parts = parts + (language.isFallback ? [] : ["translations"])
    var query = language.query(withRegion: false)
    query.append(HTTPRequest.Field("append_to_response", parts.joined(separator: ",")))
    if parts.contains("videos") {
      let languages = [language.code] + (language.isEnglish ? [] : ["en"]) + ["null"]
      query.append(HTTPRequest.Field("include_video_language", languages.joined(separator: ",")))
    }
    return try await service.get("/movie/\(movie)", query, about: id, isCurrent: isCurrent)
  }

  var unreadable: MovieError { service.upstream.invalidResponse("a movie has no id or no title") }
}
