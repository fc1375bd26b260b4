import JSON

extension Session {
  public func genres(catalog: String?, language: String?) async throws -> [Genre] {
    try await self.catalog(catalog).genres(language: language ?? currentSettings.language)
  }

  /// All that the movie's catalog tells about it; what is kept with its star, where the catalog cannot be reached.
  ///
  /// - Parameter reviews: how many reviews to give along at most.
  public func detail(_ id: MovieID, reviews: Int, request: JSON?) async throws -> MovieDetail {
    let catalog = try catalogs.catalog(id.catalog)
    let spinner = spinner(.detail, request: request)
    spinner.begin()
    return try await loading(spinner) {
      try await catalog.detail(id, reviews: reviews, language: currentSettings.language)
    }
  }
}
