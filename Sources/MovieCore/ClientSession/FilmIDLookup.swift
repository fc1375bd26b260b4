/// Maps starred films to the ids of one catalog, and that catalog's ids to films, by asking its service, so that
/// `isFavorite` is right in the catalog's lists. It works in the background, one request at a time, and slowly enough
/// to leave the service's rate to requests of the client. Of all processes, one at a time asks. A pass goes through the
/// stars that the catalog can tell more about; each of them is asked about once, also across restarts. Results are
/// recorded in batches. An interrupted pass continues where it stopped. Only what the service says about a film counts:
/// a star whose request fails is tried again.
final class FilmIDLookup: Sendable {
  private struct State {
    /// Whether stars have been added since the last pass began.
    var isRequested = false
    /// Completes with the pass that is running or requested.
    var pass: SharedTask<Void>?
    var worker: Task<Void, Never>?
    /// Passes in a row that have left stars to look up.
    var attempts = 0
    /// Begins the next attempt after a delay.
    var retry: Task<Void, Never>?
    /// True after a failure: callers are not blocked, and new stars do not trigger a retry before the timer.
    var isPaused = false
    var hasEnded = false
    var onFound: (@Sendable ([MovieID]) -> Void)?
    var found: [KnownID] = []
    /// Those of them that are new ids of favorites.
    var newIDs: [MovieID] = []
    var fruitless: [MovieID] = []
  }

  private enum Outcome {
    case complete
    /// Some requests failed. They may concern their films only.
    case incomplete
    /// The service failed, or several requests in a row did.
    case failed(mayRecover: Bool)
    /// Another process asks the service.
    case claimedElsewhere
  }

  private struct Failures {
    static let maximumConsecutive = 3
    var isAny = false
    var consecutive = 0
  }

  /// The number of stars after which results are recorded; a process that is killed loses no more.
  private static let batchSize = 5
  /// The time between two requests: a fraction of what services allow.
  private static let requestInterval = Duration.milliseconds(100)
  /// The time between two passes, which go through all stars: many stars in a row cause few.
  private static let passInterval = Duration.milliseconds(200)
  /// The first time between a failure and the next attempt; doubled after each.
  private static let retryDelay = Duration.seconds(30)
  private static let maximumAttempts = 6
  /// The same while another process asks the service. It may end, or be stopped, at any moment.
  private static let claimDelay = Duration.seconds(1)
  private static let maximumClaimDelay = Duration.seconds(64)

  private let catalog: any Catalog
  private let favorites: any Favorites & FilmIdentities
  private let timeLimit: TimeLimit
  private let state = Mutex(State())

  /// - Parameter catalog: must have a `filmLookup`.
  init(at catalog: any Catalog, _ favorites: any Favorites & FilmIdentities, _ timeLimit: TimeLimit) {
    (self.catalog, self.favorites, self.timeLimit) = (catalog, favorites, timeLimit)
  }

  /// Reports new ids of favorites, after the store has them. To be called once, before any other method.
  func observe(_ onFound: @escaping @Sendable ([MovieID]) -> Void) { state.withLock { $0.onFound = onFound } }

