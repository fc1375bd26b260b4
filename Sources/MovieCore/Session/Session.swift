import JSON
import Threads

/// One client's conversation, without its wire: catalogs, lists and favorites tied together.
///
/// Methods must be called in the order of the input and do all that depends on that order before their first
/// suspension. They throw `MovieError`, or `CancellationError` when their task is cancelled. What they tell through
/// `push` is told before they return.
public final class Session: Sendable {
  public let catalogs: Catalogs
  public let favorites: any Favorites
  let posters: (any Posters)?
  let handedOut = HandedOutPictures()
  let lists = Lists()
  /// Stars, unstars and reads of favorites, in the input's order.
  let favoritesLane = SerialLane()
  let clock: any Clock<Duration>
  let push: @Sendable (Event) -> Bool
  private let settings: Locked<Settings>

  /// - Parameters:
  ///   - posters: nil where no catalog has any.
  ///   - push: sends an event to the client and says whether it did, which may be less than there is; must not
  ///     wait. The end of a loading comes only where it did so with the beginning, and must always go.
  public init(
    catalogs: Catalogs, favorites: any Favorites, posters: (any Posters)? = nil, clock: any Clock<Duration>,
    push: @escaping @Sendable (Event) -> Bool
  ) {
    self.catalogs = catalogs
    self.favorites = favorites
    self.posters = posters
    self.clock = clock
    self.push = push
    settings = Locked(Settings(catalog: catalogs.defaultName))
  }

  public var currentSettings: Settings { settings.withLock { $0 } }

  public func configure(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

  /// The catalog of that name, or the session's where there is none.
  func catalog(_ name: String?) throws(MovieError) -> any Catalog {
    try catalogs.catalog(name ?? currentSettings.catalog)
  }

  func spinner(_ kind: Loading.Kind, list: String? = nil, request: JSON?) -> Spinner {
    Spinner(
      Loading(kind: kind, list: list, request: request), delay: currentSettings.loadingDelay, clock: clock, push: push)
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
