import Concurrency

/// Starts the transfers to a service on a loop, and replaces a loop whose thread does not return from libcurl: because
/// a file of certificates blocks, for example, or a peer sends HTTP/2 frames without a pause.
final class CurlLoops: Sendable {
  private struct State {
    var current: CurlLoop?
    /// The number of loops that were given up and have not returned.
    var stalled = 0
    var isWatched = false
  }

  private let load: @Sendable () throws(HTTPError) -> CurlLibrary
  private let state = Mutex(State())

  /// The number of threads that may hang. After that, requests fail until one returns.
  private static let maximumStalls = 4
  /// How often the loop's progress is checked while there are transfers.
  private static let interval = Duration.seconds(1)
  /// The number of checks without progress after which a loop is given up. Checks are counted rather than time, because
  /// a process that was stopped for a while would seem to hang.
  private static let patience = 3
  /// The same while the library is loaded, which may take long from a slow disk, or on a busy machine.
  private static let loadingPatience = 30

  /// - Parameter load: called on a loop's thread.
  init(_ load: @escaping @Sendable () throws(HTTPError) -> CurlLibrary) { self.load = load }

  deinit { state.withLock(\.current)?.close() }

  /// Starts a transfer.
  ///
  /// - Returns: its loop; nil if the transfer has failed, because too many threads hang.
  func start(_ transfer: CurlTransfer) -> CurlLoop? {
    let (loop, mustWatch): (CurlLoop?, Bool) = state.withLock { state in
      guard state.stalled < Self.maximumStalls else { return (nil, false) }
      let loop = state.current ?? CurlLoop(load) { [weak self] in self?.state.withLock { $0.stalled -= 1 } }
      state.current = loop
      // With the lock held, so that the loop is not given up before.
      loop.start(transfer)
      defer { state.isWatched = true }
      return (loop, !state.isWatched)
    }
    if loop == nil { transfer.completion.fail(HTTPError.tooManyStalls) }
    if mustWatch {
      Task(executorPreference: ThreadPoolExecutor.shared) { [weak self] in await Self.watch { self } }
    }
    return loop
  }

  /// Checks the progress while there are transfers.
  private static func watch(_ loops: () -> CurlLoops?) async {
    var last: (loop: CurlLoop, turns: Int)?
    var checks = 0
    while let loop = loops()?.working() {
      let turns = loop.turns.count
      checks = last?.loop === loop && last?.turns == turns ? checks + 1 : 0
      last = (loop, turns)
      if checks == (turns == 0 ? loadingPatience : patience) { loops()?.giveUp(loop) }
      do {
        try await SystemClock().sleep(for: interval)
      } catch {
        // Without a thread that wakes it. The next transfer tries again.
        loops()?.state.withLock { $0.isWatched = false }
        return
      }
    }
  }

  /// Returns the loop if it has transfers; otherwise the watch ends.
  private func working() -> CurlLoop? {
    state.withLock { state in
      if let loop = state.current, loop.isWorking { return loop }
      state.isWatched = false
      return nil
    }
  }

  private func giveUp(_ loop: CurlLoop) {
    let isCurrent = state.withLock { state in
      guard state.current === loop else { return false }
      state.current = nil
      state.stalled += 1
      return true
    }
    if isCurrent { loop.giveUp() }
  }
}
