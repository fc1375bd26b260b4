extension TMDBCatalog {
  /// The sections of `home`, the path of each, and whether it depends on a region's cinemas.
  private static let sectionDefinitions: [(section: HomeSection, path: String, hasRegion: Bool)] = [
    (HomeSection(name: "nowPlaying", title: "Now playing", translations: ["ko": "현재 상영작"]), "/movie/now_playing", true),
    (HomeSection(name: "popular", title: "Popular", translations: ["ko": "인기"]), "/movie/popular", true),
    (HomeSection(name: "topRated", title: "Top rated", translations: ["ko": "높은 평점"]), "/movie/top_rated", true),
    (HomeSection(name: "upcoming", title: "Upcoming", translations: ["ko": "개봉 예정"]), "/movie/upcoming", true),
    (HomeSection(name: "trending", title: "Trending", translations: ["ko": "오늘의 화제작"]), "/trending/movie/day", false),
  ]

  var sections: [HomeSection] { Self.sectionDefinitions.map(\.section) }

  /// A cursor is the number of one of the service's pages, or that of a position in a search.
  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    let page = max(cursor, 1)
    switch listing {
    case .search(let search):
      return try await TMDBSearch(catalog: self, query: search).batch(at: cursor)
    case .section(let name, let language):
      guard let definition = Self.sectionDefinitions.first(where: { $0.section.name == name }) else {
        throw MovieError.unsupported("home section “\(name.prefix(40))”", by: Self.name)
      }
      return try await batch(definition.path, [], hasRegion: definition.hasRegion, TMDBLanguage(language), page)
    case .discover(let query):
      return try await TMDBDiscover(catalog: self, query: query).batch(at: cursor)
    case .recommendations(let id, let language):
      let path = "/movie/\(try await service.number(of: id))/recommendations"
      return try await batch(path, [], hasRegion: false, TMDBLanguage(language), page, about: id)
    }
  }

  /// A page of one of the service's lists, with texts in English where there are none in the language.
  func batch(
    _ path: String, _ query: [HTTPRequest.Field], hasRegion: Bool, _ language: TMDBLanguage, _ page: Int,
    about id: MovieID? = nil
  ) async throws -> MovieBatch {
    // The service rejects requests beyond its last page.
    guard page <= TMDBPage.last else {
      var end = MovieBatch(movies: [], total: TMDBPage.last * TMDBPage.size, next: nil)
      end.totalIsExact = false
      return end
    }
    async let decoder = movies.decoder(for: language)
    let envelope = try await movies.page(path, query + language.query(withRegion: hasRegion), page, about: id)
    let english = await movies.englishTexts(for: envelope.rows, language, path, query, hasRegion: hasRegion, page)
    var batch = MovieBatch(
      movies: await decoder.movies(envelope.rows, english: english, hasRegion: hasRegion), total: envelope.total,
      next: envelope.next)
    try service.upstream.checkRows(envelope.rows.count, readable: batch.movies.count)
    batch.totalIsExact = envelope.totalIsExact
    batch.isStale = envelope.isStale
    return batch
  }
}
