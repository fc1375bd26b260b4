import Concurrency

import struct Synchronization.Atomic

/// One client's conversation, without its wire: catalogs, lists and favorites tied together.
///
/// Methods must be called in the order of the input and do all that depends on that order before their first
/// suspension. They throw `MovieError`, or `CancellationError` when their task is cancelled. What they tell through
/// `push` is told before they return.
public final class ClientSession: Sendable {
  public let catalogs: Catalogs
  /// For whether a movie is starred. What depends on the order of the input goes through the session's methods.
  public let favorites: any Favorites
  let posters: (any Posters)?
  let handedOut: KnownImageURLs
  let lists = Lists()
  /// Stars, unstars and reads of favorites, in the input's order.
  let favoritesLane = AsyncLock()
  let clock: any Clock<Duration>
  let push: @Sendable (Event) -> Bool
  /// By their catalogs' names; empty where favorites are not synced.
  let favoritesSyncs: [String: FavoritesSync]
  private let settings: Mutex<Settings>
  private let isPrepared = Atomic(false)
  private let spinners = Atomic(0)

  /// - Parameters:
  ///   - posters: nil where no catalog has any.
  ///   - handedOut: the pictures of what its client is told past this session.
  ///   - syncsFavorites: whether favorites are mirrored to the accounts that can keep them, and theirs taken in.
  ///   - push: sends an event to the client and says whether it did, which may be less than there is; must not
  ///     wait. The end of a loading comes only where it did so with the beginning, and must always go.
  public init(
    catalogs: Catalogs, favorites: any Favorites, posters: (any Posters)? = nil,
    handedOut: KnownImageURLs = KnownImageURLs(), syncsFavorites: Bool = false, clock: any Clock<Duration>,
    push: @escaping @Sendable (Event) -> Bool
  ) {
    self.catalogs = catalogs
    self.favorites = favorites
    self.posters = posters
    self.handedOut = handedOut
    self.clock = clock
    self.push = push
    let settings = Mutex(Settings(catalog: catalogs.defaultName))
    self.settings = settings
    var syncs: [String: FavoritesSync] = [:]
    for catalog in catalogs.all where syncsFavorites && catalog.info.capabilities.contains(.favoritesSync) {
      guard let account = catalog.account else { continue }
      syncs[catalog.info.name] = FavoritesSync(of: catalog.info.name, account, favorites) {
        settings.withLock { $0.language }
      }
    }
    favoritesSyncs = syncs
  }

  /// Makes ready what requests are going to need, without waiting for it. To be called with every request.
  public func prepare() {
    favorites.prepare()
    guard !isPrepared.exchange(true, ordering: .relaxed) else { return }
    for catalog in catalogs.all {
      guard let account = catalog.account else { continue }
      account.observe { [push, name = catalog.info.name] in _ = push(.sessionChanged(catalog: name, $0)) }
      favoritesSyncs[catalog.info.name]?.reconcile()
    }
  }

  /// Calls off what goes on in the background. What it leaves undone is caught up with the next time.
  public func end() {
    for sync in favoritesSyncs.values { sync.end() }
  }

  /// As they are now: `initialize` may change them while a request is under way.
  public var currentSettings: Settings { settings.withLock { $0 } }

  /// Changes the settings in one step, for what looks at them from now on.
  public func configure(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

  /// The catalog of that name, or the session's where there is none.
  func catalog(_ name: String?) throws(MovieError) -> any Catalog {
    try catalogs.catalog(name ?? currentSettings.catalog)
  }

  func spinner(_ kind: Loading.Kind, list: String? = nil, activity: Activity) -> Spinner {
    let number = spinners.add(1, ordering: .relaxed).newValue
    return Spinner(
      Loading(kind: kind, list: list, activity: activity, spinner: number), delay: currentSettings.loadingDelay,
      clock: clock, push: push)
  }

  /// Runs work between the two ends of a spinner.
  func loading<Value>(
    _ spinner: Spinner, outcome: (Value) -> Loading.Outcome = { _ in .ok }, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await work()
      // Whether a movie is starred is told with it.
      await favorites.opened()
      spinner.end(outcome(value))
      return value
    } catch {
      spinner.end(Loading.Outcome(error))
      throw error
    }
  }
}
