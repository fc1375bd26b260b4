import Threads

/// Keeps the favorites of one catalog and those of the user's account there the same.
///
/// Every star and unstar is mirrored to the account, and `reconcile` compares the two with what both had last (a
/// three-way merge), so that whatever was done on one side while the other could not be reached is done there later.
/// All of it happens in the background, one thing at a time, in the order in which it was asked for. Failures are told
/// to nobody: what is not done stays different from what both had last, and the next reconciliation finds it.
final class FavoritesSync: Sendable {
  private enum Job {
    /// Has the account follow what the movie is at the time when its turn comes.
    case mirror(MovieID)
    case reconcile(Flight<Void>)
  }

  private struct State {
    var jobs: [Job] = []
    var worker: Task<Void, Never>?
    var isOver = false
    /// Movies of which this process has told the account that they are favorites no more. A listing may lag behind.
    var takenBack: Set<MovieID> = []
  }

  private let catalog: String
  private let account: any Account
  private let favorites: any Favorites
  private let language: @Sendable () -> String?
  private let state = Locked(State())

  /// Changes after which what both sides have is written down: a process that ends in the middle begins there again.
  private static let stretch = 100

  init(
    of catalog: String, _ account: any Account, _ favorites: any Favorites, language: @escaping @Sendable () -> String?
  ) {
    self.catalog = catalog
    self.account = account
    self.favorites = favorites
    self.language = language
  }

  /// The user has starred or unstarred the movie.
  func mirror(_ id: MovieID) {
    add(.mirror(id)) { job in if case .mirror(id) = job { true } else { false } }
  }

  /// Compares both sides and makes them the same. The flight ends when that is done, or has failed.
  @discardableResult
  func reconcile() -> Flight<Void> {
    let flight = Flight<Void>()
    let same = add(.reconcile(flight)) { job in if case .reconcile = job { true } else { false } }
    if case .reconcile(let earlier) = same { return earlier }
    return flight
  }

  /// Calls off what is under way and what waits, for good.
  func end() {
    let (worker, jobs) = state.withLock { state in
      defer { state.jobs = [] }
      state.isOver = true
      return (state.worker, state.jobs)
    }
    worker?.cancel()
    for case .reconcile(let flight) in jobs { flight.finish(.success(())) }
  }

  // MARK: One thing at a time

  /// - Parameter isSame: whether a job that still waits does what the new one would do.
  /// - Returns: that job.
  @discardableResult
  private func add(_ job: Job, isSame: (Job) -> Bool) -> Job? {
    state.withLock { state in
      if state.isOver {
        if case .reconcile(let flight) = job { flight.finish(.success(())) }
        return nil
      }
      if let same = state.jobs.first(where: isSame) { return same }
      state.jobs.append(job)
      if state.worker == nil { state.worker = Task { await self.work() } }
      return nil
    }
  }

