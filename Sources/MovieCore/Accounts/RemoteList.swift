/// A list of films that a service stores for one user: favorites or a watchlist. Every call fails with `notLoggedIn` if another user is logged in
/// meanwhile.
public protocol RemoteList: Sendable {
  /// The movies on the list.
  ///
  /// - Parameter known: the movies of the last listing.
  /// - Returns: nil if nothing seems to have changed, judging by the number of movies and the newest of them. That
  ///   takes one request instead of hundreds.
  func movies(of user: AccountState.User, language: String?, known: Set<MovieID>) async throws -> RemoteListing?

  /// Whether the movie is on the list at this moment. A listing may be out of date, or miss a movie that moves from one
  /// page to another while the pages are read.
  ///
  /// - Throws: `movieNotFound` if the catalog does not have the movie (any more).
  func contains(_ id: MovieID, of user: AccountState.User) async throws -> Bool

  /// Adds a movie to the list, or removes it. Does nothing if the movie is in the requested state already.
  ///
  /// - Throws: `movieNotFound` if the catalog does not have the movie (any more).
  func set(_ id: MovieID, _ isOn: Bool, of user: AccountState.User) async throws
}

/// A listing of an account's movies.
public struct RemoteListing: Sendable {
  /// The movies that the service lists.
  public var ids: Set<MovieID>
  /// The listed movies that were not `known` and whose data could be read, newest first.
  public var movies: [Movie]
  /// False if the service does not list all: a movie that is not in `ids` may still be on the list.
  public var isComplete: Bool

  /// - Parameter isComplete: whether a movie that is not in `ids` is certainly not on the list.
  public init(ids: Set<MovieID>, movies: [Movie], isComplete: Bool) {
    self.ids = ids
    self.movies = movies
    self.isComplete = isComplete
  }
}
