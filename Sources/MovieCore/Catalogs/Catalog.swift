/// A source of movies. A catalog implements only what it supports; the default implementations throw
/// `unsupportedByCatalog`.
///
/// Calls may come from any thread, also concurrently. Cancelling the task of a call cancels its upstream transfer. A
/// catalog that needs no I/O should answer before its first suspension, on the caller's thread, in well under a
/// millisecond.
///
/// A complete catalog:
///
/// ```swift
/// struct SilentFilms: Catalog {
///   let info = CatalogInfo(name: "silent", title: "Silent films", capabilities: [.search, .detail])
///
///   private let movies = [("t1", "Nosferatu", 1922), ("t2", "Metropolis", 1927)].map { id, title, year in
///     var movie = Movie(id: MovieID(catalog: "silent", native: id), title: title)
///     movie.year = year
///     return movie
///   }
///
///   func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
///     guard case .search(let query) = listing else { throw MovieError.unsupported("this list", by: info.name) }
///     let text = TextFolding.fold(query.text)
///     let found = movies.filter { TextFolding.fold($0.title).contains(text) }
///     let page = found.dropFirst(cursor).prefix(count)
///     let end = cursor + page.count
///     return MovieBatch(movies: Array(page), total: found.count, next: end < found.count ? end : nil)
///   }
///
///   func movie(_ id: MovieID, language: String?) async throws -> Movie {
///     guard let movie = movies.first(where: { $0.id == id }) else { throw MovieError.movieNotFound(id) }
///     return movie
///   }
///
///   func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
///     MovieDetail(movie: try await movie(id, language: language))
///   }
/// }
/// ```
public protocol Catalog: Sendable {
  /// The catalog's name and capabilities.
  var info: CatalogInfo { get }

  /// The reason why the catalog cannot be used now; nil if it can. It may change at any time.
  var unavailability: MovieError? { get }

  /// The sections of `home`, in order.
  var sections: [HomeSection] { get }

  /// The catalog's id of a film, if it can tell without asking a service; nil if it cannot, or does not have the film.
  func localID(of film: IMDbID) -> MovieID?

  /// The countries of a film, ISO 3166-1, if the catalog can tell without asking a service.
  func countries(of film: IMDbID) -> [String]

  /// The only person with this name in any language, if the catalog can tell without asking a service, with the name in a
  /// language.
  func person(named name: String, language: String?) -> (id: PersonID, name: String)?

  /// The movies of these years that have exactly this title in any language, apart from case and punctuation; nil if the
  /// catalog cannot tell without asking a service.
  func movies(titled title: String, years: ClosedRange<Int>, language: String?) -> [Movie]?

  /// Resolves between the catalog's ids and films by asking its service; nil if there is nothing to ask.
  var filmLookup: (any FilmLookup)? { get }

  /// The memory that one answer can take while it is made, in bytes. If it is above that of a page, the number of
  /// concurrent requests is limited by the memory for responses.
  var largestAnswerBytes: Int { get }

  /// Waits until the catalog has what it needs to answer, such as a key for which the user has to enter a passphrase.
  /// The time limit of a request begins after that.
  func unlock() async throws

  /// One batch of a listing's movies, in the catalog's order. The cursor is 0 for the first batch, then `next` of the
  /// batch before. At least one movie is wanted; a catalog may return more or fewer than `count`.
  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch

  /// All genres of the catalog, in its order. It substitutes another language if it does not have this one.
  func genres(language: String?) async throws -> [Genre]

  /// The movie as lists show it.
  func movie(_ id: MovieID, language: String?) async throws -> Movie

  /// The data of `movie` as the source has it now, never from a cache.
  func currentMovie(_ id: MovieID, language: String?) async throws -> Movie

  /// Everything that the catalog knows about a movie, with at most so many reviews.
  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail

  /// The people whose names match a query, which is trimmed and not empty; best known first. A catalog may return more
  /// than `limit`.
  func people(_ query: String, limit: Int, language: String?) async throws -> People

  /// Everything that the catalog knows about a person, with all credits, newest movie first. Throws
  /// `MovieError.notFound`.
  func person(_ id: PersonID, language: String?) async throws -> Person

  /// A collection with its movies in order of release. Throws `MovieError.notFound`.
  func collection(_ id: CollectionID, language: String?) async throws -> MovieCollection

  /// One page of a movie's reviews, from 1. The catalog determines the size of a page.
  func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage

  /// The smallest version of an image from this catalog that is at least `width` pixels wide.
  func picture(at url: String, width: Int) async throws -> Picture

  /// The user's account; nil if the catalog has none.
  var account: (any Account)? { get }
}

extension Catalog {
  /// Nil, for a catalog that can always be asked.
  public var unavailability: MovieError? { nil }

