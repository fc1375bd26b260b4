extension ClientSession {
  /// A catalog's genres.
  public func genres(catalog: String?, language: String?, context: RequestContext = .none) async throws -> [Genre] {
    let catalog = try self.catalog(catalog)
    let language = currentSettings.language(for: language)
    return try await timeLimit.run(in: catalog, for: context) { try await catalog.genres(language: language) }
  }

  /// Everything that the movie's catalog knows about it, with at most so many reviews. If the catalog cannot be reached
  /// and the movie is in the library, returns the data stored there instead, which may have another id of the film.
  public func detail(
    _ id: MovieID, reviews: Int, language: String? = nil, context: RequestContext = .none
  ) async throws -> Indirect<MovieDetail> {
    let catalog = Result { () throws(MovieError) in try catalogs.catalog(id.catalog) }
    // An unknown catalog is a mistake in the request; only work has a spinner.
    if case .failure(let error) = catalog, !error.reason.isOutage { throw error }
    return try await loading(.detail, context) {
      do {
        let catalog = try catalog.get()
        let language = currentSettings.language(for: language)
        let detail = try await timeLimit.run(in: catalog, for: context) {
          Indirect(try await catalog.detail(id, reviews: reviews, language: language))
        }
        knownImages.add(detail.value)
        await favorites.load([detail.movie] + detail.recommendations)
        favorites.learn([detail.movie].compactMap { KnownID($0) })
        guard let entry = await entry(of: detail.movie) else { return detail }
        var kept = detail.value
        kept.entry = entry
        return Indirect(kept)
      } catch let error as MovieError where error.reason.isOutage {
        await favorites.load([id], [])
        guard favorites.shown(id) != nil, let detail = try? await keptDetail(id) else { throw error }
        return detail
      }
    }
  }

  /// Everything that is kept about a movie; nil if that is nothing, or cannot be read.
  private func entry(of movie: Movie) async -> LibraryEntry? {
    guard let shown = favorites.shown(movie) else { return nil }
    return try? await favorites.entry(of: shown.ids.first ?? movie.id).uncancellableValue()
  }

  private func keptDetail(_ id: MovieID) async throws -> Indirect<MovieDetail>? {
    guard let movie = try await favorites.kept(id).uncancellableValue() else { return nil }
    var detail = MovieDetail(movie: movie)
    detail.attribution = (try? catalogs.catalog(movie.id.catalog))?.info.attribution
    detail.isStale = true
    detail.entry = try await favorites.entry(of: id).uncancellableValue()
    return Indirect(detail)
  }

  /// One page of a movie's reviews, from 1.
  public func reviews(
    of id: MovieID, page: Int, language: String? = nil, context: RequestContext = .none
  ) async throws -> ReviewPage {
    let (catalog, language) = try (catalog(id.catalog, for: .reviews), currentSettings.language(for: language))
    let reviews = try await perform(.reviews, in: catalog, context, isEmpty: { $0.items.isEmpty }) {
      try await catalog.reviews(of: id, page: page, language: language)
    }
    knownImages.add(reviews.items.map(\.avatarUrl), of: id.catalog)
    return reviews
  }
}
