import Platform

struct SortOrder {
  /// The films in descending order, or in the order of titles; nil for that of ranks.
  private var films: ArrayView<UInt32>?
  /// The number of films at the beginning whose value is known. The others come last in both directions.
  private var knownCount: Int
  private var isReversed = false

  init(_ order: SectionDefinition.Order, of films: CatalogFilms) {
    switch order {
    case .popularity: self.init(films: nil, knownCount: films.count)
    case .rating:
      self.init(films: films.filmsByRating, knownCount: Self.known(films.filmsByRating) { films.ratings[$0] > 0 })
    case .year: self.init(films: films.filmsByYear, knownCount: Self.known(films.filmsByYear) { films.years[$0] > 0 })
    }
  }

  init(_ query: DiscoverQuery, of films: CatalogFilms, _ language: Int) {
    switch query.sort {
    case .popularity, .random: self.init(.popularity, of: films)
    case .rating: self.init(.rating, of: films)
    case .releaseDate: self.init(.year, of: films)
    case .title: self.init(films: films.filmsByTitle[language], knownCount: films.count)
    }
    isReversed = (query.order == .asc) != (query.sort == .title)
  }

  private init(films: ArrayView<UInt32>?, knownCount: Int) { (self.films, self.knownCount) = (films, knownCount) }

  private static func known(_ films: ArrayView<UInt32>, _ isKnown: (UInt32) -> Bool) -> Int {
    (0..<films.count).partitioningIndex { !isKnown(films[$0]) }
  }

  func films(_ set: RankSet?, of count: Int, offset: Int, limit: Int) -> [Int] {
    if let set, films == nil, !isReversed { return set.ranks(at: (0..<set.count).dropFirst(offset).prefix(limit)) }
    var found: [Int] = []
    var skipped = set == nil ? offset : 0
    for place in skipped..<max(skipped, count) {
      guard found.count < limit else { break }
      let film = film(at: place)
      guard film < count else { continue }
      if let set {
        guard set.contains(UInt32(film)) else { continue }
        if skipped < offset {
          skipped += 1
          continue
        }
      }
      found.append(film)
    }
    return found
  }

  @inline(__always)
  private func film(at place: Int) -> Int {
    let place = isReversed && place < knownCount ? knownCount - 1 - place : place
    return films.map { Int($0[place]) } ?? place
  }
}
