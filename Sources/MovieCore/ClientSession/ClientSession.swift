import struct Synchronization.Atomic

/// One client's session, independent of the wire: it connects catalogs, lists and favorites.
///
/// Call the methods in the order of the input. Each does everything that depends on this order before its first
/// suspension. Methods throw `MovieError`, or `CancellationError` if their task is cancelled. Every event that a method
/// causes is pushed before the method returns. A catalog or a language that is nil is the session's.
public final class ClientSession: Sendable {
  /// All catalogs; `currentSettings.catalog` is the default among them.
  public let catalogs: Catalogs
  /// For reading what is kept about a movie. Anything that depends on the input's order must call the session instead.
  public let favorites: any UserLibrary
  let posters: (any Posters)?
  let knownImages = KnownImageURLs()
  let lists = Lists()
  /// Keeps operations on favorites in the input's order.
  let favoritesLock = AsyncLock()
  /// The number of changes of each movie under way that may remove its entry.
  let requestedRemovals = Mutex<[MovieID: Int]>([:])
  /// For the work of a catalog for one request.
  let timeLimit: TimeLimit
  /// The seed of entries in random order, if the client gives none: their pages have no repeats.
  public let seed = Int.random(in: 0...Int.max)
  let push: @Sendable (any Event) -> Bool
  /// By catalog name, one for each list; empty if favorites are not synchronized.
  let favoritesSyncs: [String: [FavoritesSync]]
  /// By the names of the catalogs that have to be asked for their ids of films.
  private let filmIDLookups: [String: FilmIDLookup]
  private let settings: Mutex<SessionSettings>
  private let replication = Mutex<(any Replication)?>(nil)
  private let isPrepared = Atomic(false)
  private let spinnerCount = Atomic(0)

  /// Observes `favorites`, so no other object may.
  ///
  /// - Parameters:
  ///   - posters: nil if no catalog has posters.
  ///   - syncsFavorites: whether favorites are kept equal to those of the user's accounts.
  ///   - push: sends an event to the client without waiting, and returns whether it did: the client may not want the
  ///     event. The end of a loading is pushed only if its beginning was sent; the end must always be sent.
  public init(
    catalogs: Catalogs, favorites: any UserLibrary, posters: (any Posters)? = nil, syncsFavorites: Bool = false,
    timeLimit: TimeLimit, push: @escaping @Sendable (any Event) -> Bool
  ) {
    (self.catalogs, self.favorites, self.posters, self.timeLimit) = (catalogs, favorites, posters, timeLimit)
    self.push = push
    let settings = Mutex(SessionSettings(catalog: catalogs.defaultName))
    self.settings = settings
    var lookups: [String: FilmIDLookup] = [:]
    for catalog in catalogs.all where catalog.filmLookup != nil {
      lookups[catalog.info.name] = FilmIDLookup(at: catalog, favorites, timeLimit)
    }
    filmIDLookups = lookups
    var syncs: [String: [FavoritesSync]] = [:]
    for catalog in catalogs.all where syncsFavorites && catalog.info.capabilities.contains(.favoritesSync) {
      guard let account = catalog.account else { continue }
      syncs[catalog.info.name] = SyncedList.allCases.compactMap { list in
        account.list(list).map { remote in
          FavoritesSync(of: catalog.info.name, account, (list, remote), favorites, lookups[catalog.info.name]) {
            settings.withLock { $0.language }
          }
        }
      }
    }
    favoritesSyncs = syncs
    for (name, lookup) in lookups {
      lookup.observe { [syncs = syncs[name] ?? []] ids in for sync in syncs { sync.mirror(found: ids) } }
    }
    favorites.observe { [knownImages, lookups] change in
      knownImages.add(change.changed)
      _ = push(change)
      if !change.added.isEmpty || !change.isComplete { for lookup in lookups.values { lookup.begin() } }
    }
    favorites.observeLibrary { [knownImages] change in
      knownImages.add(change.changed)
      _ = push(change)
    }
  }

  /// Lets the session keep the library equal to those of other machines. To be called before the first request.
  public func attach(_ replication: any Replication) { self.replication.withLock { $0 = replication } }

  /// How far this machine agrees with others. Waits for no other machine.
  public func replicationStatus() async -> ReplicationStatus {
    let replication = replication.withLock { $0 }
    return await replication?.status() ?? ReplicationStatus(isEnabled: false)
  }

  /// Starts to prepare what requests will need, without waiting for it. To be called with every request.
  public func prepare() {
    favorites.prepare()
    guard !isPrepared.exchange(true, ordering: .relaxed) else { return }
    replication.withLock { $0 }?.start { [push] in _ = push($0) }
    for lookup in filmIDLookups.values { lookup.begin() }
    for catalog in catalogs.all {
      guard let account = catalog.account else { continue }
      account.observe { [push, name = catalog.info.name] in _ = push(SessionChange(catalog: name, state: $0)) }
      for sync in favoritesSyncs[catalog.info.name] ?? [] { sync.reconcile() }
    }
  }

  /// Cancels background work. The next session completes what this one leaves undone.
  public func end() {
    for sync in favoritesSyncs.values.joined() { sync.end() }
    for lookup in filmIDLookups.values { lookup.end() }
  }

  /// The settings at this moment. `initialize` may change them while other requests run.
  public var currentSettings: SessionSettings { settings.withLock { $0 } }

  /// Changes the settings atomically.
  public func configure(_ change: (inout SessionSettings) -> Void) { settings.withLock { change(&$0) } }

  /// The named catalog; the session's default if `name` is nil. Throws `unsupportedByCatalog` if it lacks an ability.
  func catalog(_ name: String?, for capability: Capability? = nil) throws(MovieError) -> any Catalog {
    let catalog = try catalogs.catalog(name ?? currentSettings.catalog)
    guard let capability, !catalog.info.capabilities.contains(capability) else { return catalog }
    throw .unsupported(capability.rawValue, by: catalog.info.name)
  }

  // MARK: Work of a catalog

  /// Runs work of a catalog for a request, with a spinner, memory for the response and a time limit.
  func perform<Value: Sendable>(
    _ kind: Loading.Kind, in catalog: any Catalog, _ context: RequestContext,
    isEmpty: (Value) -> Bool = { _ in false }, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await loading(kind, context, outcome: { isEmpty($0) ? .empty : .ok }) {
      try await timeLimit.run(in: catalog, for: context, work)
    }
  }

  // MARK: Loading

  /// A spinner that has not begun, with a number that is unique within the session.
  func spinner(_ kind: Loading.Kind, list: String? = nil, _ context: RequestContext) -> Spinner {
    let number = spinnerCount.add(1, ordering: .relaxed).newValue
    return Spinner(
      Loading(kind: kind, list: list, request: context.id, spinner: number), delay: currentSettings.loadingDelay,
      clock: timeLimit.clock, push: push)
  }

  /// Begins a spinner, runs the work and ends the spinner.
  func loading<Value>(
    _ kind: Loading.Kind, list: String? = nil, _ context: RequestContext,
    outcome: (Value) -> Loading.Outcome = { _ in .ok }, _ work: () async throws -> Value
  ) async throws -> Value {
    let spinner = spinner(kind, list: list, context)
    spinner.begin()
    return try await ending(spinner, outcome: outcome, work)
  }

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
