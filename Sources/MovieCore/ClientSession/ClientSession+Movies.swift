extension ClientSession {
  /// A catalog's genres. What is nil stands for the session's catalog, and for its language.
  public func genres(catalog: String?, language: String?) async throws -> [Genre] {
    try await self.catalog(catalog).genres(language: language ?? currentSettings.language)
  }

  /// All that the movie's catalog tells about it; what is kept with its star, where the catalog gives no answer.
  ///
  /// - Parameter reviews: how many reviews to give along at most.
  public func detail(_ id: MovieID, reviews: Int, activity: Activity = Activity()) async throws -> MovieDetail {
    let spinner = spinner(.detail, activity: activity)
    let catalog = Result { () throws(MovieError) in try catalogs.catalog(id.catalog) }
    // A catalog that nobody has heard of is a mistake of the request, not work.
    if case .failure(let error) = catalog, !error.reason.isOutage { throw error }
    spinner.begin()
    return try await loading(spinner) {
      do {
        let detail = try await catalog.get().detail(id, reviews: reviews, language: currentSettings.language)
        handedOut.add(detail)
        return detail
      } catch let error as MovieError where error.reason.isOutage {
        await favorites.opened()
        guard favorites.contains(id), let movie = try? await favorites.kept(id).uncancellableValue() else {
          throw error
        }
        var detail = MovieDetail(movie: movie)
        detail.attribution = (try? catalog.get())?.info.attribution
        detail.isStale = true
        return detail
      }
    }
  }

  /// - Parameter page: from 1.
  public func reviews(of id: MovieID, page: Int, activity: Activity = Activity()) async throws -> ReviewPage {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.reviews) else { throw MovieError.unsupported("reviews", by: id.catalog) }
    let spinner = spinner(.reviews, activity: activity)
    spinner.begin()
    return try await loading(spinner, outcome: { $0.items.isEmpty ? .empty : .ok }) {
      try await catalog.reviews(of: id, page: page, language: currentSettings.language)
    }
  }
}
