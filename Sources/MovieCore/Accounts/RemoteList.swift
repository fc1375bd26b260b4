/// A list of films that a service stores for one user, with values as `SyncedList` has them. Every call fails with
/// `notLoggedIn` if another user is logged in by then.
public protocol RemoteList: Sendable {
  /// The movies on the list. Nil if nothing seems to have changed since the last listing, whose values are known,
  /// judging by the number of movies and the newest of them. That takes one request instead of hundreds.
  func movies(of user: AccountState.User, language: String?, known: [MovieID: Int]) async throws -> RemoteListing?

  /// The movie's value at this moment; nil if it is not on the list. A listing may be out of date, or miss a movie that
  /// moves from one page to another while the pages are read. Throws `movieNotFound` if the catalog does not have the
  /// movie (any more).
  func value(of id: MovieID, of user: AccountState.User) async throws -> Int?

  /// Adds a movie to the list with a value, or removes it. Does nothing if that is so already. Throws `movieNotFound`
  /// if the catalog does not have the movie (any more).
  func set(_ id: MovieID, _ value: Int?, of user: AccountState.User) async throws
}

/// A listing of an account's movies.
public struct RemoteListing: Sendable {
  /// The movies that the service lists, with their values.
  public var values: [MovieID: Int]
  /// The listed movies that were not `known` with their value and whose data could be read, newest first.
  public var movies: [Movie]
  /// False if the service does not list all: a movie that is not in `values` may still be on the list.
  public var isComplete: Bool

  /// - Parameter isComplete: whether a movie that is not in `values` is certainly not on the list.
  public init(values: [MovieID: Int], movies: [Movie], isComplete: Bool) {
    (self.values, self.movies, self.isComplete) = (values, movies, isComplete)
  }
}