  private func work() async {
    while let job = nextJob() {
      switch job {
      case .mirror(let id): try? await tellAccount(id)
      case .reconcile(let flight):
        try? await compare()
        flight.finish(.success(()))
      }
    }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.worker = nil
        return nil
      }
      return state.jobs.removeFirst()
    }
  }

  /// Whether the user has touched the movie after the comparison began: then what was compared is of no value.
  private func isTouched(_ id: MovieID) -> Bool {
    state.withLock { state in
      state.jobs.contains { job in if case .mirror(id) = job { true } else { false } }
    }
  }

  // MARK: Mirroring

  private func tellAccount(_ id: MovieID) async throws {
    guard let user = account.state.user else { return }
    let epoch = try await favorites.state().outcome().epoch
    let isFavorite = favorites.contains(id)
    let synced = Synced(account, user, epoch)
    // First so that the difference is found again if nothing of the rest succeeds: what is starred here must not count
    // as removed there, nor the other way round.
    if synced.ids.contains(id) == isFavorite { try synced.update([id], isFavorite: !isFavorite) }
    try await set(id, isFavorite, synced)
    try synced.update([id], isFavorite: isFavorite)
  }

  /// - Throws: `movieNotFound` for a movie that cannot become a favorite.
  private func set(_ id: MovieID, _ isFavorite: Bool, _ synced: Synced) async throws {
    do {
      try await account.setFavorite(id, isFavorite, of: synced.user)
    } catch let error as MovieError where error.reason == .movieNotFound && !isFavorite {}
    state.withLock { state in
      if isFavorite { state.takenBack.remove(id) } else { state.takenBack.insert(id) }
    }
  }

  // MARK: Comparing

  private func compare() async throws {
    guard let user = account.state.user else { return }
    let epoch = try await favorites.state().outcome().epoch
    let synced = Synced(account, user, epoch)
    let base = synced.ids
    let listing = try await account.favorites(of: user, language: language(), known: base)
    try Task.checkCancellation()
    let remote = listing?.ids ?? base
    let isComplete = listing?.isComplete ?? true
    // Read after the account's: what is starred meanwhile is new here, never missing there.
    let starred = try await favorites.starredIDs().outcome().filter { $0.catalog == catalog }
    // Otherwise the file may have been replaced in between.
    guard try await favorites.state().outcome().epoch == epoch else { return }
    let local = Set(starred)

    try synced.update(local.intersection(remote).subtracting(base), isFavorite: true)
    if isComplete { try synced.update(base.subtracting(local).subtracting(remote), isFavorite: false) }
    try await star(listing?.movies.filter { !base.contains($0.id) && !local.contains($0.id) } ?? [], synced)
    if isComplete { try await unstar(local.intersection(base).subtracting(remote), synced) }
    // In the order in which they were starred, which is the order in which the account shows them.
    try await push(starred.filter { !base.contains($0) && !remote.contains($0) }, isFavorite: true, synced)
    let removed = base.subtracting(local).filter { !isComplete || remote.contains($0) }
    try await push(removed.sorted { $0.native < $1.native }, isFavorite: false, synced)
  }

  /// Takes in what is new in the account.
  private func star(_ movies: [Movie], _ synced: Synced) async throws {
    var rest = movies.reversed()[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      var flights: [(id: MovieID, flight: Flight<StarOutcome>)] = []
      for movie in rest.prefix(Self.stretch) where !isTouched(movie.id) {
        if state.withLock({ $0.takenBack.contains(movie.id) }) {
          guard try await account.isFavorite(movie.id, of: synced.user), !isTouched(movie.id) else { continue }
          state.withLock { _ = $0.takenBack.remove(movie.id) }
        }
        flights.append((movie.id, favorites.star(movie)))
      }
      rest = rest.dropFirst(Self.stretch)
      for (_, flight) in flights { _ = try await flight.outcome() }
      try synced.update(Set(flights.map(\.id)), isFavorite: true)
    }
  }

  /// Takes in what the account has no more. Each is asked for itself: a listing may lag behind a star that was just
  /// mirrored, and may miss a movie that moves from one page to another meanwhile.
  private func unstar(_ ids: Set<MovieID>, _ synced: Synced) async throws {
    for id in ids.sorted(by: { $0.native < $1.native }) {
      guard try await !account.isFavorite(id, of: synced.user), !isTouched(id) else { continue }
      _ = try await favorites.unstar(id).outcome()
      try synced.update([id], isFavorite: false)
    }
  }

  /// Tells the account what is new here.
  private func push(_ ids: [MovieID], isFavorite: Bool, _ synced: Synced) async throws {
    var done: Set<MovieID> = []
    defer { try? synced.update(done, isFavorite: isFavorite) }
    for id in ids where !isTouched(id) {
      do {
        try await set(id, isFavorite, synced)
      } catch let error as MovieError where error.reason == .movieNotFound {
        // The catalog has it no more. It stays a favorite here.
        continue
      }
      done.insert(id)
      if done.count == Self.stretch {
        try synced.update(done, isFavorite: isFavorite)
        done = []
      }
    }
  }

  /// What both sides had last, of one user and one favorites file.
  private struct Synced {
    let account: any Account
    let user: AccountState.User
    let epoch: String

    init(_ account: any Account, _ user: AccountState.User, _ epoch: String) {
      self.account = account
      self.user = user
      self.epoch = epoch
    }

    var ids: Set<MovieID> { account.syncedFavorites(of: user, epoch: epoch) }

    func update(_ ids: Set<MovieID>, isFavorite: Bool) throws {
      guard !ids.isEmpty else { return }
      try account.updateSyncedFavorites(
        of: user, epoch: epoch, adding: isFavorite ? ids : [], removing: isFavorite ? [] : ids)
    }
  }
}
