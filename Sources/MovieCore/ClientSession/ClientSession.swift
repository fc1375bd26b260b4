import Concurrency

import struct Synchronization.Atomic

/// One client's session, independent of the wire: it connects catalogs, lists and favorites.
///
/// Call the methods in the order of the input. Each does everything that depends on this order before its first
/// suspension. Methods throw `MovieError`, or `CancellationError` if their task is cancelled. Every event that a method
/// causes is pushed before the method returns.
public final class ClientSession: Sendable {
  /// All catalogs; `currentSettings.catalog` is the default among them.
  public let catalogs: Catalogs
  /// For reading whether a movie is starred. Anything that depends on the input's order must call the session instead.
  public let favorites: any Favorites
  let posters: (any Posters)?
  let knownImages = KnownImageURLs()
  let lists = Lists()
  /// Keeps operations on favorites in the input's order.
  let favoritesLock = AsyncLock()
  /// The number of unstars of each movie that are under way.
  let requestedUnstars = Mutex<[MovieID: Int]>([:])
  let clock: any Clock<Duration>
  /// For the work of a catalog for one request.
  let timeLimit: TimeLimit
  let push: @Sendable (Event) -> Bool
  /// By catalog name; empty if favorites are not synchronized.
  let favoritesSyncs: [String: FavoritesSync]
  /// By the names of the catalogs that have to be asked for their ids of films.
  private let filmIDLookups: [String: FilmIDLookup]
  private let settings: Mutex<Settings>
  private let isPrepared = Atomic(false)
  private let spinnerCount = Atomic(0)

  /// Observes `favorites`, so nobody else may.
  ///
  /// - Parameters:
  ///   - posters: nil if no catalog has posters.
  ///   - syncsFavorites: whether favorites are kept equal to those of the user's accounts.
  ///   - timeLimit: the maximum time that a catalog works for one request; nil for no limit. After it, the request fails
  ///     with `upstreamTimeout`, or gets what is there.
  ///   - push: sends an event to the client without waiting, and returns whether it did: the client may not want the
  ///     event. The end of a loading is pushed only if its beginning was sent; the end must always be sent.
  public init(
    catalogs: Catalogs, favorites: any Favorites, posters: (any Posters)? = nil, syncsFavorites: Bool = false,
    timeLimit: Duration? = nil, clock: any Clock<Duration>, push: @escaping @Sendable (Event) -> Bool
  ) {
    self.catalogs = catalogs
    self.favorites = favorites
    self.posters = posters
    self.clock = clock
    self.timeLimit = TimeLimit(duration: timeLimit, clock: clock)
    self.push = push
    let settings = Mutex(Settings(catalog: catalogs.defaultName))
    self.settings = settings
    var lookups: [String: FilmIDLookup] = [:]
    for catalog in catalogs.all where catalog.filmLookup != nil {
      lookups[catalog.info.name] = FilmIDLookup(at: catalog, favorites, self.timeLimit)
    }
    filmIDLookups = lookups
    var syncs: [String: FavoritesSync] = [:]
    for catalog in catalogs.all where syncsFavorites && catalog.info.capabilities.contains(.favoritesSync) {
      guard let account = catalog.account, let remote = account.favorites else { continue }
      syncs[catalog.info.name] = FavoritesSync(
        of: catalog.info.name, account, remote, favorites, lookups[catalog.info.name]
      ) {
        settings.withLock { $0.language }
      }
    }
    favoritesSyncs = syncs
    for (name, lookup) in lookups {
      lookup.observe { [sync = syncs[name]] in sync?.mirror(found: $0) }
    }
    favorites.observe { [knownImages, lookups] change in
      knownImages.add(change.added + change.updated)
      _ = push(.favoritesChanged(change))
      if !change.added.isEmpty || !change.isComplete { for lookup in lookups.values { lookup.begin() } }
    }
  }

  /// Starts to prepare what requests will need, without waiting for it. To be called with every request.
  public func prepare() {
    favorites.prepare()
    guard !isPrepared.exchange(true, ordering: .relaxed) else { return }
    for lookup in filmIDLookups.values { lookup.begin() }
    for catalog in catalogs.all {
      guard let account = catalog.account else { continue }
      account.observe { [push, name = catalog.info.name] in _ = push(.sessionChanged(catalog: name, $0)) }
      favoritesSyncs[catalog.info.name]?.reconcile()
    }
  }

  /// Cancels background work. The next session completes what this one leaves undone.
  public func end() {
    for sync in favoritesSyncs.values { sync.end() }
    for lookup in filmIDLookups.values { lookup.end() }
  }

  /// The settings at this moment. `initialize` may change them while other requests run.
  public var currentSettings: Settings { settings.withLock { $0 } }

  /// Changes the settings atomically.
  public func configure(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

  /// The named catalog; the session's default if `name` is nil.
  func catalog(_ name: String?) throws(MovieError) -> any Catalog {
    try catalogs.catalog(name ?? currentSettings.catalog)
  }

  // MARK: Loading

  /// A spinner that has not begun, with a number that is unique within the session.
  func spinner(_ kind: Loading.Kind, list: String? = nil, _ activity: Activity) -> Spinner {
    let number = spinnerCount.add(1, ordering: .relaxed).newValue
    return Spinner(
      Loading(kind: kind, list: list, activity: Activity(id: activity.id), spinner: number),
      delay: currentSettings.loadingDelay,
      clock: clock, push: push)
  }

  /// Begins a spinner, runs the work and ends the spinner.
  func loading<Value>(
    _ kind: Loading.Kind, list: String? = nil, _ activity: Activity,
    outcome: (Value) -> Loading.Outcome = { _ in .ok }, _ work: () async throws -> Value
  ) async throws -> Value {
    let spinner = spinner(kind, list: list, activity)
    spinner.begin()
    return try await ending(spinner, outcome: outcome, work)
  }

  /// Runs the work and ends the spinner.
  func ending<Value>(
    _ spinner: Spinner, outcome: (Value) -> Loading.Outcome, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await work()
      spinner.end(outcome(value))
      return value
    } catch {
      spinner.end(Loading.Outcome(error))
      throw error
    }
  }
}
