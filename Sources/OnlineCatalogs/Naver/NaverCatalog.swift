/// Naver's search by titles, directors and actors. It has no details: a movie is known while this process remembers it.
struct NaverCatalog: Catalog {
  /// The first half of its movies' ids. The second half is the code in Naver's URL of the film, if it has one.
  static let name = NaverService.name

  private let service: NaverService
  private let seen = RecentCache<MovieID, Movie>(generationSize: 1_000)

  init(http: any HTTPTransport, base: String, key: Secret<[String]>? = nil) {
    service = NaverService(http: http, base: base, key: key)
  }

  var largestAnswerBytes: Int { Upstream.largestAnswerBytes }

  var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "Naver 영화", capabilities: [.search, .detail, .poster], attribution: "Naver (네이버 영화)")
  }

  func unlock() async throws { try await service.unlock() }

  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    guard case .search(let query) = listing else { throw MovieError.unsupported("this list", by: Self.name) }
    return try await search(query, at: cursor, count: count)
  }

  private static let reachable = NaverService.lastStart + NaverService.maximumRows - 1

  private func search(_ query: SearchQuery, at cursor: Int, count: Int) async throws -> MovieBatch {
    // The last rows can only be requested from the last allowed start. The rows before them come again and are skipped.
    let start = min(cursor + 1, NaverService.lastStart)
    let skipped = cursor + 1 - start
    let display = min(count + skipped, NaverService.maximumRows)
    let (json, isStale) = try await service.search(query, start: start, display: display)
    guard let items = json["items"]?.array?.prefix(NaverService.maximumRows) else {
      throw service.upstream.invalidResponse("the response to the search has no rows")
    }
    let rows = items.dropFirst(skipped).filter { if case .object = $0 { true } else { false } }
    var batch = MovieBatch(movies: rows.compactMap { NaverRow($0).movie }, total: 0, next: nil)
    try service.upstream.checkRows(items.dropFirst(skipped).count, readable: batch.movies.count)
    let next = start - 1 + items.count
    let total = json["total"]?.wholeNumber.map { max($0, 0) }
    batch.total = min(total ?? next, Self.reachable)
    batch.totalIsExact = total == batch.total
    // Without a total, a full response suggests that there is more.
    let hasMore = total.map { next < min($0, Self.reachable) } ?? (items.count >= display && next < Self.reachable)
    batch.next = hasMore && next > cursor ? next : nil
    batch.isStale = isStale
    seen.add(batch.movies.map { ($0.id, $0) })
    return batch
  }

  func movie(_ id: MovieID, language: String?) async throws -> Movie {
    guard let movie = seen[id] else {
      throw MovieError(
        .unsupportedByCatalog,
        """
        The catalog naver knows only movies that a search of this process has found, and \(id.native.prefix(40)) is \
        not one of them. Search for the movie's title first.
        """, catalog: Self.name)
    }
    return movie
  }

  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    var detail = MovieDetail(movie: try await movie(id, language: language))
    detail.attribution = info.attribution
    return detail
  }

  private static let pictureWidth = 110

  func picture(at url: String, width: Int) async throws -> Picture {
    Picture(url: url, width: Self.pictureWidth, catalog: Self.name)
  }
}

extension CatalogProvider {
  /// Naver's own service has ended. Another one with the same API needs an address, and perhaps no key.
  static let naver: CatalogProvider = CatalogProvider(
    name: NaverService.name, title: "Naver",
    keyParts: [("client ID", "NAVER_CLIENT_ID"), ("client secret", "NAVER_CLIENT_SECRET")].map { name, variable in
      KeyPart(
        name: name, variables: [variable], form: "letters, digits and signs without a space",
        hasForm: { !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIIGraphic } })
    },
    defaultBaseURL: nil, requestsPerSecond: 10, isByNameOnly: true
  ) { setup throws(MovieError) in
    guard let base = setup.baseURL(of: .naver) else { throw NaverService.discontinued() }
    return NaverCatalog(http: setup.http, base: base, key: setup.keys[NaverService.name])
  }
}
