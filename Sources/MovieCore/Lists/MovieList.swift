import Threads

/// A list as one `search` (or `home`, or `recommendations`) made it, until a newer one takes its name.
final class MovieList: Sendable {
  private let catalog: any Catalog
  private let clock: any Clock<Duration>
  /// The first page, on its way or there.
  private let first = Flight<Page>()

  private struct State {
    /// Nil while a flight works with it: there is only ever one.
    var pager: Pager?
    /// The page that is being fetched, for those who ask for it meanwhile.
    var coming: Flight<Page>?
  }

  private let state: Locked<State>

  /// How long a page waits for others to ask for it too. A page of a local catalog is there before the second of a
  /// burst of scroll events is even read; without this pause each of them would turn a page of its own.
  static let joinWindow = Duration.milliseconds(2)

  init(name: String, listing: Listing, limit: Int, catalog: any Catalog, clock: any Clock<Duration>) {
    self.catalog = catalog
    self.clock = clock
    state = Locked(State(pager: Pager(list: name, listing: listing, limit: limit)))
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
      return try await turn()
    }
  }

  func firstPage() async throws -> Page { try await first.value() }

  /// The page behind those that were given. Whoever asks while it is on its way gets the same.
  ///
  /// - Throws: `listNotReady` where the first page failed.
  func nextPage() async throws -> Page {
    let flight: Flight<Page>
    let isNew: Bool
    (flight, isNew) = state.withLock { state in
      if let coming = state.coming { return (coming, false) }
      let flight = Flight<Page>()
      state.coming = flight
      return (flight, true)
    }
    if isNew {
      flight.start { [self] in
        defer { state.withLock { if $0.coming === flight { $0.coming = nil } } }
        do {
          _ = try await first.valueIfFinished()
        } catch let error as MovieError where error.reason == .superseded {
          throw error
        } catch is CancellationError where Task.isCancelled {
          throw CancellationError()
        } catch {
          throw MovieList.notReady
        }
        try await clock.sleep(for: Self.joinWindow)
        return try await turn()
      }
    }
    return try await flight.value()
  }

  /// Ends what waits on this list: a newer one has its name.
  func supersede() {
    first.end(MovieError.superseded)
    state.withLock { $0.coming }?.end(MovieError.superseded)
  }

  /// Ends the first page where it is still on its way.
  func cancel() { first.end(CancellationError()) }

  static let notReady = MovieError(.listNotReady, "There is no such list: its search has not run, or has failed.")

  private func turn() async throws -> Page {
    // Taken out while in use, so that its set of seen ids is not copied for every page.
    guard var pager = state.withLock({ $0.pager.take() }) else { throw MovieList.notReady }
    defer { state.withLock { [pager] in $0.pager = pager } }
    return try await pager.next(from: catalog)
  }
}
