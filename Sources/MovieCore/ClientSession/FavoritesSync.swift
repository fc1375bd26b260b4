/// Keeps the favorites, the watchlist or the ratings equal to those in the user's account at one catalog, as far as the
/// catalog's ids of the films are known. Every change is mirrored to the account. `reconcile` does a three-way merge:
/// it compares both sides with their base, so that a change made on one side while the other could not be reached is
/// applied later. All jobs run in the background, one at a time, in the order of the calls. Failures are not reported:
/// a change that could not be applied still differs from the base, and the next reconciliation finds it. Reconciliation
/// runs with the session's first request, after a login, with a refresh, and with the first mirroring that succeeds
/// after a failure.
final class FavoritesSync: Sendable {
  private enum Job {
    /// Makes the account match the movie's star at the time when the job runs.
    case mirror(MovieID)
    case reconcile(SharedTask<Void>)
  }

  private struct State {
    var jobs: [Job] = []
    /// The movies that wait to be mirrored, and the reconciliation that waits: nothing is queued twice.
    var waiting: Set<MovieID> = []
    var reconciliation: SharedTask<Void>?
    var worker: Task<Void, Never>?
    var hasEnded = false
    /// The account could not be reached the last time, so it may lack changes.
    var isBehind = false
    /// A reconciliation runs that has not read the stars yet.
    var isBeforeReadingStars = false
  }

  private let catalog: String
  private let account: any Account
  let list: SyncedList
  private let remote: any RemoteList
  private let favorites: any UserLibrary
  private let lookup: FilmIDLookup?
  private let language: @Sendable () -> String?
  private let state = Mutex(State())

  /// The number of changes after which the base is written, so that an interrupted process can continue from there.
  private static let batchSize = 100

  /// - Parameter lookup: finds the catalog's ids of films that are starred under other ids.
  init(
    of catalog: String, _ account: any Account, _ list: (SyncedList, any RemoteList), _ favorites: any UserLibrary,
    _ lookup: FilmIDLookup?, language: @escaping @Sendable () -> String?
  ) {
    (self.catalog, self.account) = (catalog, account)
    (self.list, remote) = list
    (self.favorites, self.lookup, self.language) = (favorites, lookup, language)
  }

  /// The account of the user who is logged in; nil if there is none.
  var syncedAccount: SyncedAccount? { account.state.user.map(syncedAccount(of:)) }

  private func syncedAccount(of user: AccountState.User) -> SyncedAccount {
    SyncedAccount(catalog: catalog, user: user.id, list: list)
  }

  /// Mirrors a movie that the user has starred or unstarred.
  func mirror(_ id: MovieID) {
    state.withLock { state in
      if state.waiting.insert(id).inserted { add(.mirror(id), to: &state) }
    }
  }

  /// Uploads stars whose ids in the catalog were just found. Skipped if a pending merge will read all stars anyway.
  func mirror(found ids: [MovieID]) {
    guard !state.withLock(\.isBeforeReadingStars) else { return }
    for id in ids { mirror(id) }
  }

  /// Merges both sides. The task completes when that is done, has failed or was cancelled.
  @discardableResult
  func reconcile() -> SharedTask<Void> {
    state.withLock { state in
      if let reconciliation = state.reconciliation { return reconciliation }
      let task = SharedTask<Void>()
      state.reconciliation = task
      add(.reconcile(task), to: &state)
      if state.hasEnded { task.resolve(.success(())) }
      return task
    }
  }

  /// Cancels the running job and drops the others; no job can be added any more.
  func end() {
    let (worker, reconciliation) = state.withLock { state in
      state.hasEnded = true
      return (state.worker, state.reconciliation)
    }
    worker?.cancel()
    reconciliation?.resolve(.success(()))
  }

  // MARK: Jobs

  private func add(_ job: Job, to state: inout State) {
    guard !state.hasEnded else { return }
    state.jobs.append(job)
    if state.worker == nil {
      state.worker = Task(executorPreference: ThreadPoolExecutor.shared) { await self.runJobs() }
    }
  }

  private func runJobs() async {
    while let (job, isLast) = dequeue() {
      do {
        switch job {
        case .mirror(let id):
          // While the account cannot be reached, only the last of the waiting jobs tries: each may take long to fail.
          let isBehind = state.withLock { $0.isBehind }
          if isBehind, !isLast { continue }
          try await updateAccount(id)
          // It can be reached again: apply at once what it has missed.
          if isBehind { reconcile() }
        case .reconcile(let task):
          defer { task.resolve(.success(())) }
          try await merge()
          state.withLock { $0.isBehind = false }
        }
      } catch {
        state.withLock { $0.isBehind = true }
      }
    }
  }

  private func dequeue() -> (Job, isLast: Bool)? {
    state.withLock { state in
      guard !state.jobs.isEmpty, !state.hasEnded else {
        state.jobs = []
        state.worker = nil
        return nil
      }
      let job = state.jobs.removeFirst()
      switch job {
      case .mirror(let id): state.waiting.remove(id)
      case .reconcile: state.reconciliation = nil
      }
      return (job, state.jobs.isEmpty)
    }
  }

  /// Whether the user has changed the movie since the merge began, which makes the comparison obsolete.
  private func hasChangedSinceStart(_ id: MovieID) -> Bool { state.withLock { $0.waiting.contains(id) } }

  // MARK: Mirroring

  private func updateAccount(_ id: MovieID) async throws {
    guard let user = account.state.user else { return }
    let epoch = try await favorites.state().uncancellableValue().epoch
    // Ask the store: while its file cannot be used, `contains` is false for every movie, which does not mean unstarred.
    let entry = try await favorites.entry(of: id).uncancellableValue()
    let value = entry.flatMap { list.value($0.mark) }
    let merge = Merge(user: user, account: syncedAccount(of: user), epoch: epoch)
    if try await setRemote(id, value, merge) { try await updateBase([id: value], merge) }
  }

