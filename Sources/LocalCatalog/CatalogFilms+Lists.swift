extension CatalogFilms {
  struct Page {
    var offset: Int
    var count: Int
    var language: Int
  }

  func batch(_ films: [Int], _ page: Page) -> MovieBatch {
    batch(part: Array(films.dropFirst(page.offset).prefix(page.count)), of: films.count, page)
  }

  private func batch(part: [Int], of total: Int, _ page: Page) -> MovieBatch {
    let end = page.offset + part.count
    return MovieBatch(
      movies: part.map { movie($0, in: page.language) }, total: total, next: !part.isEmpty && end < total ? end : nil)
  }

  func search(_ query: SearchQuery, _ page: Page) -> MovieBatch {
    let found = search.search(
      TextFolding.foldedQuery(query.text), year: query.year, offset: page.offset, count: page.count)
    var batch = batch(part: found.ranks, of: found.totalIsExact ? found.total : .max, page)
    batch.total = found.total
    batch.totalIsExact = found.totalIsExact
    batch.correctedQuery = found.correctedQuery
    return batch
  }

  /// The film that an id or URL names, or none; nil for another catalog's id: it may be words.
  func films(_ reference: QueryReference) -> [Int]? {
    switch reference {
    case .imdb(let id): return IMDbID(id).flatMap { rank(ofFilm: $0.number) }.map { [$0] } ?? []
    case .movie(let id): return id.catalog == catalog ? [] : nil
    case .title(let title):
      let film = QueryReference.match(title, movie: { self.movie($0, in: 0) }) { query in
        self.search.search(TextFolding.foldedQuery(query.text), year: query.year).ranks
      }
      return film.map { [$0] } ?? []
    }
  }

  func genres(in language: Int) -> [Genre] {
    // The films never change, so that they are counted once.
    let counts = genreCounts.withLock { counts in
      if counts.isEmpty { counts = countGenres() }
      return counts
    }
    return IMDbGenre.names.indices.filter { counts[$0] > 0 }.map { Genre($0, count: counts[$0], in: language) }
  }

  private func countGenres() -> [Int] {
    var counts = [Int](repeating: 0, count: UInt32.bitWidth)
    for set in genres.slice(0..<genres.count) {
      var rest = set
      while rest != 0 {
        counts[rest.trailingZeroBitCount] += 1
        rest &= rest - 1
      }
    }
    return counts
  }

  func section(_ definition: SectionDefinition, _ page: Page) -> MovieBatch {
    batch(set(definition.criteria(self)), SortOrder(definition.order, of: self), page)
  }

  private func batch(_ set: RankSet?, _ order: SortOrder, _ page: Page) -> MovieBatch {
    let part = order.films(set, of: self.count, offset: page.offset, limit: page.count)
    return batch(part: part, of: set?.count ?? self.count, page)
  }

  private var filters: Set<DiscoverQuery.Filter> {
    var filters: Set<DiscoverQuery.Filter> = [
      .genres, .excludeGenres, .yearFrom, .yearTo, .runtimeFrom, .runtimeTo, .person,
    ]
    if hasRatings { filters.formUnion([.ratingFrom, .votesFrom]) }
    if languages.count > 0 { filters.insert(.originalLanguage) }
    if countries.count > 0 { filters.insert(.country) }
    return filters
  }

  /// The films that meet a query. Throws `invalidParams` for a filter, a sort key or a value that there is not.
  func discover(_ query: DiscoverQuery, _ page: Page) throws(MovieError) -> MovieBatch {
    try query.requireFilters(filters, of: catalog)
    guard query.sort != .rating || hasRatings else {
      throw MovieError(
        .invalidParams, "The catalog \(catalog) has no ratings to sort by.", catalog: catalog, field: "sort")
    }
    let set = set(try criteria(query))
    guard query.sort == .random else { return batch(set, SortOrder(query, of: self, page.language), page) }
    let total = set?.count ?? self.count
    let permutation = SeededPermutation(of: total, seed: query.seed)
    let places = (min(page.offset, total)..<min(page.offset + page.count, total)).map { permutation[$0] }
    return batch(part: set?.ranks(at: places) ?? places, of: total, page)
  }

  private func criteria(_ query: DiscoverQuery) throws(MovieError) -> FilmCriteria {
    func genres(_ filter: DiscoverQuery.Filter) throws(MovieError) -> IMDbGenre.Set {
      let known = Self.genresInAllLanguages
      let ids = try query.genreIDs(filter, among: known, of: catalog)
      return known.indices.filter { ids.contains(known[$0].id) }
        .reduce(into: []) { $0.insert(.init(number: $1 % IMDbGenre.names.count)) }
    }
    var criteria = FilmCriteria()
    criteria.genres = try genres(.genres)
    criteria.excludedGenres = try genres(.excludeGenres)
    criteria.years = Self.bounds(query.yearFrom, query.yearTo)
    criteria.runtimes = Self.bounds(query.runtimeFrom, query.runtimeTo)
    // Ratings have one decimal; the tolerance makes 7.1 the 71 tenths that it means.
    criteria.minimumRating = query.ratingFrom.map { max(1, UInt8(max(0, min(101, ($0 * 10 - 1e-9).rounded(.up))))) }
    criteria.minimumVotes = query.votesFrom.map { UInt32(clamping: $0) }
    criteria.language = query.originalLanguage.map(TwoLetterCode.init)
    criteria.country = query.country.map(TwoLetterCode.init)
    if let person = query.person {
      guard let rank = rank(of: person) else {
        throw MovieError.unknown(.person, "There is no person \(person).", in: catalog)
      }
      criteria.among = films(ofPerson: rank)
    }
    return criteria
  }

  private static let genresInAllLanguages = CatalogLanguage.all.indices.flatMap { language in
    IMDbGenre.names.indices.map { Genre($0, in: language) }
  }

  /// 0 stands for an unknown value, which meets no bound.
  private static func bounds(_ lower: Int?, _ upper: Int?) -> ClosedRange<UInt16>? {
    guard lower != nil || upper != nil else { return nil }
    let lower = max(1, UInt16(clamping: lower ?? 1))
    // An empty range, which a closed one cannot be, contains no value that there is.
    return lower...max(lower, UInt16(clamping: upper ?? .max))
  }
}

extension Genre {
  /// - Parameter number: in `IMDbGenre.names`. The id is the name in IMDb's files, such as `sci-fi`.
  fileprivate init(_ number: Int, count: Int? = nil, in language: Int) {
    let name = IMDbGenre.names[number]
    self.init(id: name.lowercased(), name: NameTable.genres.name(of: name, in: language) ?? name, count: count)
  }
}
