import Concurrency

@testable import LibraryStore
@testable import MovieCore

/// Stars as the session makes them (`ClientSession.star`), and what is known of them.
extension LibraryStore {
  func star(_ movie: Movie, _ sync: SyncStatus? = nil) -> SharedTask<StarOutcome> {
    enqueue(isChange: true) { try $0.star(movie, sync) }
  }

  func unstar(_ id: MovieID, _ sync: SyncStatus? = nil) -> SharedTask<StarOutcome> {
    enqueue(isChange: true) { try $0.unstar(id, sync) }
  }

  func contains(_ id: MovieID) -> Bool { shown(id)?.mark.isStarred == true }

  func contains(_ film: IMDbID) -> Bool { shown(film)?.mark.isStarred == true }

  /// All known ids of the film, that of its entry first; empty if there is only one.
  func ids(of id: MovieID) -> [MovieID] { shown(id)?.ids ?? [] }
}

extension LibraryFile {
  func star(_ movie: Movie, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try mark(movie, MarkEdit(starred: true), sync)
    return StarOutcome(outcome, changed: !outcome.previous.isStarred)
  }

  func unstar(_ id: MovieID, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try mark(Movie(id: id, title: ""), MarkEdit(starred: false), sync)
    return StarOutcome(outcome, changed: outcome.previous.isStarred)
  }
}
