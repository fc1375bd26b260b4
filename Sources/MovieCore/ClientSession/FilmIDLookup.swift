import Concurrency

/// Asks the service of one catalog for its ids of films that are starred under other ids, and for the films of its own
/// ids, so that `isFavorite` is right in the catalog's lists.
///
/// It works in the background, one request at a time, and slowly enough to leave the service's rate to requests of the
/// client. A pass goes through the stars of which the catalog can tell more; each of them is asked about once, also
/// across restarts. Results are recorded in batches. An interrupted pass continues where it stopped.
final class FilmIDLookup: Sendable {
  private struct State {
    /// Whether stars have been added since the last pass began.
    var isRequested = false
    /// Completes with the pass that is running or requested.
    var pass: SharedTask<Void>?
    var worker: Task<Void, Never>?
    /// The service has failed; nobody waits for the next attempt.
    var isPaused = false
    var hasEnded = false
    var onFound: (@Sendable ([MovieID]) -> Void)?
    /// Results that are not recorded yet.
    var found: [KnownID] = []
    /// Those of them that are new ids of favorites.
    var newIDs: [MovieID] = []
    var fruitless: [MovieID] = []
  }

  /// The number of stars after which results are recorded.
  private static let batchSize = 20
  /// The time between two requests: a fraction of what services allow.
  private static let requestInterval = Duration.milliseconds(100)
  /// The time between two passes, which go through all stars: many stars in a row cause few.
  private static let passInterval = Duration.milliseconds(200)
  /// The first time between a failure and the next attempt; doubled after each.
  private static let retryDelay = Duration.seconds(30)
  private static let maximumAttempts = 6

  private let catalog: any Catalog
  private let favorites: any Favorites
  private let timeLimit: TimeLimit
  private let state = Mutex(State())

  /// - Parameters:
  ///   - catalog: must have a `filmLookup`.
  ///   - timeLimit: for each request.
  init(at catalog: any Catalog, _ favorites: any Favorites, _ timeLimit: TimeLimit) {
    self.catalog = catalog
    self.favorites = favorites
    self.timeLimit = timeLimit
  }

  /// Reports new ids of favorites, after the store has them. To be called once, before any other method.
  func observe(_ onFound: @escaping @Sendable ([MovieID]) -> Void) { state.withLock { $0.onFound = onFound } }

  /// Starts a pass, or requests another one after that which is running. Returns immediately.
  func begin() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.isRequested = true
      if state.pass == nil, !state.isPaused { state.pass = SharedTask() }
      if state.worker == nil { state.worker = Task { await self.runPasses() } }
    }
  }

  /// Waits for the pass that is running or requested, until it has gone through all stars of other catalogs or has failed.
  func finishPass() async {
    let pass = state.withLock { $0.pass }
    try? await pass?.value(keepingAlive: false)
  }

  /// Cancels the pass. What it has found is recorded.
  func end() {
    let (worker, pass) = state.withLock { state in
      state.hasEnded = true
      return (state.worker, state.pass)
    }
    worker?.cancel()
    _ = record()
    pass?.resolve(.success(()))
  }

  // MARK: Passes

  private func runPasses() async {
    var attempts = 0
    while beginPass() {
      do {
        try await runPass()
        attempts = 0
        try await timeLimit.clock.sleep(for: Self.passInterval)
      } catch {
        _ = try? await record()?.uncancellableValue()
        attempts += 1
        let mayRecover = (error as? MovieError)?.isRetryable == true && attempts < Self.maximumAttempts
        completePass(isPaused: mayRecover)
        guard mayRecover else { continue }
        try? await timeLimit.clock.sleep(for: Self.retryDelay * (1 << (attempts - 1)))
        state.withLock { $0.isPaused = false }
        begin()
      }
    }
  }

  private func beginPass() -> Bool {
    state.withLock { state in
      guard state.isRequested, !state.hasEnded else {
        state.worker = nil
        return false
      }
      state.isRequested = false
      return true
    }
  }

  /// Completes the pass, unless another one was requested meanwhile.
  ///
  /// - Parameter isPaused: whether it has failed and is tried again later.
  private func completePass(isPaused: Bool = false) {
    let pass = state.withLock { state in
      state.isPaused = isPaused
      return state.isRequested && !isPaused ? nil : state.pass.take()
    }
    pass?.resolve(.success(()))
  }

  private func runPass() async throws {
    await favorites.opened()
    let stars = favorites.starsToLookUp(in: catalog.info.name)
    try await lookUp(stars.filter { $0.film != nil })
    completePass()
    try await lookUp(stars.filter { $0.film == nil })
  }

  private func lookUp(_ stars: [StarToLookUp]) async throws {
    let name = catalog.info.name
    var rest = stars[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(batch.count)
      let due = try await favorites.dueLookups(of: batch.map(\.id), in: name).uncancellableValue()
      for star in batch where due.contains(star.id) {
        try Task.checkCancellation()
        try await lookUp(star)
        try await timeLimit.clock.sleep(for: Self.requestInterval)
      }
      try await record()?.uncancellableValue()
    }
  }

  private func lookUp(_ star: StarToLookUp) async throws {
    guard let lookup = catalog.filmLookup else { return }
    var known: KnownID?
    do {
      known = try await timeLimit.run(in: catalog) {
        guard let film = star.film else {
          return try await lookup.film(of: star.id).map { KnownID(id: star.id, film: $0) }
        }
        return try await lookup.id(of: film).map { KnownID(id: $0, film: film) }
      }
    } catch let error as MovieError where [.movieNotFound, .upstreamInvalidResponse].contains(error.reason) {
      // It concerns this film only.
    }
    state.withLock { state in
      guard let known else { return state.fruitless.append(star.id) }
      state.found.append(known)
      if known.id != star.id { state.newIDs.append(known.id) }
    }
  }

  /// Passes the results to the store.
  ///
  /// - Returns: nil if there are none.
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
