import HTTP
import JSON
import MovieCore

extension TMDBCatalog {
  /// One line a section: its name, its title, its path, and whether it depends on a region's cinemas.
  private static let shelves: [(section: HomeSection, path: String, hasRegion: Bool)] = [
    (HomeSection(name: "nowPlaying", title: "Now playing"), "/movie/now_playing", true),
    (HomeSection(name: "popular", title: "Popular"), "/movie/popular", true),
    (HomeSection(name: "topRated", title: "Top rated"), "/movie/top_rated", true),
    (HomeSection(name: "upcoming", title: "Upcoming"), "/movie/upcoming", true),
    (HomeSection(name: "trending", title: "Trending"), "/trending/movie/day", false),
  ]

  public var sections: [HomeSection] { Self.shelves.map(\.section) }

  /// A cursor is the number of one of the service's pages.
  public func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    let page = max(cursor, 1)
    switch listing {
    case .search(let search):
      let language = TMDBLanguage(search.language)
      var query = [HTTPRequest.Field("query", search.text), HTTPRequest.Field("include_adult", "false")]
      if let year = search.year { query.append(HTTPRequest.Field("year", String(year))) }
      return try await service.about(nil) { try await list("/search/movie", query, hasRegion: true, language, page) }
    case .section(let name, let language):
      guard let shelf = Self.shelves.first(where: { $0.section.name == name }) else {
        throw MovieError.unsupported("home section “\(name.prefix(40))”", by: Self.name)
      }
      return try await service.about(nil) {
        try await list(shelf.path, [], hasRegion: shelf.hasRegion, TMDBLanguage(language), page)
      }
    case .recommendations(let id, let language):
      let number = try await service.number(of: id)
      return try await service.about(id) {
        let path = "/movie/\(number)/recommendations"
        return try await list(path, [], hasRegion: false, TMDBLanguage(language), page)
      }
    }
  }

  private func list(
    _ path: String, _ query: [HTTPRequest.Field], hasRegion: Bool, _ language: TMDBLanguage, _ page: Int
  ) async throws -> MovieBatch {
    // The service refuses what lies behind its last page, and there is nothing to be had.
    guard page <= TMDBPage.last else {
      var end = MovieBatch(movies: [], total: TMDBPage.last * TMDBPage.size, next: nil)
      end.totalIsExact = false
      return end
    }
    async let mapping = mapping(language)
    let envelope = try await self.page(path, query + language.query(withRegion: hasRegion), page)
    let english = await englishTexts(for: envelope.rows, language, path, query, hasRegion: hasRegion, page)
    var batch = MovieBatch(
      movies: await mapping.movies(envelope.rows, english: english), total: envelope.total, next: envelope.next)
    try service.upstream.checkRows(envelope.rows.count, readable: batch.movies.count)
    batch.totalIsExact = envelope.totalIsExact
    batch.isStale = envelope.isStale
    return batch
  }

  /// A page of one of the service's lists.
  func page(_ path: String, _ query: [HTTPRequest.Field], _ number: Int) async throws -> TMDBPage {
    let (json, isStale) = try await service.get(path, query + [HTTPRequest.Field("page", String(number))])
    guard let page = TMDBPage(json, number: number, isStale: isStale) else {
      throw service.upstream.invalidResponse("a page has no results")
    }
    return page
  }

  static func lacksText(_ row: JSON) -> Bool { row["overview"]?.prose == nil || row["title"]?.text == nil }

  /// The texts of the same page in English, by the movies' numbers; none where no row needs one, or it cannot be had.
  func englishTexts(
    for rows: [JSON], _ language: TMDBLanguage, _ path: String, _ query: [HTTPRequest.Field] = [],
    hasRegion: Bool = false, _ number: Int = 1
  ) async -> [Int: TMDBTexts] {
    guard !language.isFallback, rows.contains(where: Self.lacksText) else { return [:] }
    let query = query + language.query(withRegion: hasRegion, inEnglish: true)
    let page = await addition { try await self.page(path, query, number) }
    let texts = (page?.rows ?? []).compactMap { row in TMDBDecoder.number(row).map { ($0, TMDBTexts(row)) } }
    return Dictionary(texts) { first, _ in first }
  }
}
