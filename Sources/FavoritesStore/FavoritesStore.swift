import Concurrency
import MovieCore

/// Favorites in an SQLite file that several processes share.
///
/// One thread owns the file. It takes all operations that have come, does neighbouring changes in one transaction
/// (one `fsync` for a burst of stars), and only then tells of the changes and answers, in the order of the calls. A
/// watch on the folder wakes it when another process has committed.
///
/// A file that is damaged, foreign or of a newer schema is left exactly as it is: every operation fails with
/// `storageFailed`, nothing is starred, and everything that needs no favorites goes on.
public final class FavoritesStore: Favorites {
  private struct Operation: Sendable {
    /// Whether it belongs into a transaction.
    var isChange: Bool
    /// Does it; what it returns runs when the result is durable.
    var perform: @Sendable (FavoritesFile) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
  }

  private struct Inbox {
    var operations: [Operation] = []
    /// Another process may have committed.
    var mustLook = false
    var isClosing = false
    var isClosed = false
    var hasThread = false

    var isEmpty: Bool { operations.isEmpty && !mustLook && !isClosing }
  }

  /// In the data folder; an SQLite database.
  public static let fileName = "favorites.db"

  private let directory: String
  private let now: @Sendable () -> Int
  private let onChange: @Sendable (FavoritesChange) -> Void
  private let inbox = Monitor(Inbox())
  private let starred = Mutex<Set<MovieID>>([])
  private let firstOpening = SharedTask<Void>()

  /// - Parameters:
  ///   - directory: made when the store is first opened.
  ///   - now: milliseconds since 1970.
  ///   - onChange: told of every change, in order and without gaps, before whoever caused it has its answer; called
  ///     on the store's thread.
  public init(
    directory: String, now: @escaping @Sendable () -> Int = Timestamp.now,
    onChange: @escaping @Sendable (FavoritesChange) -> Void
  ) {
    self.directory = directory
    self.now = now
    self.onChange = onChange
  }

  // MARK: Favorites

  public func prepare() {
    let isFirst = inbox.withLock { inbox in
      defer { inbox.hasThread = true }
      return !inbox.hasThread
    }
    if isFirst { startThread { [self] in work() } }
  }

  public func opened() async {
    prepare()
    _ = try? await firstOpening.uncancellableValue()
  }

  public func contains(_ id: MovieID) -> Bool { starred.withLock { $0.contains(id) } }

  public func state() -> SharedTask<FavoritesState> { enqueue { $0.state } }

  public func starredIDs() -> SharedTask<[MovieID]> { enqueue { try $0.starredIDs() } }

  public func star(_ movie: Movie) -> SharedTask<StarOutcome> { enqueue(isChange: true) { try $0.star(movie) } }

  public func existingStar(_ id: MovieID) -> SharedTask<StarOutcome?> { enqueue { try $0.existingStar(id) } }

  public func kept(_ id: MovieID) -> SharedTask<Movie?> { enqueue { try $0.kept(id) } }

  public func unstar(_ id: MovieID) -> SharedTask<StarOutcome> { enqueue(isChange: true) { try $0.unstar(id) } }

  public func unstarred(among ids: [MovieID]) -> SharedTask<Set<MovieID>> { enqueue { try $0.unstarred(among: ids) } }

  public func list(_ query: FavoritesQuery) -> SharedTask<FavoritesPage> { enqueue { try $0.list(query) } }

  public func changes(since revision: Int) -> SharedTask<FavoritesDifference> {
    enqueue { try $0.difference(since: revision) }
  }

  public func update(_ movies: [Movie]) -> SharedTask<FavoritesState> {
    enqueue(isChange: true) { file in
      try file.update(movies)
      return file.state
    }
  }

  /// Finishes what was asked for and closes the file, at most so long. Nothing may be asked for afterwards.
  public func close(milliseconds: Int) {
    let hasThread = inbox.withLock { inbox in
      inbox.isClosing = true
      return inbox.hasThread
    }
    guard hasThread else { return }
    inbox.notify()
    inbox.wait(milliseconds: milliseconds) { $0.isClosed }
  }

  private func enqueue<Value: Sendable>(
    isChange: Bool = false, _ body: @escaping @Sendable (FavoritesFile) throws -> Value
  ) -> SharedTask<Value> {
    let flight = SharedTask<Value>()
    let operation = Operation(isChange: isChange) { file in
      let value = try body(file)
      return { flight.resolve(.success(value)) }
    } fail: {
      flight.fail($0)
    }
    inbox.withLock { $0.operations.append(operation) }
    inbox.notify()
    prepare()
    return flight
  }

  // MARK: The store's thread

  private func work() {
    let place = FavoritesFileMonitor(
      directory: directory, fileName: Self.fileName, now: now, starred: starred, onChange: onChange
    ) { [weak self] in self?.lookSoon() }
    var lookout = PollSchedule()
    place.look(isLate: false, isAsked: true)
    firstOpening.resolve(.success(()))

    while true {
      lookout.isBlind = place.isBlind
      let isWoken = inbox.wait(milliseconds: lookout.delay) { !$0.isEmpty }
      let (operations, isCalled, isClosing) = inbox.withLock { inbox in
        defer {
          inbox.operations = []
          inbox.mustLook = false
        }
        return (inbox.operations, inbox.mustLook, inbox.isClosing)
      }
      if isCalled { lookout.start() }
      let isDue = !isWoken && lookout.isDue()
      if isCalled || isDue || !operations.isEmpty {
        place.look(isLate: lookout.isLate, isAsked: !operations.isEmpty)
        perform(operations, at: place)
      }
      if isClosing {
        place.close()
        inbox.withLock { $0.isClosed = true }
        return inbox.notify()
      }
    }
  }

  private func lookSoon() {
    inbox.withLock { $0.mustLook = true }
    inbox.notify()
  }

  /// Does the operations in their order, neighbouring changes together.
  private func perform(_ operations: [Operation], at place: FavoritesFileMonitor) {
    var rest = operations[...]
    while let first = rest.first {
      let group = rest.prefix { $0.isChange == first.isChange }
      rest = rest.dropFirst(group.count)
      if first.isChange {
        do {
          var answers: [@Sendable () -> Void] = []
          try place.change { file in answers = try group.map { try $0.perform(file) } }
          for answer in answers { answer() }
        } catch {
          for operation in group { operation.fail(error) }
        }
      } else {
        for operation in group {
          do {
            try place.read(operation.perform)()
          } catch {
            operation.fail(error)
          }
        }
      }
    }
  }
}