  /// Returns false if the movie cannot be put on the list, because the catalog does not have it.
  private func setRemote(_ id: MovieID, _ value: Int?, _ merge: Merge) async throws -> Bool {
    let isSet = try await unlessNotFound { try await remote.set(id, value, of: merge.user) } != nil
    return isSet || value == nil
  }

  // MARK: Merging

  /// One user's account and one favorites file.
  private struct Merge {
    var user: AccountState.User
    var account: SyncedAccount
    var epoch: String

    var agreed: SyncStatus { .agreed(account, epoch: epoch) }
  }

  private func merge() async throws {
    guard let user = account.state.user else { return }
    // Otherwise a film that is starred under another catalog's id would be starred twice.
    state.withLock { $0.isBeforeReadingStars = true }
    defer { state.withLock { $0.isBeforeReadingStars = false } }
    await lookup?.finishPass()
    let account = syncedAccount(of: user)
    let syncBase = try await favorites.syncBase(of: account).uncancellableValue()
    let base = syncBase.values
    let merge = Merge(user: user, account: account, epoch: syncBase.epoch)
    let listing = try await remote.movies(of: user, language: language(), known: base)
    try Task.checkCancellation()
    let there = listing?.values ?? base
    let isComplete = listing?.isComplete ?? true
    // Read after the account's, so that a movie starred in between counts as added here, never as removed there.
    state.withLock { $0.isBeforeReadingStars = false }
    let listed = try await favorites.values(on: list, in: catalog).uncancellableValue()
    // Otherwise the file may have been replaced in between.
    guard try await favorites.state().uncancellableValue().epoch == merge.epoch else { return }
    let here = Dictionary(listed) { first, _ in first }
    /// Whether the account's value is certain: an incomplete listing says nothing of a movie that it lacks.
    func isKnown(_ id: MovieID) -> Bool { isComplete || there[id] != nil }
    /// Whether both sides differ and only the account's has changed.
    func hasChangedThere(_ id: MovieID) -> Bool { here[id] != there[id] && here[id] == base[id] && isKnown(id) }

    let ids = Set(here.keys).union(there.keys).union(base.keys)
    let agreed = ids.filter { here[$0] == there[$0] && base[$0] != here[$0] && isKnown($0) }
    try await updateBase(Dictionary(uniqueKeysWithValues: agreed.map { ($0, here[$0]) }), merge)
    try await setLocally(listing?.movies.filter { hasChangedThere($0.id) } ?? [], there, merge)
    try await removeLocally(ids.filter { there[$0] == nil && hasChangedThere($0) }, merge)
    // In the order of the stars, which is the order in which the account will show them.
    let changed = listed.filter { id, value in base[id] != value && there[id] != value }
    try await push(changed.map { ($0.id, $0.value) }, merge)
    let removed = base.keys.filter { here[$0] == nil && (!isComplete || there[$0] != nil) }
    try await push(removed.sorted { $0.native < $1.native }.map { ($0, nil) }, merge)
  }

  private func updateBase(_ values: [MovieID: Int?], _ merge: Merge) async throws {
    guard !values.isEmpty else { return }
    try await favorites.updateSyncBase(of: merge.account, epoch: merge.epoch, values).uncancellableValue()
  }

  /// Applies what is new in the account. A movie that was taken off here is checked individually, because the listing
  /// may be out of date.
  private func setLocally(_ movies: [Movie], _ there: [MovieID: Int], _ merge: Merge) async throws {
    var rest = movies.reversed()[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(batch.count)
      let removed = try await favorites.removed(from: list, among: batch.map(\.id)).uncancellableValue()
      var tasks: [SharedTask<MarkOutcome>] = []
      for movie in batch where !hasChangedSinceStart(movie.id) {
        guard let value = there[movie.id] else { continue }
        if removed.contains(movie.id) {
          let isCurrent = try await unlessNotFound { try await remote.value(of: movie.id, of: merge.user) } == value
          if !isCurrent || hasChangedSinceStart(movie.id) { continue }
        }
        tasks.append(favorites.mark(movie, list.edit(value), merge.agreed))
      }
      for task in tasks { _ = try await task.uncancellableValue() }
    }
  }

  /// Takes off movies that are no longer in the account. Each is checked individually: the listing may lack a movie
  /// that was just mirrored, or one that moved from one page to another while it was read.
  private func removeLocally(_ ids: Set<MovieID>, _ merge: Merge) async throws {
    for id in ids.sorted(by: { $0.native < $1.native }) {
      do {
        guard try await remote.value(of: id, of: merge.user) == nil, !hasChangedSinceStart(id) else { continue }
        _ = try await favorites.mark(Movie(id: id, title: id.native), list.edit(nil), merge.agreed).uncancellableValue()
      } catch let error as MovieError where error.reason == .movieNotFound {
        // The user has not removed it: the catalog has lost the movie, and what is here is all that is left.
        try await updateBase([id: nil], merge)
      }
    }
  }

  /// Applies changes made here to the account; nil removes.
  private func push(_ changes: [(id: MovieID, value: Int?)], _ merge: Merge) async throws {
    var done: [MovieID: Int?] = [:]
    do {
      for (id, value) in changes where !hasChangedSinceStart(id) {
        // What the catalog no longer has stays here.
        guard try await setRemote(id, value, merge) else { continue }
        done.updateValue(value, forKey: id)
        if done.count == Self.batchSize {
          try await updateBase(done, merge)
          done = [:]
        }
      }
    } catch {
      try? await updateBase(done, merge)
      throw error
    }
    try await updateBase(done, merge)
  }
}
