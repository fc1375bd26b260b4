/// The list that one `search` (or `home`, or `recommendations`) made, until a newer request takes its name.
final class MovieList: Sendable {
  let name: String
  let catalog: any Catalog
  /// The bytes of its name and its query.
  let textBytes: Int
  private let timeLimit: TimeLimit
  /// Waits until the favorites are open, as every page does before it is sent. Pages wait one after the other; concurrent
  /// waits could resume out of order.
  private let waitUntilReady: @Sendable () async -> Void
  private let first = SharedTask<Page>()

  private struct State {
    /// Nil while a page is being fetched with it.
    var pager: Pager?
    /// The next page while it is being fetched, so that further requests join it.
    var next: SharedTask<Page>?
    /// A page that arrived after every caller had left; it answers the next request.
    var undelivered: Page?
    var isSuperseded = false
    /// Whether its debounce is over.
    var hasBegun = false
    /// The list that has the name again if this one ends before it begins.
    var previous: MovieList?
  }

  /// Thrown to requests that wait for a list that was cancelled before it began.
  struct NeverBegan: Error {}

  /// Guards the pager across suspensions: cancelled work may still be using it when the next page begins.
  private let lock = AsyncLock()
  private let state: Mutex<State>

  /// The time for which a page waits for further requests to join it. A local catalog would otherwise answer the first
  /// request of a burst of scroll events before the second is read, and each would get another page.
  static let joinWindow = Duration.milliseconds(2)

  init(
    name: String, listing: Listing, limit: Int, catalog: any Catalog, timeLimit: TimeLimit,
    waitUntilReady: @escaping @Sendable () async -> Void
  ) {
    (self.name, self.catalog) = (name, catalog)
    textBytes = name.utf8.count + listing.textBytes
    (self.timeLimit, self.waitUntilReady) = (timeLimit, waitUntilReady)
    state = Mutex(State(pager: Pager(list: name, listing: listing, limit: limit)))
  }

  /// Starts the first page, after the time in which a newer list of this name may come.
  func open(
    debounce: Duration = .zero, _ context: RequestContext = .none, willFetch: @escaping @Sendable () -> Void = {}
  ) {
    start(first, context, timeLimit) { [self] in
      if debounce > .zero { try await timeLimit.clock.sleep(for: debounce) }
      willFetch()
      let previous = state.withLock { state in
        state.hasBegun = true
        return state.previous.take()
      }
      previous?.state.withLock(\.next)?.fail(MovieError.superseded)
    }
  }

  /// The first page, for the request that made the list.
  func firstPage() async throws -> Page {
    let page = try await first.value()
    // The list lives on without its movies: a session has hundreds of lists.
    first.updateValue { $0.items = [] }
    return page
  }

  /// The next page. Requests that arrive while it is being fetched get the same page. Throws `listNotReady` if the
  /// first page failed, and `NeverBegan` if it was cancelled before it began.
  func nextPage(_ context: RequestContext = .none) async throws -> Page {
    while true {
      do {
        return try await sharedNextPage(context).value()
      } catch is CancellationError where !Task.isCancelled {
        // The last of the other callers left just as this one joined: that page is being cancelled.
        continue
      }
    }
  }

  private func sharedNextPage(_ context: RequestContext) throws(MovieError) -> SharedTask<Page> {
    let (page, isNew) = try state.withLock { state throws(MovieError) in
      if state.isSuperseded { throw MovieError.superseded }
      // A task that all of its callers have left is completed before it is removed here.
      if let next = state.next, !next.isCompleted { return (next, false) }
      let next = SharedTask<Page>()
      state.next = next
      return (next, true)
    }
    if isNew {
      // The time that the first page takes is this request's too.
      let limit = first.isCompleted ? timeLimit : timeLimit.half
      start(page, context, limit) { [self] in
        try await waitForFirstPage()
        await waitUntilReady()
        try await timeLimit.clock.sleep(for: Self.joinWindow)
      }
    }
    return page
  }

  private func waitForFirstPage() async throws {
    do {
      _ = try await first.value(keepingAlive: false)
    } catch let error as MovieError where error.reason == .superseded && isSuperseded {
      throw error
    } catch is CancellationError where Task.isCancelled {
      throw CancellationError()
    } catch {
      if endedBeforeItBegan { throw NeverBegan() }
      throw MovieList.notReady
    }
  }

  /// An empty page if the list has given its last page; nil if there may be more, or a page is being fetched.
  var pageAfterEnd: Page? {
    state.withLock { state in
      // A page that is completed may already be with the client, although its task has not ended.
      let isFetching = state.next?.isCompleted == false
      return isFetching || state.undelivered != nil ? nil : state.pager?.pageAfterEnd
    }
  }

  /// To be called before `open`, with the list that had the name. If that list has not begun, its predecessor is used.
  func followPrevious(_ list: MovieList?) {
    let previous = list.flatMap { $0.hasBegun ? $0 : $0.previous }
    state.withLock { $0.previous = previous }
  }

  /// The list that has the name again if this one ends before it begins; nil if there is none, or this one has begun.
  var previous: MovieList? { state.withLock(\.previous) }

  /// Whether it has taken the place of the list that had the name before.
  var hasBegun: Bool { state.withLock(\.hasBegun) }

  /// Whether it was cancelled or superseded while it still waited for a newer list.
  var endedBeforeItBegan: Bool { !hasBegun && first.isCompleted }

  /// Gives the name back after the list that superseded this one has ended before it began.
  func restore() { state.withLock { $0.isSuperseded = false } }

  /// Ends its search, because a newer list takes the name. If the search has ended, a page that is being fetched goes on
  /// until the newer list begins.
  func supersede() {
    state.withLock { $0.isSuperseded = true }
    first.fail(MovieError.superseded)
  }

  /// Whether a newer list has the name. Becomes true before any waiting request fails with `superseded`.
  var isSuperseded: Bool { state.withLock(\.isSuperseded) }

  /// Cancels the first page if it is still being fetched.
  func cancel() { first.fail(CancellationError()) }

  static let notReady = MovieError(.listNotReady, "There is no such list: its search has not run, or has failed.")

  /// Completes `task` with a page as soon as `condition` returns.
  private func start(
    _ task: SharedTask<Page>, _ context: RequestContext, _ limit: TimeLimit,
    after condition: @escaping @Sendable () async throws -> Void
  ) {
    task.start { [self] in
      defer { state.withLock { if $0.next === task { $0.next = nil } } }
      try await condition()
      try await lock.lock()
      defer { lock.unlock() }
      let page = try await fetchPage(context, limit)
      // The pager has moved on: if every caller has left, the page must not be lost.
      if !task.resolve(.success(page)) { state.withLock { $0.undelivered = page } }
      return page
    }
  }

  private func fetchPage(_ context: RequestContext, _ limit: TimeLimit) async throws -> Page {
    if let undelivered = state.withLock({ $0.undelivered.take() }) { return undelivered }
    let deadline = try await limit.admit(context, to: catalog)
    // Taken out while in use, so that its set of seen ids is not copied for every page.
    guard var pager = state.withLock({ $0.pager.take() }) else { throw MovieList.notReady }
    defer { state.withLock { [pager] in $0.pager = pager } }
    return try await pager.next(from: catalog, until: deadline)
  }
}
