import OperatingSystem

import struct Synchronization.Atomic

/// Stores what a user keeps about films in an SQLite file that several processes share.
///
/// The work is divided among three types: this one queues operations for the store's thread and completes their tasks;
/// `LibraryFileMonitor`, on that thread, decides which file is open and notices changes by other processes;
/// `LibraryFile` is the open database.
///
/// The thread takes all operations that are queued, runs adjacent changes in one transaction (one `fsync` for a burst
/// of stars), and only then reports the changes and completes the operations, in the order of the calls.
///
/// A file that is damaged, belongs to another program or has a newer schema is never written to: every operation fails
/// with `storageFailed`, no movie is starred, and requests that need no favorites work as usual.
public final class LibraryStore: UserLibrary {
  /// The file's name in the data folder.
  public static let fileName = "favorites.db"

  private let mailbox: Mailbox<Message>
  private let worker: Worker

  /// - Parameters:
  ///   - directory: created when the store is first opened.
  ///   - localIDs: the ids that catalogs give to a film, as far as they know without asking a service. Clients are told
  ///     them with the film's other ids.
  ///   - now: the current time in milliseconds since 1970.
  public init(
    directory: String, localIDs: @escaping @Sendable (IMDbID) -> [MovieID] = { _ in [] },
    now: @escaping @Sendable () -> Int = Timestamp.now
  ) {
    let worker = Worker(LibraryContext(directory: directory, localIDs: localIDs, now: now))
    self.worker = worker
    mailbox = Mailbox {
      worker.run($0)
    } withoutThread: {
      worker.reject(Batch($0.takeAll()), because: $1)
    }
  }

  // MARK: Favorites

  /// Calls `onChange` on the store's thread.
  public func observe(_ onChange: @escaping @Sendable (FavoritesChange) -> Void) {
    worker.observer.withLock { $0.onFavorites = onChange }
  }

  /// Calls `onChange` on the store's thread.
  public func observeLibrary(_ onChange: @escaping @Sendable (LibraryChange) -> Void) {
    worker.observer.withLock { $0.onLibrary = onChange }
  }

  /// Calls `onChange` on the store's thread.
  public func observeFields(_ onChange: @escaping @Sendable () -> Void) {
    worker.observer.withLock { $0.onFields = onChange }
  }

  /// Starts the store's thread, which opens the file.
  public func prepare() { mailbox.startThreadIfNeeded() }

  /// Starts the store's thread if necessary. Also returns if the file cannot be used, and after two seconds in any case:
  /// if the file is opened later, all favorites that it has are reported as a change.
  public func opened() async {
    prepare()
    guard !worker.opened.isCompleted else { return }
    if !worker.hasTimer.exchange(true, ordering: .relaxed) {
      Task(executorPreference: ThreadPoolExecutor.shared) { [worker] in
        try? await SystemClock().sleep(for: .milliseconds(Self.timeoutMilliseconds))
        worker.opened.resolve(.success(()))
      }
    }
    _ = try? await worker.opened.uncancellableValue()
  }

  /// Also returns if the file cannot be used.
  public func loaded() async {
    prepare()
    _ = try? await worker.loaded.uncancellableValue()
  }

  /// The time for which the operations of one batch wait for locks together, and for which `opened` waits. A request may
  /// wait for one batch before its own.
  private static let timeoutMilliseconds = folderLockTimeoutMilliseconds
  /// The same for a check that no operation needs. Operations that come during the check wait for it.
  private static let checkTimeoutMilliseconds = 100

  /// The entries, which the store's thread updates.
  var table: EntryTable { worker.context.entries }
  var unwrittenIDs: UnwrittenIDs { worker.unwrittenIDs }
  var context: LibraryContext { worker.context }

  /// The size of the files, or 16 KiB for each movie if that is less, as soon as all entries are in memory.
  public var estimatedBytes: Int {
    let files = ["", "-wal"].map { FileStamp(path: context.directory + "/" + Self.fileName + $0)?.size ?? 0 }
    return min(files[0] + files[1], worker.loaded.isCompleted ? table.count * (16 << 10) : .max)
  }

  /// Completes all queued operations and closes the file. No operation may follow.
  ///
  /// - Parameter milliseconds: the longest time to wait.
  public func close(milliseconds: Int) {
    mailbox.send(.close)
    worker.isClosed.wait(milliseconds: milliseconds) { $0 }
  }

  /// Queues an operation for the store's thread.
  ///
  /// - Parameter isChange: whether it needs a transaction.
  @discardableResult
  func enqueue<Value: Sendable>(
    isChange: Bool = false, _ body: @escaping @Sendable (LibraryFile) throws -> Value
  ) -> SharedTask<Value> {
    let task = SharedTask<Value>()
    let operation = Operation(isChange: isChange) { file in
      do {
        let value = try body(file)
        return { task.resolve(.success(value)) }
      } catch let error as MovieError { return { task.fail(error) } }
    } fail: {
      task.fail($0)
    }
    mailbox.send(.operation(operation))
    return task
  }

  // MARK: The store's thread

  private final class Worker: Sendable {
    // A structure around the closure: a closure as the mutex's own state would be wrapped once more by every access, and
    // thousands of changes would call through as many wrappers.
    struct Observer {
      var onFavorites: (@Sendable (FavoritesChange) -> Void)?
      var onLibrary: (@Sendable (LibraryChange) -> Void)?
      var onFields: (@Sendable () -> Void)?

