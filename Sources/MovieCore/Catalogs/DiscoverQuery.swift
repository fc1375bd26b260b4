/// The criteria and the order of `discover`. A movie is found if it meets all of them.
public struct DiscoverQuery: Hashable, Sendable {
  /// A criterion that a catalog may lack. Raw values are the wire names, in the order in which they are checked.
  public enum Filter: String, CaseIterable, Sendable {
    case genres, excludeGenres, yearFrom, yearTo, ratingFrom, votesFrom, runtimeFrom, runtimeTo
    case originalLanguage, country, person, keyword, provider
  }

  /// The sort key. Raw values are wire names.
  public enum Sort: String, CaseIterable, Sendable {
    case popularity, rating, releaseDate, title, random

    /// The order if the client gives none.
    public var defaultOrder: Order { self == .title ? .asc : .desc }
  }

  public typealias Order = LibraryQuery.Order

  /// Ids or names of genres, all of which a movie has.
  public var genres: [String] = []
  /// Ids or names of genres, none of which a movie has.
  public var excludeGenres: [String] = []
  /// The first year of release.
  public var yearFrom: Int?
  /// The last year of release.
  public var yearTo: Int?
  /// The lowest rating, 0 to 10.
  public var ratingFrom: Double?
  /// The lowest number of ratings.
  public var votesFrom: Int?
  /// The shortest running time in minutes.
  public var runtimeFrom: Int?
  /// The longest running time in minutes.
  public var runtimeTo: Int?
  /// ISO 639, lowercase.
  public var originalLanguage: String?
  /// The country of production, ISO 3166-1, two capitals.
  public var country: String?
  /// A person who took part in the movie.
  public var person: PersonID?
  /// The id or the name of a keyword of the catalog.
  public var keyword: String?
  /// The id or the name of a streaming provider of the catalog.
  public var provider: String?
  /// The sort key.
  public var sort = Sort.popularity
  /// Without meaning if the sort key is `random`.
  public var order = Order.desc
  /// Determines the order if the sort key is `random`: the same seed gives the same order.
  public var seed = 0
  /// The language of the results; nil leaves the choice to the catalog.
  public var language: String?

  /// All movies, the most popular first.
  public init() {}

  /// The filters that are in use, in the order of their declaration.
  public var filters: [Filter] {
    let isSet: KeyValuePairs<Filter, Bool> = [
      .genres: !genres.isEmpty, .excludeGenres: !excludeGenres.isEmpty, .yearFrom: yearFrom != nil,
      .yearTo: yearTo != nil, .ratingFrom: ratingFrom != nil, .votesFrom: votesFrom != nil,
      .runtimeFrom: runtimeFrom != nil, .runtimeTo: runtimeTo != nil, .originalLanguage: originalLanguage != nil,
      .country: country != nil, .person: person != nil, .keyword: keyword != nil, .provider: provider != nil,
    ]
    return isSet.compactMap { $0.value ? $0.key : nil }
  }

  // MARK: Checks

  /// Checks that lower bounds are not above upper ones, and that the person is one of the catalog's. Throws
  /// `invalidParams` with the field.
  func check(in catalog: String) throws(MovieError) {
    try MovieError.checkBounds(of: "year", yearFrom, yearTo)
    try MovieError.checkBounds(of: "runtime", runtimeFrom, runtimeTo)
    if let person, person.catalog != catalog {
      throw .unknown(.person, "The person \(person) is not one of the catalog \(catalog).", in: catalog)
    }
  }

  /// For catalogs: rejects filters that the catalog does not have. Throws `invalidParams` with the field of the first
  /// such filter.
  public func requireFilters(_ supported: Set<Filter>, of catalog: String) throws(MovieError) {
    guard let filter = filters.first(where: { !supported.contains($0) }) else { return }
    throw .unknown(filter, "The catalog \(catalog) cannot filter by \(filter.rawValue).", in: catalog)
  }

  /// For catalogs: the ids of the genres that the texts of `genres` or `excludeGenres` name. Of the known genres one
  /// may be there several times, with names in several languages. Throws `invalidParams` with the field if a text names
  /// no genre.
  public func genreIDs(_ filter: Filter, among known: [Genre], of catalog: String) throws(MovieError) -> [String] {
    var ids: [String] = []
    for text in filter == .genres ? genres : excludeGenres {
      guard let genre = known.first(where: { $0.isNamed(text) }) else {
        throw .unknown(
          filter, "The catalog \(catalog) has no genre “\(text.prefix(40))”. The method genres lists them.",
          in: catalog)
      }
      if !ids.contains(genre.id) { ids.append(genre.id) }
    }
    return ids
  }
}

extension Genre {
  /// Whether the text is the genre's id, or its name in any letter case.
  public func isNamed(_ text: String) -> Bool { id == text || TextFolding.fold(name) == TextFolding.fold(text) }
}

extension MovieError {
  /// The error for a filter that a catalog lacks, or whose value the catalog does not know.
  public static func unknown(_ filter: DiscoverQuery.Filter, _ message: String, in catalog: String) -> MovieError {
    MovieError(.invalidParams, message, catalog: catalog, field: filter.rawValue)
  }
}
