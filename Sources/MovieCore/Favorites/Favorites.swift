import Concurrency

/// The movies that the user has starred, shared by every process on the same data folder.
///
/// Operations are done in the order in which they are called; each returns at once with a flight that ends when the
/// operation is durable. All of them fail with `storageFailed` where the store cannot be used.
public protocol Favorites: Sendable {
  /// Starts to open the store, so that it is ready when it is needed. Returns at once.
  func prepare()

  /// Waits until the store is open, or known not to be usable.
  func opened() async

  /// Whether the movie is starred, as far as this process knows: true or false at once, false before `opened` and
  /// while the store cannot be used.
  func contains(_ id: MovieID) -> Bool

  /// As it is behind the operations that were called before.
  func state() -> SharedTask<FavoritesState>
  /// The movies that are starred, in the order in which they were. Much cheaper than their data.
  func starredIDs() -> SharedTask<[MovieID]>
  /// Stars a movie and keeps its data. One that is starred already keeps its time and the data that it has.
  func star(_ movie: Movie) -> SharedTask<StarOutcome>
  /// The star that the movie has; nil where it has none.
  func existingStar(_ id: MovieID) -> SharedTask<StarOutcome?>
  /// The movie's data as it is kept with its star; nil where it has none.
  func kept(_ id: MovieID) -> SharedTask<Movie?>
  /// Removes the star and the data kept with it; no change where there is none.
  func unstar(_ id: MovieID) -> SharedTask<StarOutcome>
  /// Those of the movies that were unstarred, by whichever process, as far as that is remembered.
  func unstarred(among ids: [MovieID]) -> SharedTask<Set<MovieID>>
  /// A stretch of what the query finds.
  func list(_ query: FavoritesQuery) -> SharedTask<FavoritesPage>
  /// - Parameter revision: of this epoch. From one that is yet to come, or so old that removals since are forgotten,
  ///   everything is told anew.
  func changes(since revision: Int) -> SharedTask<FavoritesDifference>

  /// Takes over newer data of movies that are starred, as one change. Movies that are starred no more are left out.
  func update(_ movies: [Movie]) -> SharedTask<FavoritesState>
}

/// Where the favorites stand.
public struct FavoritesState: Hashable, Sendable {
  /// Names the file's life: revisions of different epochs cannot be compared.
  public var epoch: String
  /// Grows by one with every change, by whichever process.
  public var revision: Int
  /// How many movies are starred.
  public var total: Int

  public init(epoch: String, revision: Int, total: Int) {
    self.epoch = epoch
    self.revision = revision
    self.total = total
  }
}

/// What became of a movie that was to be starred or unstarred.
public struct StarOutcome: Sendable {
  /// The movie as it is kept: its catalog may know it by another id than the one that was asked for.
  public var id: MovieID
  /// False where the movie was as asked already.
  public var changed: Bool
  /// Of the favorites with this change, or as they stood where there was none.
  public var revision: Int
  /// ISO 8601 in UTC, with milliseconds; nil where the movie is not starred.
  public var starredAt: String?

  public init(id: MovieID, changed: Bool, revision: Int, starredAt: String?) {
    self.id = id
    self.changed = changed
    self.revision = revision
    self.starredAt = starredAt
  }
}

/// A starred movie, as it was when it was starred or last updated.
public struct Favorite: Hashable, Sendable {
  public var movie: Movie
  /// ISO 8601 in UTC, with milliseconds.
  public var starredAt: String

  public init(movie: Movie, starredAt: String) {
    self.movie = movie
    self.starredAt = starredAt
  }
}

/// Which favorites are wanted, and in which order.
public struct FavoritesQuery: Sendable {
  /// What has no year or no rating comes last in either order. Of equals the time of the star decides.
  public enum Sort: String, CaseIterable, Sendable {
    case starredAt, title, year, rating
  }

  /// Ascending or descending, as requests write it.
  public enum Order: String, CaseIterable, Sendable {
    case asc, desc
  }

  public var sort: Sort
  public var order: Order
  /// Folded text (`TextFolding`) that must stand in a title or a name; nil for all.
  public var text: String?
  /// How many to give at most.
  public var limit: Int
  /// How many of those that are found to pass over.
  public var offset: Int

  public init(sort: Sort, order: Order, text: String?, limit: Int, offset: Int) {
    self.sort = sort
    self.order = order
    self.text = text
    self.limit = limit
    self.offset = offset
  }

  /// All favorites, in the order in which they were starred.
  static let all = FavoritesQuery(sort: .starredAt, order: .asc, text: nil, limit: .max, offset: 0)
}

/// Favorites that a query has found.
public struct FavoritesPage: Sendable {
  /// `total` counts what the query finds.
  public var state: FavoritesState
  /// From the query's offset on, as many as its limit allows.
  public var items: [Favorite]

  public init(state: FavoritesState, items: [Favorite]) {
    self.state = state
    self.items = items
  }
}

/// What has become different since a revision.
public struct FavoritesDifference: Sendable {
  /// As the favorites stand now, whatever the revision that was asked for.
  public var state: FavoritesState
  /// Starred since, or with newer data; in the order of the changes.
  public var added: [Favorite]
  /// Unstarred since; none where `isFresh`.
  public var removed: [MovieID]
  /// Whether `added` is everything, because the difference cannot be told from that revision.
  public var isFresh: Bool

  public init(state: FavoritesState, added: [Favorite], removed: [MovieID], isFresh: Bool) {
    self.state = state
    self.added = added
    self.removed = removed
    self.isFresh = isFresh
  }
}

/// One or more changes, as they are told to clients.
public struct FavoritesChange: Sendable {
  /// Who made them. The raw values are the contract's.
  public enum Origin: String, CaseIterable, Sendable {
    /// By this process.
    case own = "self"
    /// By another process on the same data folder, or by both.
    case other
  }

  /// Behind the last of them.
  public var state: FavoritesState
  /// Before the first of them: the revision of the change that was told before, so that a gap would show. 0 where the
  /// file has become another one, or could not be used before.
  public var previousRevision: Int
  /// Newly starred.
  public var added: [Movie]
  /// Starred before, with newer data.
  public var updated: [Movie]
  /// Starred no more.
  public var removed: [MovieID]
  public var origin: Origin

  public init(
    state: FavoritesState, previousRevision: Int, added: [Movie] = [], updated: [Movie] = [], removed: [MovieID] = [],
    origin: Origin
  ) {
    self.state = state
    self.previousRevision = previousRevision
    self.added = added
    self.updated = updated
    self.removed = removed
    self.origin = origin
  }
}