      func report(_ change: LibraryFile.Change) {
        if let favorites = change.favorites { onFavorites?(favorites) }
        if let library = change.library { onLibrary?(library) }
        onFields?()
      }
    }

    let observer = Mutex(Observer())
    let unwrittenIDs = UnwrittenIDs()
    /// Completes when the file has been opened or could not be, or when that takes too long.
    let opened = SharedTask<Void>()
    /// Completes when all entries are in memory, or cannot be read.
    let loaded = SharedTask<Void>()
    /// Whether the time limit of `opened` runs.
    let hasTimer = Atomic(false)
    let isClosed = Monitor(false)
    let context: LibraryContext

    init(_ context: LibraryContext) { self.context = context }

    func run(_ mailbox: Mailbox<Message>) {
      let wasClosed = isClosed.withLock(\.self)
      var batch = Batch(mailbox.takeAll())
      defer { finish(isClosed: true) }
      // Neither closing a store that was never used nor a late report of the folder watch may create a file.
      if batch.isClosing || wasClosed, batch.operations.isEmpty { return }
      let monitor = LibraryFileMonitor(
        context, onChange: { [observer] change in observer.withLock(\.self).report(change) },
        onEvent: { [weak mailbox] in mailbox?.send(.checkForChanges, startingThread: false) })
      defer { monitor.close() }
      var schedule = PollSchedule()
      var checkpoints = CheckpointSchedule()
      monitor.startLockTimeout(milliseconds: LibraryStore.timeoutMilliseconds)
      monitor.check(isSettled: false, isNeeded: true)
      if !opened.resolve(.success(())), !wasClosed { monitor.reportAll() }
      var isLoading = false

      while true {
        if batch.mustCheck { schedule.restart() }
        let isCheckpointDue = batch.isEmpty && checkpoints.isDue
        let isDue = batch.isEmpty && !isLoading && !isCheckpointDue && schedule.isDue()
        let isEnding = batch.isClosing || wasClosed
        let isNeeded = !batch.operations.isEmpty || isEnding && !unwrittenIDs.isEmpty
        if batch.mustCheck || isDue || isNeeded {
          monitor.startLockTimeout(
            milliseconds: isNeeded ? LibraryStore.timeoutMilliseconds : LibraryStore.checkTimeoutMilliseconds)
          let othersHaveChanged = monitor.check(isSettled: schedule.isSettled, isNeeded: isNeeded)
          // Of several operations, what one resumes would hold up the next.
          SerialTaskExecutor.lendThread(if: batch.operations.count == 1) { perform(batch.operations, on: monitor) }
          // Others may have kept a film that a client sees under an id that is not written.
          let hasWrittenIDs = (isEnding || othersHaveChanged) && writeIDs(to: monitor)
          let hasWritten = hasWrittenIDs || batch.operations.contains(where: \.isChange)
          if monitor.mustCheckpoint, hasWritten { checkpoints.restart() }
        }
        if isCheckpointDue { checkpoints.finish(isComplete: monitor.checkpoint()) }
        if isEnding { return }
        monitor.startLockTimeout(milliseconds: LibraryStore.checkTimeoutMilliseconds)
        isLoading = monitor.loadEntries()
        if !isLoading { loaded.resolve(.success(())) }
        schedule.fixedDelay = monitor.fixedDelay
        let delays = [schedule.delay, checkpoints.delay].compactMap(\.self)
        batch = Batch(mailbox.receive(milliseconds: isLoading ? 0 : delays.min()))
      }
    }

    /// Fails the operations, because there is no thread to run them.
    func reject(_ batch: Batch, because error: ThreadError) {
      let failure = MovieError(.storageFailed, "The favorites cannot be used at the moment: \(error).")
      for operation in batch.operations { operation.fail(failure) }
      finish(isClosed: batch.isClosing)
    }

    private func finish(isClosed isNowClosed: Bool) {
      opened.resolve(.success(()))
      loaded.resolve(.success(()))
      guard isNowClosed else { return }
      isClosed.withLock { $0 = true }
      isClosed.notify()
    }

    /// Writes the ids that no change has written, and returns whether it has. If that fails, the next change tries again.
    private func writeIDs(to monitor: LibraryFileMonitor) -> Bool {
      guard !unwrittenIDs.isEmpty, (try? monitor.change { try unwrittenIDs.write(to: $0) }) != nil else { return false }
      unwrittenIDs.removeWritten()
      return true
    }

    /// Runs the operations in order, adjacent changes in one transaction.
    private func perform(_ operations: [Operation], on monitor: LibraryFileMonitor) {
      var rest = operations[...]
      while let first = rest.first {
        let group = rest.prefix { $0.isChange == first.isChange }
        rest = rest.dropFirst(group.count)
        if first.isChange {
          do {
            var completions: [@Sendable () -> Void] = []
            try monitor.change { file in
              try unwrittenIDs.write(to: file)
              completions = try group.map { try $0.perform(file) }
            }
            unwrittenIDs.removeWritten()
            for complete in completions { complete() }
          } catch {
            for operation in group { operation.fail(error) }
          }
        } else {
          for operation in group {
            do { try monitor.read(operation.perform)() } catch { operation.fail(error) }
          }
        }
      }
    }
  }
}
