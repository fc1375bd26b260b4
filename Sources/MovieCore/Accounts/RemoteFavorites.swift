/// The favorites that a service stores for one user. Every call fails with `notLoggedIn` if another user is logged in
/// meanwhile.
public protocol RemoteFavorites: Sendable {
  /// The movies that are favorites of the account.
  ///
  /// - Parameter known: the favorites of the last listing.
  /// - Returns: nil if nothing seems to have changed, judging by the number of favorites and the newest of them. That
  ///   takes one request instead of hundreds.
  func favorites(of user: AccountState.User, language: String?, known: Set<MovieID>) async throws -> AccountFavorites?

  /// Whether the movie is a favorite at this moment. A listing may be out of date, or miss a movie that moves from one
  /// page to another while the pages are read.
  ///
  /// - Throws: `movieNotFound` if the catalog does not have the movie (any more).
  func isFavorite(_ id: MovieID, of user: AccountState.User) async throws -> Bool

  /// Adds a movie to the favorites, or removes it. Does nothing if the movie is in the requested state already.
  ///
  /// - Throws: `movieNotFound` if the catalog does not have the movie (any more).
  func setFavorite(_ id: MovieID, _ isFavorite: Bool, of user: AccountState.User) async throws
}

/// A listing of an account's favorites.
public struct AccountFavorites: Sendable {
  /// The favorites that the service lists.
  public var ids: Set<MovieID>
  /// The listed movies that were not `known` and whose data could be read, newest first.
  public var movies: [Movie]
  /// False if the service does not list all: a movie that is not in `ids` may still be a favorite.
  public var isComplete: Bool

  /// - Parameter isComplete: whether a movie that is not in `ids` is certainly not a favorite.
  public init(ids: Set<MovieID>, movies: [Movie], isComplete: Bool) {
    self.ids = ids
    self.movies = movies
    self.isComplete = isComplete
  }
}
