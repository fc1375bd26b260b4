import Files
import MovieCore
import SQLite
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Favorites in an SQLite file that several processes share.
///
/// One thread owns the file. It takes all operations that have come, does neighbouring changes in one transaction
/// (one `fsync` for a burst of stars), and only then tells of the changes and answers, in the order of the calls. A
/// watch on the folder wakes it when another process has committed.
///
/// A file that is damaged, foreign or of a newer schema is left exactly as it is: every operation fails with
/// `storageFailed`, and everything that needs no favorites goes on.
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

  public static let fileName = "favorites.db"

  private let directory: String
  private let now: @Sendable () -> Int
  private let onChange: @Sendable (FavoritesChange) -> Void
  private let inbox = Monitor(Inbox())
  private let starred = Locked<Set<MovieID>>([])
  private let firstOpening = Flight<Void>()
  /// A page of the file was found damaged: nothing is written to it any more, not even by closing it.
  private let isDamaged = Atomic(false)

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
    _ = try? await firstOpening.outcome()
  }

  public func contains(_ id: MovieID) -> Bool { starred.withLock { $0.contains(id) } }

  public func state() -> Flight<FavoritesState> { enqueue { $0.state } }

  public func starredIDs() -> Flight<[MovieID]> { enqueue { try $0.starredIDs() } }

  public func star(_ movie: Movie) -> Flight<StarOutcome> { enqueue(isChange: true) { try $0.star(movie) } }

  public func existingStar(_ id: MovieID) -> Flight<StarOutcome?> { enqueue { try $0.existingStar(id) } }

  public func kept(_ id: MovieID) -> Flight<Movie?> { enqueue { try $0.kept(id) } }

  public func unstar(_ id: MovieID) -> Flight<StarOutcome> { enqueue(isChange: true) { try $0.unstar(id) } }

  public func list(_ query: FavoritesQuery) -> Flight<FavoritesPage> { enqueue { try $0.list(query) } }

  public func changes(since revision: Int) -> Flight<FavoritesDifference> {
    enqueue { try $0.difference(since: revision) }
  }

  public func update(_ movies: [Movie]) -> Flight<FavoritesState> {
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
  ) -> Flight<Value> {
    let flight = Flight<Value>()
    let operation = Operation(isChange: isChange) { file in
      let value = try body(file)
      return { flight.finish(.success(value)) }
    } fail: {
      flight.end($0)
    }
    inbox.withLock { $0.operations.append(operation) }
    inbox.notify()
    prepare()
    return flight
  }

  // MARK: The store's thread

  private func work() {
    var file: FavoritesFile?
    var watch: FolderWatch?
    var identity: DatabaseIdentity?
    var lookout = Lookout()

    func open() throws {
      try withFolderLocked(directory) {
        identity?.removeLeftovers(at: path)
        file = try openFile()
        identity = DatabaseIdentity(path: path)
      }
      starred.withLock { [new = file?.starred ?? []] in $0 = new }
      watchFolder()
    }
    func watchFolder() {
      if watch?.isCurrent == true { return }
      watch?.stop()
      watch = FolderWatch(directory: directory, files: [Self.fileName, Self.fileName + "-wal"]) { [weak self] in
        self?.lookSoon()
      }
      lookout.isBlind = watch == nil
    }
    do {
      try open()
      firstOpening.finish(.success(()))
    } catch {
      firstOpening.end(error)
    }

    while true {
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
      if isCalled || isDue || !operations.isEmpty, file != nil {
        let main = FileIdentity(path: path)
        if main == identity?.main {
          // The file may have been opened before the end of the watch on a former folder was known.
          watchFolder()
          perform([], on: file)
        } else if main != nil || lookout.isLate || !operations.isEmpty {
          // The file was removed or replaced: what is asked for from now on belongs into the new one. The old
          // connection is given up, not closed: closing would delete the new file's write-ahead log by its name
          // (https://www.sqlite.org/howtocorrupt.html).
          let old = file.map { Unmanaged.passRetained($0) }
          file = nil
          if (try? open()) != nil, let file { tellReplaced(old?.takeUnretainedValue(), file) }
        }
      }
      if !operations.isEmpty {
        do {
          // What failed before may have been mended meanwhile.
          if file == nil { try open() }
          perform(operations, on: file)
        } catch {
          for operation in operations { operation.fail(failure(error)) }
        }
      }
      if isClosing {
        watch?.stop()
        if isDamaged.load(ordering: .relaxed), let file { _ = Unmanaged.passRetained(file) }
        file = nil
        inbox.withLock { $0.isClosed = true }
        return inbox.notify()
      }
    }
  }

  private func lookSoon() {
    inbox.withLock { $0.mustLook = true }
    inbox.notify()
  }

  private func openFile() throws -> FavoritesFile {
    makeDirectory(directory)
    return try FavoritesFile(path: path, now: now)
  }

  /// Does the operations in their order, neighbouring changes together.
  private func perform(_ operations: [Operation], on file: FavoritesFile?) {
    guard let file else { return }
    tell(file) { try file.look() }
    var rest = operations[...]
    while let first = rest.first {
      let group = rest.prefix { $0.isChange == first.isChange }
      rest = rest.dropFirst(group.count)
      if first.isChange {
        var answers: [@Sendable () -> Void] = []
        let failed = tell(file) {
          try file.transaction { for operation in group { answers.append(try operation.perform(file)) } }
        }
        if let failed {
          for operation in group { operation.fail(failed) }
        } else {
          for answer in answers { answer() }
        }
      } else {
        for operation in group {
          do {
            try operation.perform(file)()
          } catch {
            operation.fail(failure(error))
          }
        }
      }
    }
  }

  /// Runs `body` and tells of the changes it gives; returns why it failed.
  @discardableResult
  private func tell(_ file: FavoritesFile, _ body: () throws -> [FavoritesChange]) -> MovieError? {
    do {
      let changes = try body()
      guard !changes.isEmpty else { return nil }
      starred.withLock { [new = file.starred] in $0 = new }
      for change in changes { onChange(change) }
      return nil
    } catch {
      return failure(error)
    }
  }

  /// A new file has another epoch, so no difference of revisions means anything: the change tells it all.
  private func tellReplaced(_ old: FavoritesFile?, _ file: FavoritesFile) {
    let before = old?.starred ?? []
    let movies = (try? file.movies()) ?? []
    onChange(
      FavoritesChange(
        state: file.state, previousRevision: 0, added: movies.filter { !before.contains($0.id) },
        removed: before.subtracting(file.starred).sorted { $0.description < $1.description }, origin: .other))
  }

  private var path: String { directory + "/" + Self.fileName }

  private func failure(_ error: any Error) -> MovieError {
    switch error {
    case let refusal as Schema.Refusal:
      MovieError(
        .storageFailed, "The favorites file \(path) cannot be used: \(refusal.message). It is left as it is.")
    case let error as SQLiteError where error.isCorruption:
      damaged(error)
    default:
      MovieError(.storageFailed, "The favorites in \(path) could not be read or written.", detail: "\(error)")
    }
  }

  private func damaged(_ error: SQLiteError) -> MovieError {
    isDamaged.store(true, ordering: .relaxed)
    return MovieError(
      .storageFailed, "The favorites file \(path) is damaged or no database. It is left as it is.",
      detail: error.description)
  }
}
