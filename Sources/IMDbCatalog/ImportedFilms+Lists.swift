import MovieCore

extension ImportedFilms {
  /// A part of a list whose films are known.
  func batch(_ films: [Int], offset: Int, count: Int, isKorean: Bool) -> MovieBatch {
    batch(part: Array(films.dropFirst(offset).prefix(count)), of: films.count, offset: offset, isKorean: isKorean)
  }

  private func batch(part: [Int], of total: Int, offset: Int, isKorean: Bool) -> MovieBatch {
    let end = offset + part.count
    return MovieBatch(
      movies: part.map { movie($0, isKorean: isKorean) }, total: total,
      next: !part.isEmpty && end < total ? end : nil)
  }

  func search(_ query: SearchQuery, offset: Int, count: Int, isKorean: Bool) -> MovieBatch {
    let found = search.search(TextFolding.foldedQuery(query.text), year: query.year, offset: offset, count: count)
    var batch = batch(
      part: found.ranks, of: found.totalIsExact ? found.total : .max, offset: offset, isKorean: isKorean)
    batch.total = found.total
    batch.totalIsExact = found.totalIsExact
    batch.correctedQuery = found.correctedQuery
    return batch
  }

  /// The film alone that an id or URL names; empty if it is not one of these films. Nil if the id is one of another
  /// catalog's: the text may be words.
  func films(_ reference: QueryReference) -> [Int]? {
    switch reference {
    case .imdb(let id): return IMDbID(id).flatMap { rank(ofFilm: $0.number) }.map { [$0] } ?? []
    case .movie(let id): return id.catalog == IMDbCatalog.name ? [] : nil
    case .title(let title):
      let film = QueryReference.match(title, movie: { self.movie($0, isKorean: false) }) { query in
        self.search.search(TextFolding.foldedQuery(query.text), year: query.year).ranks
      }
      return film.map { [$0] } ?? []
    }
  }

  func rank(of id: PersonID) -> Int? {
    guard id.native.hasPrefix("nm") else { return nil }
    // The digits of people follow the same rules as those of titles.
    return IMDbID("tt" + id.native.dropFirst(2)).flatMap { rank(ofPerson: $0.number) }
  }

  /// The genres that films have, with their numbers.
  func genres(isKorean: Bool) -> [Genre] {
    // The films never change, so that they are counted once.
    let counts = genreCounts.withLock { counts in
      if counts.isEmpty { counts = countGenres() }
      return counts
    }
    return IMDbGenre.allCases.compactMap { genre in
      let count = counts[Int(genre.rawValue)]
      return count > 0 ? Genre(genre, count: count, isKorean: isKorean) : nil
    }
  }

  /// The numbers of films by the number of the genre.
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

  // MARK: Home

  func section(_ name: String, offset: Int, count: Int, isKorean: Bool) throws(MovieError) -> MovieBatch {
    guard let definition = IMDbCatalog.sectionDefinitions.first(where: { $0.section.name == name }) else {
      throw MovieError.unsupported("home section “\(name.prefix(40))”", by: IMDbCatalog.name)
    }
    let ordering = definition.isByRating ? FilmOrdering.rating(of: self) : .popularity(of: self)
    return batch(set(definition.criteria(self)), ordering, offset: offset, count: count, isKorean: isKorean)
  }

  private func batch(
    _ set: FilmSet?, _ ordering: FilmOrdering, offset: Int, count: Int, isKorean: Bool
  ) -> MovieBatch {
    let part = ordering.films(set, of: self.count, offset: offset, limit: count)
    return batch(part: part, of: set?.count ?? self.count, offset: offset, isKorean: isKorean)
  }

  // MARK: Discover

  private static let filters: Set<DiscoverQuery.Filter> = [
    .genres, .excludeGenres, .yearFrom, .yearTo, .ratingFrom, .votesFrom, .runtimeFrom, .runtimeTo, .person,
  ]

  /// The films that meet the criteria of a query. The files have no languages, countries and keywords of films.
  ///
  /// - Throws: `invalidParams` with the field that names a filter or a value that there is not.
  func discover(_ query: DiscoverQuery, offset: Int, count: Int, isKorean: Bool) throws(MovieError) -> MovieBatch {
    try query.requireFilters(Self.filters, of: IMDbCatalog.name)
    let set = set(try criteria(query))
    guard query.sort == .random else {
      let ordering = FilmOrdering(query, of: self, isKorean: isKorean)
      return batch(set, ordering, offset: offset, count: count, isKorean: isKorean)
    }
    let total = set?.count ?? self.count
    let permutation = SeededPermutation(of: total, seed: query.seed)
    let places = (min(offset, total)..<min(offset + count, total)).map { permutation[$0] }
    return batch(part: set?.ranks(at: places) ?? places, of: total, offset: offset, isKorean: isKorean)
  }

  private func criteria(_ query: DiscoverQuery) throws(MovieError) -> FilmCriteria {
    let known = [false, true].flatMap { isKorean in IMDbGenre.allCases.map { Genre($0, isKorean: isKorean) } }
    func genres(_ filter: DiscoverQuery.Filter) throws(MovieError) -> IMDbGenre.Set {
      let ids = try query.genreIDs(filter, among: known, of: IMDbCatalog.name)
      return IMDbGenre.allCases.filter { ids.contains($0.id) }.reduce(into: []) { $0.insert(.init($1)) }
    }
    var criteria = FilmCriteria()
    criteria.genres = try genres(.genres)
    criteria.excludedGenres = try genres(.excludeGenres)
    criteria.years = Self.bounds(query.yearFrom, query.yearTo)
    criteria.runtimes = Self.bounds(query.runtimeFrom, query.runtimeTo)
    // Ratings have one decimal; the tolerance makes 7.1 the 71 tenths that it means.
    criteria.minimumRating = query.ratingFrom.map { max(1, UInt8(max(0, min(101, ($0 * 10 - 1e-9).rounded(.up))))) }
    criteria.minimumVotes = query.votesFrom.map { UInt32(clamping: $0) }
    if let person = query.person {
      guard let rank = rank(of: person) else {
        throw MovieError.unknown(.person, "There is no person \(person).", in: IMDbCatalog.name)
      }
      criteria.among = films(ofPerson: rank)
    }
    return criteria
  }

  /// 0 stands for an unknown value, which meets no bound.
  private static func bounds(_ lower: Int?, _ upper: Int?) -> ClosedRange<UInt16>? {
    guard lower != nil || upper != nil else { return nil }
    let lower = max(1, UInt16(clamping: lower ?? 1))
    // An empty range, which a closed one cannot be, contains no value that there is.
    return lower...max(lower, UInt16(clamping: upper ?? .max))
  }
}

extension IMDbGenre {
  /// The id of a genre, such as `sci-fi`.
  var id: String { name.lowercased() }
}

extension Genre {
  fileprivate init(_ genre: IMDbGenre, count: Int? = nil, isKorean: Bool) {
    self.init(id: genre.id, name: (isKorean ? GenreNames.korean(genre.name) : nil) ?? genre.name, count: count)
  }
}
