import Concurrency

/// A list as one `search` (or `home`, or `recommendations`) made it, until a newer one takes its name.
final class MovieList: Sendable {
  private let catalog: any Catalog
  private let clock: any Clock<Duration>
  /// Waits for what a page is told with. The page behind it is not begun before: the two would wait for it side by
  /// side, and might come out of that in another order.
  private let ready: @Sendable () async -> Void
  /// The first page, on its way or there.
  private let first = SharedTask<Page>()

  private struct State {
    /// Nil while a flight works with it.
    var pager: Pager?
    /// The page that is being fetched, for those who ask for it meanwhile.
    var coming: SharedTask<Page>?
    /// A page that came when all who had asked for it had left: the next one's.
    var undelivered: Page?
    var isSuperseded = false
  }

  /// Who works with the pager. Work that was called off may be at it still when the next begins.
  private let lane = AsyncLock()
  private let state: Mutex<State>

  /// How long a page waits for others to ask for it too. A page of a local catalog is there before the second of a
  /// burst of scroll events is even read; without this pause each of them would turn a page of its own.
  static let joinWindow = Duration.milliseconds(2)

  init(
    name: String, listing: Listing, limit: Int, catalog: any Catalog, clock: any Clock<Duration>,
    ready: @escaping @Sendable () async -> Void
  ) {
    self.catalog = catalog
    self.clock = clock
    self.ready = ready
    state = Mutex(State(pager: Pager(list: name, listing: listing, limit: limit)))
  }

  /// Starts the first page.
  ///
  /// - Parameters:
  ///   - debounce: how long to wait for a newer list of this name before anything is done.
  ///   - willFetch: called when the waiting is over.
  func open(debounce: Duration, willFetch: @escaping @Sendable () -> Void) {
    first.start { [self] in
      if debounce > .zero { try await clock.sleep(for: debounce) }
      willFetch()
      return try await turn(for: first)
    }
  }

  func firstPage() async throws -> Page { try await first.value() }

  /// The page behind those that were given. Whoever asks while it is on its way gets the same.
  ///
  /// - Throws: `listNotReady` where the first page failed.
  func nextPage() async throws -> Page {
    while true {
      do {
        return try await comingPage().value()
      } catch is CancellationError where !Task.isCancelled {
        // Joined at the moment at which the last of the others left.
        continue
      }
    }
  }

  private func comingPage() throws(MovieError) -> SharedTask<Page> {
    let (flight, isNew) = try state.withLock { state throws(MovieError) in
      if state.isSuperseded { throw MovieError.superseded }
      // One that everybody has left ends before it is gone from here.
      if let coming = state.coming, !coming.isCompleted { return (coming, false) }
      let flight = SharedTask<Page>()
      state.coming = flight
      return (flight, true)
    }
    if isNew {
      flight.start { [self] in
        defer { state.withLock { if $0.coming === flight { $0.coming = nil } } }
        do {
          _ = try await first.value(keepingAlive: false)
        } catch let error as MovieError where error.reason == .superseded {
          throw error
        } catch is CancellationError where Task.isCancelled {
          throw CancellationError()
        } catch {
          throw MovieList.notReady
        }
        await ready()
        try await clock.sleep(for: Self.joinWindow)
        return try await turn(for: flight)
      }
    }
    return flight
  }

  /// Ends what waits on this list: a newer one has its name.
  func supersede() {
    let coming = state.withLock { state in
      state.isSuperseded = true
      return state.coming
    }
    first.fail(MovieError.superseded)
    coming?.fail(MovieError.superseded)
  }

  /// Whether a newer list has the name. Known before anybody who waits hears of it.
  var isSuperseded: Bool { state.withLock(\.isSuperseded) }

  /// Ends the first page where it is still on its way.
  func cancel() { first.fail(CancellationError()) }

  static let notReady = MovieError(.listNotReady, "There is no such list: its search has not run, or has failed.")

  /// Gives the flight the next page. Where all have left by then, it is kept: the pager has turned it.
  private func turn(for flight: SharedTask<Page>) async throws -> Page {
    try await lane.lock()
    defer { lane.unlock() }
    let page = if let kept = state.withLock({ $0.undelivered.take() }) { kept } else { try await fetch() }
    if !flight.resolve(.success(page)) { state.withLock { $0.undelivered = page } }
    return page
  }

  private func fetch() async throws -> Page {
    // Taken out while in use, so that its set of seen ids is not copied for every page.
    guard var pager = state.withLock({ $0.pager.take() }) else { throw MovieList.notReady }
    defer { state.withLock { [pager] in $0.pager = pager } }
    return try await pager.next(from: catalog)
  }
}
