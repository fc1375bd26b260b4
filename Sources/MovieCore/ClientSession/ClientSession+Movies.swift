extension ClientSession {
  /// A catalog's genres.
  ///
  /// - Parameters:
  ///   - catalog: nil for the session's catalog.
  ///   - language: nil for the session's language.
  public func genres(catalog: String?, language: String?, activity: Activity = Activity()) async throws -> [Genre] {
    let catalog = try self.catalog(catalog)
    try await activity.reserve()
    let language = currentSettings.language(for: language)
    return try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
      try await catalog.genres(language: language)
    }
  }

  /// Everything that the movie's catalog knows about it. If the catalog cannot be reached and the movie is a favorite,
  /// returns the data stored with its star instead, which may have another id of the film.
  ///
  /// - Parameters:
  ///   - reviews: the maximum number of reviews to include.
  ///   - language: nil for the session's language.
  public func detail(
    _ id: MovieID, reviews: Int, language: String? = nil, activity: Activity = Activity()
  ) async throws -> Box<MovieDetail> {
    let catalog = Result { () throws(MovieError) in try catalogs.catalog(id.catalog) }
    // An unknown catalog is a mistake in the request; only work has a spinner.
    if case .failure(let error) = catalog, !error.reason.isOutage { throw error }
    return try await loading(.detail, activity) {
      try await activity.reserve()
      do {
        let catalog = try catalog.get()
        let language = currentSettings.language(for: language)
        let detail = try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
          Box(try await catalog.detail(id, reviews: reviews, language: language))
        }
        knownImages.add(detail.value)
        await favorites.load([detail.movie] + detail.recommendations)
        favorites.learn([detail.movie].compactMap { KnownID($0) })
        return detail
      } catch let error as MovieError where error.reason.isOutage {
        await favorites.load([id], [])
        guard favorites.contains(id), let detail = try? await keptDetail(id) else { throw error }
        return detail
      }
    }
  }

  /// The data that is stored with a star.
  private func keptDetail(_ id: MovieID) async throws -> Box<MovieDetail>? {
    guard let movie = try await favorites.kept(id).uncancellableValue() else { return nil }
    var detail = MovieDetail(movie: movie)
    detail.attribution = (try? catalogs.catalog(movie.id.catalog))?.info.attribution
    detail.isStale = true
    return Box(detail)
  }

  /// One page of a movie's reviews.
  ///
  /// - Parameters:
  ///   - page: from 1.
  ///   - language: nil for the session's language.
  public func reviews(
    of id: MovieID, page: Int, language: String? = nil, activity: Activity = Activity()
  ) async throws -> ReviewPage {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.reviews) else { throw MovieError.unsupported("reviews", by: id.catalog) }
    return try await loading(.reviews, activity, outcome: { $0.items.isEmpty ? .empty : .ok }) {
      try await activity.reserve()
      let language = currentSettings.language(for: language)
      let reviews = try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
        try await catalog.reviews(of: id, page: page, language: language)
      }
      knownImages.add(reviews.items.map(\.avatarUrl), of: id.catalog)
      return reviews
    }
  }
}
