import Concurrency

/// The movies that the user has starred, shared by all processes that use the same data folder.
///
/// Operations run in the order of the calls. Each returns immediately with a task that completes when the operation is
/// durable. Every operation fails with `storageFailed` if the store cannot be used.
public protocol Favorites: Sendable {
  /// Reports every change from now on, in order and without gaps, whichever process made it. A change is reported
  /// before the operation that made it completes. To be called once, before any other method.
  ///
  /// - Parameter onChange: called on any thread, never concurrently; must not wait.
  func observe(_ onChange: @escaping @Sendable (FavoritesChange) -> Void)

  /// Starts to open the store, so that it is ready when it is needed. Returns immediately.
  func prepare()

  /// Waits until the store is open or has failed to open.
  func opened() async

  /// Waits until `shown` knows these movies, which takes no longer if there are very many favorites.
  func load(_ ids: [MovieID], _ films: [IMDbID]) async

  /// Waits until all favorites are in memory, about a second if there are a million.
  func loaded() async

  /// The memory that the data of all favorites takes at most, in bytes, by an estimate; answers without waiting.
  var estimatedBytes: Int { get }

  /// The state after all operations called before.
  func state() -> SharedTask<FavoritesState>
  /// The values of the films of a list under the ids that a catalog gives to them, one for each film, in the order in
  /// which they were put on it. Much cheaper than the movies themselves.
  func values(on list: SyncedList, in catalog: String) -> SharedTask<[(id: MovieID, value: Int)]>
  /// Stars a movie and stores its data. A film that is already starred, under this id or another, keeps its id, its time
  /// and its data.
  ///
  /// - Parameter sync: nil if no account is synchronized.
  func star(_ movie: Movie, _ sync: SyncStatus?) -> SharedTask<StarOutcome>
  /// The star of the film that the id names; nil if it has none.
  func existingStar(_ id: MovieID) -> SharedTask<StarOutcome?>
  /// The movie data that is stored in the library, with the id under which it is kept; nil if nothing is kept.
  func kept(_ id: MovieID) -> SharedTask<Movie?>
  /// Removes the film's star and the data stored with it; changes nothing if the film is not starred.
  func unstar(_ id: MovieID, _ sync: SyncStatus?) -> SharedTask<StarOutcome>
  /// Returns those of the movies that were taken off a list, by any process, as far back as removals are remembered.
  func removed(from list: SyncedList, among ids: [MovieID]) -> SharedTask<Set<MovieID>>
  /// A film whose stored poster or backdrop has this URL; nil if there is none.
  func kept(imageURL: String) -> SharedTask<MovieID?>
  /// One page of the movies that match the query.
  func list(_ query: FavoritesQuery) -> SharedTask<FavoritesPage>
  /// The difference between an earlier revision and now.
  ///
  /// - Parameter revision: of this epoch. If it is in the future, or older than the removals that are remembered, the
  ///   result lists all favorites.
  func changes(since revision: Int) -> SharedTask<FavoritesDifference>

  /// Replaces the stored data of starred movies, as one change. Ignores movies that are not starred.
  func update(_ movies: [Movie]) -> SharedTask<FavoritesState>

  /// The base for synchronizing with an account; empty before the first synchronization.
  func syncBase(of account: SyncedAccount) -> SharedTask<SyncBase>
  /// Sets values of an account's base, or removes them, because both sides agree about them. Does nothing if the
  /// favorites have another epoch by now.
  func updateSyncBase(
    of account: SyncedAccount, epoch: String, _ values: [MovieID: Int?]
  ) -> SharedTask<Void>
}

extension Favorites {
  /// Stars a movie without synchronizing an account.
  public func star(_ movie: Movie) -> SharedTask<StarOutcome> { star(movie, nil) }
  /// Unstars a movie without synchronizing an account.
  public func unstar(_ id: MovieID) -> SharedTask<StarOutcome> { unstar(id, nil) }
  /// Waits until `contains` and `ids` know these movies.
  public func load(_ movies: [Movie]) async {
    await load(movies.map(\.id), movies.compactMap { $0.id.film == nil ? $0.film : nil })
  }
}

/// The state of the favorites at one moment.
public struct FavoritesState: Hashable, Sendable {
  /// Identifies the favorites file: revisions of different epochs cannot be compared.
  public var epoch: String
  /// Grows by one with every change, whichever process makes it.
  public var revision: Int
  /// The number of starred movies.
  public var total: Int

  /// - Parameter revision: 0 for a new file.
  public init(epoch: String, revision: Int, total: Int) {
    self.epoch = epoch
    self.revision = revision
    self.total = total
  }
}

/// The result of starring or unstarring a movie.
public struct StarOutcome: Sendable {
  /// The id under which the movie is stored, which may differ from the requested one.
  public var id: MovieID
  /// `id` and the film's other recorded ids.
  public var ids: [MovieID]
  /// False if the movie already was in the requested state.
  public var changed: Bool
  /// The revision after this change; the current revision if nothing changed.
  public var revision: Int
  /// The time of the star in ISO 8601 and UTC, with milliseconds; nil if the movie is not starred.
  public var starredAt: String?

