/// The learned ids that are not written yet. A change of the library, by this process or another, writes them, and so does
/// the end or a large number of them. So a client that looks at one movie after the other causes few calls of `fsync`.
final class UnwrittenIDs: Sendable {
  private struct State {
    var films: [MovieID: IMDbID] = [:]
    /// Those that the current transaction writes.
    var written: [MovieID: IMDbID] = [:]
    /// The ids whose films the file has refused to record, because a service must be mistaken.
    var refused: Set<KnownID> = []
    /// The number of entries when they were refused.
    var entryCount = 0
  }

  /// The number of ids that are worth a transaction.
  private static let batchSize = 64
  /// If the file cannot be written, no more are kept.
  private static let maximumCount = 256
  /// More refused ids are forgotten all at once.
  private static let maximumRefused = 1_000

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.films.isEmpty } }

  /// The film of an id that is not written yet.
  func film(of id: MovieID) -> IMDbID? { state.withLock { $0.films[id] } }

  /// Returns whether there are enough to write them now.
  func add(_ ids: some Sequence<KnownID>) -> Bool {
    state.withLock { state in
      for known in ids where state.films.count < Self.maximumCount || state.films[known.id] != nil {
        state.films[known.id] = known.film
      }
      return state.films.count >= Self.batchSize
    }
  }

  /// To be called inside a transaction; `removeWritten` when it is committed.
  func write(to file: LibraryFile) throws {
    let films = state.withLock { state in
      state.written = state.films
      return state.films
    }
    if !films.isEmpty { try file.learn(films.map { KnownID(id: $0, film: $1) }) }
  }

  func removeWritten() {
    state.withLock { state in
      for (id, film) in state.written where state.films[id] == film { state.films[id] = nil }
      state.written = [:]
    }
  }

  // MARK: Refused ids

  /// Whether the file would refuse to record it again. Otherwise every page with such a movie would begin a transaction
  /// that changes nothing. A refusal holds while the library has the same number of entries: it may be due to one that is
  /// gone.
  func isRefused(_ known: KnownID, entryCount: Int) -> Bool {
    state.withLock { $0.entryCount == entryCount && $0.refused.contains(known) }
  }

  func refuse(_ known: [KnownID], entryCount: Int) {
    state.withLock { state in
      let isFull = state.refused.count + known.count > Self.maximumRefused
      if state.entryCount != entryCount || isFull { state.refused = [] }
      state.entryCount = entryCount
      state.refused.formUnion(known)
    }
  }
}