  /// Starts a pass, or requests another one after that which is running. Returns immediately.
  func begin() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.isRequested = true
      if state.pass == nil, !state.isPaused { state.pass = SharedTask() }
      if state.worker == nil, !state.isPaused {
        state.worker = Task(executorPreference: ThreadPoolExecutor.shared) { await self.runPasses() }
      }
    }
  }

  /// Waits for the pass that is running or requested, until it has gone through all stars of other catalogs or has failed.
  func finishPass() async {
    let pass = state.withLock { $0.pass }
    try? await pass?.value(keepingAlive: false)
  }

  /// Cancels the pass. What it has found is recorded.
  func end() {
    let (tasks, pass) = state.withLock { state in
      state.hasEnded = true
      return ([state.worker, state.retry], state.pass)
    }
    for task in tasks { task?.cancel() }
    _ = record()
    pass?.resolve(.success(()))
  }

  // MARK: Passes

  private func runPasses() async {
    while beginPass() {
      finish(await runPass())
      try? await timeLimit.clock.sleep(for: Self.passInterval)
    }
  }

  private func beginPass() -> Bool {
    state.withLock { state in
      guard state.isRequested, !state.isPaused, !state.hasEnded else {
        state.worker = nil
        return false
      }
      state.isRequested = false
      return true
    }
  }

  /// Completes the pass, and plans another attempt if it has left stars to look up.
  private func finish(_ outcome: Outcome) {
    let delay: Duration? = state.withLock { state in
      state.attempts += 1
      let isLast = state.attempts >= Self.maximumAttempts
      let retryDelay = Self.retryDelay * (1 << (state.attempts - 1))
      switch outcome {
      case .complete:
        state.attempts = 0
        return nil
      case .incomplete: return isLast ? nil : retryDelay
      case .failed(let mayRecover):
        state.isPaused = mayRecover && !isLast
        return state.isPaused ? retryDelay : nil
      case .claimedElsewhere:
        // It counts as no failure, but the delay grows in the same way.
        state.attempts = min(state.attempts, Self.maximumAttempts)
        return min(Self.claimDelay * (1 << state.attempts), Self.maximumClaimDelay)
      }
    }
    completePass()
    if let delay { begin(after: delay) } else { state.withLock { $0.attempts = 0 } }
  }

  private func begin(after delay: Duration) {
    state.withLock { state in
      state.retry?.cancel()
      state.retry = Task(executorPreference: ThreadPoolExecutor.shared) { [clock = timeLimit.clock] in
        guard (try? await clock.sleep(for: delay)) != nil else { return }
        self.state.withLock { $0.isPaused = false }
        self.begin()
      }
    }
  }

  /// Completes the pass, unless another one has been requested and is not put off.
  private func completePass() {
    let pass = state.withLock { state in state.isRequested && !state.isPaused ? nil : state.pass.take() }
    pass?.resolve(.success(()))
  }

  private func runPass() async -> Outcome {
    await favorites.loaded()
    let stars = favorites.starsToLookUp(in: catalog.info.name)
    guard !stars.isEmpty else { return .complete }
    guard let claim = favorites.claimLookups(in: catalog.info.name) else { return .claimedElsewhere }
    defer { claim.release() }
    var failures = Failures()
    do {
      try await lookUp(stars.filter { $0.film != nil }, &failures)
      completePass()
      try await lookUp(stars.filter { $0.film == nil }, &failures)
    } catch {
      _ = try? await record()?.uncancellableValue()
      let error = error as? MovieError
      return .failed(mayRecover: error?.isRetryable == true || error?.reason == .upstreamInvalidResponse)
    }
    return failures.isAny ? .incomplete : .complete
  }

  /// - Throws: the error of a service that fails, or of the last of several requests in a row.
  private func lookUp(_ stars: [StarToLookUp], _ failures: inout Failures) async throws {
    let name = catalog.info.name
    var rest = stars[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(batch.count)
      let due = try await favorites.dueLookups(of: batch.map(\.id), in: name).uncancellableValue()
      for star in batch where due.contains(star.id) {
        try Task.checkCancellation()
        do {
          try await lookUp(star)
          failures.consecutive = 0
        } catch let error as MovieError
          where [.upstreamFailed, .upstreamTimeout, .upstreamInvalidResponse].contains(error.reason)
        {
          // The service may fail for one film and answer for others.
          failures.isAny = true
          failures.consecutive += 1
          if failures.consecutive == Failures.maximumConsecutive { throw error }
        }
        try await timeLimit.clock.sleep(for: Self.requestInterval)
      }
      try await record()?.uncancellableValue()
    }
  }

  private func lookUp(_ star: StarToLookUp) async throws {
    guard let lookup = catalog.filmLookup else { return }
    let known = try await unlessNotFound {
      try await timeLimit.run(in: catalog) {
        guard let film = star.film else {
          return try await lookup.film(of: star.id).map { KnownID(id: star.id, film: $0) }
        }
        return try await lookup.id(of: film).map { KnownID(id: $0, film: film) }
      }
    }
    state.withLock { state in
      guard let known = known ?? nil else { return state.fruitless.append(star.id) }
      state.found.append(known)
      if known.id != star.id { state.newIDs.append(known.id) }
    }
  }

  /// Passes the results to the store. Returns nil if there are none.
  private func record() -> SharedTask<Void>? {
    let results = state.withLock { state in
      defer { (state.found, state.newIDs, state.fruitless) = ([], [], []) }
      return state
    }
    guard !results.found.isEmpty || !results.fruitless.isEmpty else { return nil }
    let task = favorites.recordLookups(in: catalog.info.name, found: results.found, fruitless: results.fruitless)
    if !results.newIDs.isEmpty { results.onFound?(results.newIDs) }
    return task
  }
}