  /// - Parameters:
  ///   - ids: all recorded ids of the film, `id` among them.
  ///   - starredAt: in ISO 8601 and UTC, with milliseconds; nil if the movie is not starred.
  public init(id: MovieID, ids: [MovieID], changed: Bool, revision: Int, starredAt: String?) {
    self.id = id
    self.ids = ids
    self.changed = changed
    self.revision = revision
    self.starredAt = starredAt
  }
}

extension StarOutcome {
  /// The part of a change of an entry that concerns its star.
  public init(_ outcome: MarkOutcome, changed: Bool) {
    self.init(
      id: outcome.id, ids: outcome.ids, changed: changed && outcome.changed, revision: outcome.favoritesRevision,
      starredAt: outcome.mark.starredAt.map(Timestamp.iso8601))
  }
}

/// A starred movie, with its data from the time when it was starred or last updated.
public struct Favorite: Hashable, Sendable {
  /// The stored data.
  public var movie: Movie
  /// The time of the star in ISO 8601 and UTC, with milliseconds.
  public var starredAt: String
  /// All known ids of the film, that of the star first; empty if there is only one.
  public var ids: [MovieID] = []
  /// What is kept about the film.
  public var mark = Mark()

  /// - Parameter starredAt: in ISO 8601 and UTC, with milliseconds.
  public init(movie: Movie, starredAt: String) {
    self.movie = movie
    self.starredAt = starredAt
  }
}

/// A favorite of a page, with its data as text.
public struct ListedFavorite: Hashable, Sendable {
  /// The stored data.
  public var text: MovieText
  /// The time of the star in ISO 8601 and UTC, with milliseconds.
  public var starredAt: String
  /// All known ids of the film, that of the star first; empty if there is only one.
  public var ids: [MovieID]
  /// What is kept about the film.
  public var mark = Mark()

  /// - Parameters:
  ///   - starredAt: in ISO 8601 and UTC, with milliseconds.
  ///   - ids: empty if there is only one.
  public init(text: MovieText, starredAt: String, ids: [MovieID] = []) {
    self.text = text
    self.starredAt = starredAt
    self.ids = ids
  }

  /// The stored data, which is read from the text.
  public var movie: Movie { text.movie }
}

/// Selects and orders favorites.
public struct FavoritesQuery: Sendable {
  /// The sort key. Movies without a year or rating come last in either order; ties are ordered by the time of the star.
  /// Raw values are wire names.
  public enum Sort: String, CaseIterable, Sendable {
    case starredAt, title, year, rating
  }

  /// The sort direction. Raw values are wire names.
  public enum Order: String, CaseIterable, Sendable {
    case asc, desc
  }

  /// The property that determines the order.
  public var sort: Sort
  /// The direction, also of ties.
  public var order: Order
  /// Folded text (`TextFolding`) that a title or name must contain; nil for all favorites. Folding leaves nothing of
  /// punctuation and symbols, so an empty text is in no favorite.
  public var text: String?
  /// The maximum number of favorites to return.
  public var limit: Int
  /// The number of matches to skip.
  public var offset: Int
  /// The data of a page ends at this size, after at least one favorite.
  public var maximumBytes = largestPage

  /// The largest size of a page's data, in bytes.
  public static let largestPage = 8 << 20

  /// - Parameters:
  ///   - text: folded; nil for all favorites.
  ///   - limit: the maximum number of favorites to return.
  public init(sort: Sort, order: Order, text: String?, limit: Int, offset: Int) {
    self.sort = sort
    self.order = order
    self.text = text
    self.limit = limit
    self.offset = offset
  }

  /// All favorites, in the order in which they were starred.
  static let all = {
    var query = FavoritesQuery(sort: .starredAt, order: .asc, text: nil, limit: .max, offset: 0)
    query.maximumBytes = .max
    return query
  }()
}

/// One page of the favorites that match a query.
public struct FavoritesPage: Sendable {
  /// The current state, except that `total` counts the matches.
  public var state: FavoritesState
  /// The matches from the query's offset on: up to its limit, and as many as fit into one message.
  public var items: [ListedFavorite]

  /// - Parameter state: its `total` counts the matches.
  public init(state: FavoritesState, items: [ListedFavorite]) {
    self.state = state
    self.items = items
  }
}

/// The difference between the favorites at an earlier revision and now.
public struct FavoritesDifference: Sendable {
  /// The current state.
  public var state: FavoritesState
  /// The favorites that were starred or updated since that revision, in the order of the changes.
  public var added: [Favorite]
  /// The movies that were unstarred since that revision; empty if `isFresh`.
  public var removed: [MovieID]
  /// Whether `added` lists all favorites, because the difference from that revision is unknown or too large.
  public var isFresh: Bool
  /// Whether there are more favorites than one message can contain. `added` then lists the first of them, in the order
  /// of the stars. Only if `isFresh`.
  public var hasMore: Bool

  /// - Parameter isFresh: whether `added` lists all favorites; `removed` is then empty.
  public init(
    state: FavoritesState, added: [Favorite], removed: [MovieID], isFresh: Bool, hasMore: Bool = false
  ) {
    self.hasMore = hasMore
    self.state = state
    self.added = added
    self.removed = removed
    self.isFresh = isFresh
  }
}