  /// Empty, for a catalog without `home`.
  public var sections: [HomeSection] { [] }

  /// Nil, for a catalog that does not know films by their IMDb ids.
  public func localID(of film: IMDbID) -> MovieID? { nil }
  public func countries(of film: IMDbID) -> [String] { [] }
  public func person(named name: String, language: String?) -> (id: PersonID, name: String)? { nil }

  /// Nil, for a catalog that has to be searched.
  public func movies(titled title: String, years: ClosedRange<Int>, language: String?) -> [Movie]? { nil }

  /// That of a page, for a catalog that knows how long its texts are.
  public var largestAnswerBytes: Int { RequestContext.page }

  /// Nil, for a catalog whose ids contain IMDb's ids, or that does not know them.
  public var filmLookup: (any FilmLookup)? { nil }

  /// Returns at once, for a catalog that needs nothing.
  public func unlock() async throws {}

  /// Correct for a catalog that caches nothing.
  public func currentMovie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movie(id, language: language)
  }

  /// - Throws: always `unsupportedByCatalog`.
  public func genres(language: String?) async throws -> [Genre] { try lacks("genres") }

  /// - Throws: always `unsupportedByCatalog`.
  public func people(_ query: String, limit: Int, language: String?) async throws -> People { try lacks("people") }

  /// - Throws: always `unsupportedByCatalog`.
  public func person(_ id: PersonID, language: String?) async throws -> Person { try lacks("people") }

  /// - Throws: always `unsupportedByCatalog`.
  public func collection(_ id: CollectionID, language: String?) async throws -> MovieCollection {
    try lacks("collections")
  }

  /// - Throws: always `unsupportedByCatalog`.
  public func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage { try lacks("reviews") }

  /// - Throws: always `unsupportedByCatalog`.
  public func picture(at url: String, width: Int) async throws -> Picture { try lacks("posters") }

  private func lacks<Value>(_ what: String) throws -> Value { throw MovieError.unsupported(what, by: info.name) }

  /// Nil, for a catalog without accounts.
  public var account: (any Account)? { nil }
}

/// Tells which of a catalog's ids names which film. Every call may ask the service, and fails like a catalog's calls.
public protocol FilmLookup: Sendable {
  /// The catalog's id of a film; nil if the catalog does not have the film.
  func id(of film: IMDbID) async throws -> MovieID?

  /// The film that one of the catalog's ids names; nil if the catalog does not know its IMDb id.
  func film(of id: MovieID) async throws -> IMDbID?
}

/// The definition of a list's contents.
public enum Listing: Hashable, Sendable {
  /// The movies that match a query.
  case search(SearchQuery)
  /// The movies of the `HomeSection` with this name.
  case section(String, language: String?)
  /// The movies that meet the criteria of a query. Requested only of catalogs with the capability `discover`.
  indirect case discover(DiscoverQuery)
  /// Movies that are similar to one movie.
  case recommendations(MovieID, language: String?)

  /// The bytes of the texts whose length the client decides.
  var textBytes: Int {
    switch self {
    case .search(let query): query.text.utf8.count
    case .section(let name, _): name.utf8.count
    case .discover(let query):
      (query.genres + query.excludeGenres + [query.keyword, query.provider].compactMap(\.self)).reduce(0) {
        $0 + $1.utf8.count
      }
    case .recommendations(let id, _): id.description.utf8.count
    }
  }
}

/// The criteria of a search.
public struct SearchQuery: Hashable, Sendable {
  /// The words to search for, trimmed and not empty.
  public var text: String
  /// The year of release; nil for any.
  public var year: Int?
  /// The language of the results, a BCP 47 tag such as `ko` or `ko-KR`; nil leaves the choice to the catalog.
  public var language: String?

  /// - Parameter text: trimmed and not empty.
  public init(text: String, year: Int? = nil, language: String? = nil) {
    (self.text, self.year, self.language) = (text, year, language)
  }
}

/// A part of a listing, as long as suits the catalog.
public struct MovieBatch: Sendable {
  /// In the catalog's order. May repeat movies of other batches, and may be empty although more batches follow.
  public var movies: [Movie]
  /// The number of movies in the whole listing.
  public var total: Int
  /// False if `total` is a lower bound.
  public var totalIsExact = true
  /// The cursor of the next batch; nil at the end.
  public var next: Int?
  /// The query for which the movies were found, if the listing's query has typing errors; nil otherwise.
  public var correctedQuery: String?
  /// Whether the batch is from an earlier answer, because the catalog cannot be reached.
  public var isStale = false

  /// - Parameter next: the cursor of the next batch; nil at the end.
  public init(movies: [Movie], total: Int, next: Int?) { (self.movies, self.total, self.next) = (movies, total, next) }
}
