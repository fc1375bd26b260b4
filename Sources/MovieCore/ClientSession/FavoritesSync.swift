import Concurrency

/// Keeps the favorites of one catalog and those of the user's account there the same.
///
/// Every star and unstar is mirrored to the account, and `reconcile` compares the two with what both had last (a
/// three-way merge), so that whatever was done on one side while the other could not be reached is done there later.
/// All of it happens in the background, one thing at a time, in the order in which it was asked for. Failures are told
/// to nobody: what is not done stays different from what both had last, and the next reconciliation finds it. That comes
/// with the session's first request, a login, a refresh, and what can be mirrored after something could not.
final class FavoritesSync: Sendable {
  private enum Job {
    /// Has the account follow what the movie is at the time when its turn comes.
    case mirror(MovieID)
    case reconcile(SharedTask<Void>)
  }

  private struct State {
    /// Those from `done` on wait.
    var jobs: [Job] = []
    var done = 0
    /// The movies that wait to be mirrored, and the comparison that waits: nothing waits twice.
    var waiting: Set<MovieID> = []
    var comparison: SharedTask<Void>?
    var worker: Task<Void, Never>?
    var isOver = false
    /// The account was not reached the last time, so it may lack something.
    var isBehind = false
  }

  private let catalog: String
  private let account: any Account
  private let favorites: any Favorites
  private let language: @Sendable () -> String?
  private let state = Mutex(State())

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
    state.withLock { state in
      if state.waiting.insert(id).inserted { add(.mirror(id), to: &state) }
    }
  }

  /// Compares both sides and makes them the same. The flight ends when that is done, has failed, or was called off.
  @discardableResult
  func reconcile() -> SharedTask<Void> {
    state.withLock { state in
      if let comparison = state.comparison { return comparison }
      let flight = SharedTask<Void>()
      state.comparison = flight
      add(.reconcile(flight), to: &state)
      if state.isOver { flight.resolve(.success(())) }
      return flight
    }
  }

  /// Calls off what is under way and what waits, for good.
  func end() {
    let (worker, comparison) = state.withLock { state in
      state.isOver = true
      return (state.worker, state.comparison)
    }
    worker?.cancel()
    comparison?.resolve(.success(()))
  }

  // MARK: One thing at a time

  private func add(_ job: Job, to state: inout State) {
    guard !state.isOver else { return }
    state.jobs.append(job)
    if state.worker == nil { state.worker = Task { await self.work() } }
  }

  private func work() async {
    while let (job, isLast) = nextJob() {
      do {
        switch job {
        case .mirror(let id):
          let isBehind = state.withLock { $0.isBehind }
          // Of those that wait while the account cannot be reached, only the last tries: each may take long to fail.
          try await tellAccount(id, isOnlyNoted: isBehind && !isLast)
          // What the account has missed is not left for the next refresh.
          if isBehind, isLast { reconcile() }
        case .reconcile(let flight):
          defer { flight.resolve(.success(())) }
          try await compare()
          state.withLock { $0.isBehind = false }
        }
      } catch {
        state.withLock { $0.isBehind = true }
      }
    }
  }

  private func nextJob() -> (Job, isLast: Bool)? {
    state.withLock { state in
      guard state.done < state.jobs.count, !state.isOver else {
        state.jobs = []
        state.done = 0
        state.worker = nil
        return nil
      }
      let job = state.jobs[state.done]
      state.done += 1
      switch job {
      case .mirror(let id): state.waiting.remove(id)
      case .reconcile: state.comparison = nil
      }
      return (job, state.done == state.jobs.count)
    }
  }

  /// Whether the user has touched the movie after the comparison began: then what was compared is of no value.
  private func isTouched(_ id: MovieID) -> Bool { state.withLock { $0.waiting.contains(id) } }

  // MARK: Mirroring

  /// - Parameter isOnlyNoted: whether it is only seen to that the next comparison finds it.
  private func tellAccount(_ id: MovieID, isOnlyNoted: Bool) async throws {
    guard let user = account.state.user else { return }
    let epoch = try await favorites.state().uncancellableValue().epoch
    // By the store's answer: without a usable file nothing is a favorite, which is no unstar.
    let isFavorite = try await favorites.existingStar(id).uncancellableValue() != nil
    let synced = Synced(account, user, epoch)
    // First so that the difference is found again if nothing of the rest succeeds: what is starred here must not count
    // as removed there, nor the other way round.
    if synced.ids.contains(id) == isFavorite { try synced.update([id], isFavorite: !isFavorite) }
    if isOnlyNoted { return }
    do {
      try await set(id, isFavorite, synced)
    } catch let error as MovieError where error.reason == .movieNotFound {
      return
    }
    try synced.update([id], isFavorite: isFavorite)
  }

  /// - Throws: `movieNotFound` for a movie that cannot become a favorite.
  private func set(_ id: MovieID, _ isFavorite: Bool, _ synced: Synced) async throws {
    do {
      try await account.setFavorite(id, isFavorite, of: synced.user)
    } catch let error as MovieError where error.reason == .movieNotFound && !isFavorite {}
  }

  // MARK: Comparing

  private func compare() async throws {
    guard let user = account.state.user else { return }
    let epoch = try await favorites.state().uncancellableValue().epoch
    let synced = Synced(account, user, epoch)
    let base = synced.ids
    let listing = try await account.favorites(of: user, language: language(), known: base)
    try Task.checkCancellation()
    let remote = listing?.ids ?? base
    let isComplete = listing?.isComplete ?? true
    // Read after the account's: what is starred meanwhile is new here, never missing there.
    let starred = try await favorites.starredIDs().uncancellableValue().filter { $0.catalog == catalog }
    // Otherwise the file may have been replaced in between.
    guard try await favorites.state().uncancellableValue().epoch == epoch else { return }
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

  /// Takes in what is new in the account. What was unstarred here is asked for itself: a listing may lag behind.
  private func star(_ movies: [Movie], _ synced: Synced) async throws {
    var rest = movies.reversed()[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      var flights: [(id: MovieID, flight: SharedTask<StarOutcome>)] = []
      let unstarred = try await favorites.unstarred(among: rest.prefix(Self.stretch).map(\.id)).uncancellableValue()
      for movie in rest.prefix(Self.stretch) where !isTouched(movie.id) {
        if unstarred.contains(movie.id) {
          guard try await isConfirmed(movie.id, synced), !isTouched(movie.id) else { continue }
        }
        flights.append((movie.id, favorites.star(movie)))
      }
      rest = rest.dropFirst(Self.stretch)
      for (_, flight) in flights { _ = try await flight.uncancellableValue() }
      try synced.update(Set(flights.map(\.id)), isFavorite: true)
    }
  }

  private func isConfirmed(_ id: MovieID, _ synced: Synced) async throws -> Bool {
    do {
      return try await account.isFavorite(id, of: synced.user)
    } catch let error as MovieError where error.reason == .movieNotFound {
      return false
    }
  }

  /// Takes in what the account has no more. Each is asked for itself: a listing may lag behind a star that was just
  /// mirrored, and may miss a movie that moves from one page to another meanwhile.
  private func unstar(_ ids: Set<MovieID>, _ synced: Synced) async throws {
    for id in ids.sorted(by: { $0.native < $1.native }) {
      do {
        guard try await !account.isFavorite(id, of: synced.user), !isTouched(id) else { continue }
        _ = try await favorites.unstar(id).uncancellableValue()
      } catch let error as MovieError where error.reason == .movieNotFound {
        // Nobody has taken it back: the catalog has lost it, and the star here is all that is left.
      }
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
