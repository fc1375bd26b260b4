extension OMDbCatalog {
  /// What is added to the cursor of a search for the films of the year that the query ends in.
  private static let narrowedCursors = 1_000

  /// Searches for the words of a query, or for the film that a pasted id or URL names.
  func search(_ query: SearchQuery, at cursor: Int, count: Int) async throws -> MovieBatch {
    let whole = OMDbSearch(service: service, query: query)
    let narrowed = query.withoutTrailingYear.map { OMDbSearch(service: service, query: $0) }
    if cursor == 0 {
      if let reference = query.reference, let alone = try await film(reference, query) { return alone }
      guard let narrowed else { return try await whole.batch(at: 0, count: count) }
      return try await first(narrowed, or: whole, count: count)
    }
    guard cursor > Self.narrowedCursors, let narrowed else { return try await whole.batch(at: cursor, count: count) }
    return Self.narrowed(try await narrowed.batch(at: cursor - Self.narrowedCursors, count: count))
  }

  /// The first batch for a query that ends in a year, of release (`dune 1984`) or in a title (`blade runner 2049`).
  private func first(_ narrowed: OMDbSearch, or whole: OMDbSearch, count: Int) async throws -> MovieBatch {
    let ofYear = Self.narrowed(try await narrowed.batch(at: 0, count: count))
    if ofYear.movies.contains(where: { $0.isTitled(narrowed.query.text) }) { return ofYear }
    let other = try await whole.batch(at: 0, count: count)
    return ofYear.movies.isEmpty || other.movies.contains { $0.isTitled(whole.query.text) } ? other : ofYear
  }

  private static func narrowed(_ batch: MovieBatch) -> MovieBatch {
    var batch = batch
    batch.next = batch.next.map { $0 + narrowedCursors }
    return batch
  }

  /// The film that an id or URL names, or no film; nil for another catalog's id: it may be words.
  private func film(_ reference: QueryReference, _ query: SearchQuery) async throws -> MovieBatch? {
    let found: Movie?
    switch reference {
    case .imdb(let id):
      found = try await unlessNotFound { try await movie(MovieID(catalog: Self.name, native: id), language: nil) }
    case .movie(let id):
      guard id.catalog == Self.name else { return nil }
      found = nil
    case .title(let title):
      var words = query
      words.text = title
      var film = try await exactFilm(words)
      if film == nil, let narrowed = words.withoutTrailingYear { film = try await exactFilm(narrowed) }
      found = film
    }
    return MovieBatch(movies: [found].compactMap(\.self), total: found == nil ? 0 : 1, next: nil)
  }

  private func exactFilm(_ query: SearchQuery) async throws -> Movie? {
    guard let json = try await service.film(titled: query)?.json, let title = OMDbTitle(row: json), title.name != nil,
      title.mayBeFilm, title.movie.isTitled(query.text)
    else { return nil }
    return title.movie
  }
}
