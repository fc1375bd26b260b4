import Concurrency
import MovieCore

/// Ids of films that are not favorites, until they are written. They are written with the next change of the favorites,
/// so that they cost no `fsync` of their own, and when there are many.
final class UnwrittenIDs: Sendable {
  private struct State {
    var films: [MovieID: IMDbID] = [:]
    /// Those that the current transaction writes.
    var written: [MovieID: IMDbID] = [:]
  }

  /// The number of ids that are worth a transaction.
  private static let batchSize = 64
  /// If the file cannot be written, no more are kept.
  private static let maximumCount = 256

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.films.isEmpty } }

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
  func write(to file: FavoritesFile) throws {
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
}
