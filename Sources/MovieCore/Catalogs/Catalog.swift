/// A source of movies. What a catalog cannot do it does not implement: the default then fails with
/// `unsupportedByCatalog`.
///
/// Calls may come from any thread and several at once. A call is cancelled by cancelling its task, and ends its
/// upstream transfer then. A catalog that answers without waiting should do so before its first suspension, on the
/// caller's thread, and in well under a millisecond.
public protocol Catalog: Sendable {
  /// Who it is, and what it can do.
  var info: CatalogInfo { get }

  /// The sections of `home`, in their order.
  var sections: [HomeSection] { get }

  /// Whether it takes a movie's IMDb id (`tt6751668`) in place of its own, which it then answers with.
  var takesIMDbIDs: Bool { get }

  /// One stretch of a listing's movies in the catalog's order.
  ///
  /// - Parameters:
  ///   - cursor: 0 for the beginning, else what the batch before gave as `next`.
  ///   - count: how many movies are still wanted, at least 1. A catalog may give more or fewer.
  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch

  /// All that the catalog knows, in its order.
  ///
  /// - Parameter language: of the names; another one stands in where the catalog does not have it.
  func genres(language: String?) async throws -> [Genre]

  /// What lists show of the movie.
  func movie(_ id: MovieID, language: String?) async throws -> Movie

  /// The same as its source has it now, never what was kept of an earlier answer.
  func currentMovie(_ id: MovieID, language: String?) async throws -> Movie

  /// - Parameter reviews: how many reviews to give along at most.
  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail

  /// - Parameter page: from 1.
  func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage

  /// The smallest size that the catalog has of one of its pictures that is at least so wide.
  ///
  /// - Parameter url: as this catalog gave it.
  func picture(at url: String, width: Int) async throws -> Picture

  /// The user's account; nil where the catalog knows no users.
  var account: (any Account)? { get }
}

extension Catalog {
  public var sections: [HomeSection] { [] }

  public var takesIMDbIDs: Bool { false }

  /// Right for a catalog that keeps no answers.
  public func currentMovie(_ id: MovieID, language: String?) async throws -> Movie {
    try await movie(id, language: language)
  }

  public func genres(language: String?) async throws -> [Genre] {
    throw MovieError.unsupported("genres", by: info.name)
  }

  public func reviews(of id: MovieID, page: Int, language: String?) async throws -> ReviewPage {
    throw MovieError.unsupported("reviews", by: info.name)
  }

  public func picture(at url: String, width: Int) async throws -> Picture {
    throw MovieError.unsupported("posters", by: info.name)
  }

  public var account: (any Account)? { nil }
}

/// A catalog as clients are told of it; the same as long as the process runs.
public struct CatalogInfo: Sendable {
  /// The first half of its movies' ids.
  public var name: String
  /// For people.
  public var title: String
  public var capabilities: [Capability]
  /// What the source asks its users to show.
  public var attribution: String?

  public init(name: String, title: String, capabilities: [Capability], attribution: String? = nil) {
    self.name = name
    self.title = title
    self.capabilities = capabilities
    self.attribution = attribution
  }
}

/// What a catalog can do, named by the methods that need it: where it is missing they fail with `unsupportedByCatalog`.
/// `favoritesSync` is no method: stars can be kept the same as the favorites of the account.
public enum Capability: String, CaseIterable, Sendable {
  case search, home, genres, detail, reviews, recommendations, poster, login, rate, favoritesSync
}

/// One of a catalog's own lists, such as what is popular.
public struct HomeSection: Hashable, Sendable {
  /// What stands behind `home:` in the list's name.
  public var name: String
  /// For people.
  public var title: String

  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

/// A genre of a catalog.
public struct Genre: Hashable, Sendable {
  /// What the catalog calls it; means nothing to another one.
  public var id: String
  /// For people.
  public var name: String

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// What a list is a list of.
public enum Listing: Hashable, Sendable {
  case search(SearchQuery)
  case section(String, language: String?)
  case recommendations(MovieID, language: String?)
}

/// What is searched for.
public struct SearchQuery: Hashable, Sendable {
  /// Trimmed and not empty.
  public var text: String
  /// Of the release; nil for any.
  public var year: Int?
  /// A BCP 47 tag such as `ko` or `ko-KR`.
  public var language: String?

  public init(text: String, year: Int? = nil, language: String? = nil) {
    self.text = text
    self.year = year
    self.language = language
  }
}

/// A stretch of a listing, as long as suits the catalog.
public struct MovieBatch: Sendable {
  /// In the catalog's order; may repeat some of other batches, and may be none though more follow.
  public var movies: [Movie]
  /// How many movies the whole listing has.
  public var total: Int
  /// False where `total` is a lower bound.
  public var totalIsExact = true
  /// The cursor of the batch behind this one; nil at the end.
  public var next: Int?
  /// Kept from an earlier time, because the catalog cannot be reached.
  public var isStale = false

  public init(movies: [Movie], total: Int, next: Int?) {
    self.movies = movies
    self.total = total
    self.next = next
  }
}
