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
  func load(_ ids: @autoclosure () -> [MovieID], _ films: @autoclosure () -> [IMDbID]) async

  /// Waits until all favorites are in memory, about a second if there are a million.
  func loaded() async

  /// The memory that the data of all favorites takes at most, in bytes, by an estimate; answers without waiting.
  var estimatedBytes: Int { get }

  /// The state after all operations called before.
  func state() -> SharedTask<FavoritesState>
  /// The values of the films of a list under the ids that a catalog gives to them, one for each film, in the order in
  /// which they were put on it. Much cheaper than the movies themselves.
  func values(on list: SyncedList, in catalog: String) -> SharedTask<[(id: MovieID, value: Int)]>
  /// The movie data that is stored in the library, with the id under which it is kept; nil if nothing is kept.
  func kept(_ id: MovieID) -> SharedTask<Movie?>
  /// Returns those of the movies that were taken off a list, by any process, as far back as removals are remembered.
  func removed(from list: SyncedList, among ids: [MovieID]) -> SharedTask<Set<MovieID>>
  /// A film whose stored poster or backdrop has this URL; nil if there is none.
  func kept(imageURL: String) -> SharedTask<MovieID?>
  /// One page of the movies that match the query.
  func list(_ query: LibraryQuery) -> SharedTask<FavoritesPage>
  /// The difference between an earlier revision and now.
  ///
  /// - Parameter revision: of this epoch. If it is in the future, or older than the removals that are remembered, the
  ///   result lists all favorites.
  func changes(since revision: Int) -> SharedTask<FavoritesDifference>

  /// Replaces the stored data of kept movies, as one change. Ignores movies that are not kept.
  func update(_ movies: [Movie]) -> SharedTask<FavoritesState>

  /// The base for synchronizing with an account; empty before the first synchronization.
  func syncBase(of account: SyncedAccount) -> SharedTask<SyncBase>
  /// Sets values of an account's base, or removes them, because both sides agree about them. Does nothing if the
  /// favorites have another epoch by now.
  func updateSyncBase(of account: SyncedAccount, epoch: String, _ values: [MovieID: Int?]) -> SharedTask<Void>
}

extension Favorites {
  /// Waits until `shown` knows these movies.
  public func load(_ movies: [Movie]) async {
    await load(movies.indices.map { movies[$0].id }, movies.withoutFilm.compactMap { movies[$0].film })
  }
}
