import Concurrency
import MovieCore

/// The ids of all starred movies, in memory, so that `isFavorite` costs no query. Any thread reads it; only the store's
/// thread changes it.
final class StarredMovies: Sendable {
  /// One movie that was starred or unstarred.
  struct Change: Sendable {
    var id: MovieID
    var isStarred: Bool
  }

  private let ids = Mutex<Set<MovieID>>([])

  func contains(_ id: MovieID) -> Bool { ids.withLock { $0.contains(id) } }

  var count: Int { ids.withLock(\.count) }

  /// All ids. The set is shared and not copied until the next change.
  var all: Set<MovieID> { ids.withLock(\.self) }

  func replace(with new: Set<MovieID>) { ids.withLock { $0 = new } }

  /// Applies the changes of one transaction, in order.
  func apply(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    ids.withLock { ids in
      for change in changes {
        if change.isStarred { ids.insert(change.id) } else { ids.remove(change.id) }
      }
    }
  }
}
