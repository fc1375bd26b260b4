extension TMDBCatalog {
  func movie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movies.movie(id, TMDBLanguage(language), isCurrent: false)
  }

  func currentMovie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movies.movie(id, TMDBLanguage(language), isCurrent: true)
  }

  /// One request loads nearly everything. The user's own rating is another, so that the rest can be cached.
  func detail(_ id: MovieID, reviews count: Int, language: String?) async throws -> MovieDetail {
    let language = TMDBLanguage(language)
    let number = try await service.number(of: id)
    async let decoder = movies.decoder(for: language)
    async let myRating = myRating(number)
    // The service filters reviews by language, and almost all are English.
    async let english = language.isEnglish ? nil : movies.optional { try await self.reviews(number, nil, 1, about: id) }
    // The services that show the movie are of interest only in the user's country.
    let parts =
      ["credits", "external_ids", "videos", "release_dates", "keywords", "recommendations", "reviews"]
      + (language.country == nil ? [] : ["watch/providers"])
    let (body, isStale) = try await movies.body(number, parts, language, about: id)
    let recommended = body["recommendations"]
    async let texts = movies.englishTexts(
      for: recommended?["results"]?.elements ?? [], language, "/movie/\(number)/recommendations")
    let images = await decoder.images
    guard var detail = await decoder.detail(body: body) else { throw movies.unreadable }
    let imdbId = detail.movie.imdbId
    async let omdb = ratings(imdbId)
    var reviews = body["reviews"].flatMap { TMDBPage($0, number: 1, isStale: isStale) }
    if reviews?.rows.isEmpty ?? true { reviews = await english ?? reviews }
    detail.reviews = MovieDetail.Reviews(
      total: reviews?.total ?? 0,
      items: Array((reviews?.rows ?? []).compactMap { TMDBReviews.review($0, images: images) }.prefix(count)))
    let missing = await texts
    if !missing.isEmpty { detail.recommendations = await decoder.recommendations(recommended, english: missing) }
    detail.myRating = await myRating
    if let omdb = await omdb {
      detail.ratings = omdb.ratings
      detail.awards = omdb.awards
    }
    detail.attribution = Self.attribution
    detail.isStale = isStale
    return detail
  }

  func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage {
    let language = TMDBLanguage(language)
    let number = try await service.number(of: id)
    // Beyond the service's last page there are no reviews, but the total is the same.
    let reachable = min(page, TMDBPage.last)
    async let english = language.isEnglish ? nil : self.reviews(number, nil, reachable, about: id)
    async let images = movies.optional { try await movies.referenceData.images() }
    var reviews = try await self.reviews(number, language, reachable, about: id)
    if reviews.total == 0, let english = try await english { reviews = english }
    let sizes = await images ?? .documented
    let items = reviews.rows.compactMap { TMDBReviews.review($0, images: sizes) }
    try service.upstream.checkRows(reviews.rows.count, readable: items.count)
    var result = ReviewPage(
      items: page > reachable ? [] : items, page: page, total: reviews.total,
      hasMore: page <= reachable && reviews.next != nil)
    result.isStale = reviews.isStale
    return result
  }

  private func reviews(
    _ movie: String, _ language: TMDBLanguage?, _ page: Int, about id: MovieID
  ) async throws -> TMDBPage {
    try await movies.page("/movie/\(movie)/reviews", language?.query(withRegion: false) ?? [], page, about: id)
  }

  /// Nil if nobody is logged in, the user has not rated the movie, or the service does not say.
  private func myRating(_ movie: String) async -> Double? {
    guard let login, login.sessionID != nil else { return nil }
    let states = await movies.optional {
      try await login.withSession { login in
        try await service.get("/movie/\(movie)/account_states", session: login.sessionID).json
      }
    }
    // The member `rated` is `false` or an object.
    guard let value = states?["rated"]?["value"]?.decimal, (0.5...10).contains(value) else { return nil }
    return value
  }

  private func ratings(_ imdbId: String?) async -> OMDbRatings? {
    guard let imdbId, let ratings else { return nil }
    return await movies.optional { try await ratings(imdbId) }
  }
}
