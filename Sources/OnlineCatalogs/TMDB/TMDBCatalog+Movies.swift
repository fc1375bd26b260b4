import HTTP
import JSON
import MovieCore

extension TMDBCatalog {
  public func movie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movie(id, TMDBLanguage(language), isCurrent: false)
  }

  public func currentMovie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movie(id, TMDBLanguage(language), isCurrent: true)
  }

  private func movie(_ id: MovieID, _ language: TMDBLanguage, isCurrent: Bool) async throws -> Movie {
    let number = try await service.number(of: id)
    async let mapping = mapping(language)
    let body = try await service.about(id) {
      try await self.body(number, ["credits", "external_ids"], language, isCurrent: isCurrent).json
    }
    guard let movie = await mapping.movie(body: body) else { throw unreadable }
    return movie
  }

  /// Movies of a list that is one user's own, which is not asked for a second time in English: the few that lack a text
  /// are asked for one by one.
  func movies(_ rows: [JSON], _ language: TMDBLanguage) async -> [Movie] {
    var movies = await mapping(language).movies(rows)
    guard !language.isFallback else { return movies }
    let lacking = Set(rows.filter(Self.lacksText).compactMap(TMDBDecoder.number).map { String($0) })
    for index in movies.indices where lacking.contains(movies[index].id.native) {
      if let whole = try? await movie(movies[index].id, language, isCurrent: false) { movies[index] = whole }
    }
    return movies
  }

  /// One request for nearly all of it. What is one user's own is asked for by itself, so that the rest can be kept for
  /// everybody; the same holds for what other languages and other services add.
  public func detail(_ id: MovieID, reviews count: Int, language: String?) async throws -> MovieDetail {
    let language = TMDBLanguage(language)
    let number = try await service.number(of: id)
    async let mapping = mapping(language)
    async let myRating = myRating(number)
    // Reviews are filtered by their language, and almost all are English.
    async let english = language.isEnglish ? nil : addition { try await self.reviews(number, nil, 1) }
    let parts = ["credits", "external_ids", "videos", "release_dates", "recommendations", "reviews"]
    let (body, isStale) = try await service.about(id) { try await self.body(number, parts, language) }
    let recommended = body["recommendations"]
    async let texts = englishTexts(
      for: recommended?["results"]?.elements ?? [], language, "/movie/\(number)/recommendations")
    guard var detail = await mapping.detail(body: body) else { throw unreadable }
    let imdbId = detail.movie.imdbId
    async let omdb = ratings(imdbId)
    var reviews = body["reviews"].flatMap { TMDBPage($0, number: 1, isStale: isStale) }
    if reviews?.rows.isEmpty ?? true { reviews = await english ?? reviews }
    detail.reviews = MovieDetail.Reviews(
      total: reviews?.total ?? 0,
      items: Array((reviews?.rows ?? []).compactMap(TMDBReviews.review).prefix(count)))
    let missing = await texts
    if !missing.isEmpty { detail.recommendations = await mapping.recommendations(recommended, english: missing) }
    detail.myRating = await myRating
    if let omdb = await omdb {
      detail.ratings = omdb.ratings
      detail.awards = omdb.awards
    }
    detail.attribution = Self.attribution
    detail.isStale = isStale
    return detail
  }

  public func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage {
    let language = TMDBLanguage(language)
    let number = try await service.number(of: id)
    return try await service.about(id) {
      // Behind the last page that the service gives there is nothing, and its total is the same.
      let reachable = min(page, TMDBPage.last)
      async let english = language.isEnglish ? nil : self.reviews(number, nil, reachable)
      var reviews = try await self.reviews(number, language, reachable)
      if reviews.total == 0, let english = try await english { reviews = english }
      let items = reviews.rows.compactMap(TMDBReviews.review)
      try service.upstream.checkRows(reviews.rows.count, readable: items.count)
      var result = ReviewPage(
        items: page > reachable ? [] : items, page: page, total: reviews.total,
        hasMore: page <= reachable && reviews.next != nil)
      result.isStale = reviews.isStale
      return result
    }
  }

  /// - Parameter language: nil for the service's own.
  private func reviews(_ movie: String, _ language: TMDBLanguage?, _ page: Int) async throws -> TMDBPage {
    try await self.page("/movie/\(movie)/reviews", language?.query(withRegion: false) ?? [], page)
  }

  /// A movie's body with parts of it appended; and with its translations, where a text may need another.
  private func body(
    _ movie: String, _ parts: [String], _ language: TMDBLanguage, isCurrent: Bool = false
  ) async throws -> (json: JSON, isStale: Bool) {
    let parts = parts + (language.isFallback ? [] : ["translations"])
    var query = language.query(withRegion: false)
    query.append(HTTPRequest.Field("append_to_response", parts.joined(separator: ",")))
    if parts.contains("videos") {
      let languages = [language.code] + (language.isEnglish ? [] : ["en"]) + ["null"]
      query.append(HTTPRequest.Field("include_video_language", languages.joined(separator: ",")))
    }
    return try await service.get("/movie/\(movie)", query, isCurrent: isCurrent)
  }

  /// Nil where nobody is logged in, the user has not rated the movie, or the service does not tell.
  private func myRating(_ movie: String) async -> Double? {
    guard let source = account as? any TMDBSessionSource, let session = source.sessionID else { return nil }
    let states = await addition {
      do {
        return try await service.get("/movie/\(movie)/account_states", session: session).json
      } catch {
        source.failed(error, withSession: session)
        throw error
      }
    }
    // `false`, or an object.
    guard let value = states?["rated"]?["value"]?.decimal, (0.5...10).contains(value) else { return nil }
    return value
  }

  private func ratings(_ imdbId: String?) async -> OMDbRatings? {
    guard let imdbId, let ratings else { return nil }
    return await addition { try await ratings(imdbId) }
  }

  private var unreadable: MovieError { service.upstream.invalidResponse("a movie has no id or no title") }
}
