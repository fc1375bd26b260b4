import Concurrency
import Foundation
import MovieCore
import TestSupport

@testable import LibraryStore

/// A store with the changes that it has reported. It is closed with this object, which must outlive its operations.
final class OpenStore: Sendable {
  let store: LibraryStore
  let changes = Observed<[FavoritesChange]>([])

  init(_ directory: String, now: @escaping @Sendable () -> Int = Timestamp.now) {
    store = LibraryStore(directory: directory, now: now)
    store.observe { [changes] change in changes.change { $0.append(change) } }
  }

  deinit { close() }

  func close() { store.close(milliseconds: 5_000) }

  @discardableResult
  func star(_ movie: Movie) async throws -> MarkOutcome { try await store.star(movie).uncancellableValue() }

  @discardableResult
  func unstar(_ movie: Movie) async throws -> MarkOutcome { try await store.unstar(movie.id).uncancellableValue() }

  func state() async throws -> FavoritesState { try await store.state().uncancellableValue() }

  func list(
    _ sort: LibraryQuery.Sort = .starredAt, _ order: LibraryQuery.Order = .asc, text: String? = nil,
    limit: Int = 1_000, offset: Int = 0
  ) async throws -> FavoritesPage {
    try await store.list(LibraryQuery(sort: sort, order: order, text: text, limit: limit, offset: offset))
      .uncancellableValue()
  }

  /// The titles of all favorites, in the order in which they were starred.
  func titles() async throws -> [String] { try await list().items.map(\.movie.title) }

  func difference(since revision: Int) async throws -> FavoritesDifference {
    try await store.changes(since: revision).uncancellableValue()
  }
}

func movie(_ title: String, year: Int? = nil, rating: Double? = nil) -> Movie {
  var movie = Movie(id: MovieID(catalog: "test", native: title.replacing(" ", with: "_")), title: title)
  movie.year = year
  movie.rating = rating
  return movie
}

func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

/// The error with which the task failed; nil if it succeeded, or failed otherwise.
func failure(_ task: SharedTask<some Sendable>) async -> MovieError? {
  do {
    _ = try await task.uncancellableValue()
    return nil
  } catch {
    return error as? MovieError
  }
}

extension LibraryStore {
  func star(_ movie: Movie, _ sync: SyncStatus? = nil) -> SharedTask<MarkOutcome> {
    mark(movie, MarkEdit(starred: true), sync)
  }

  func unstar(_ id: MovieID, _ sync: SyncStatus? = nil) -> SharedTask<MarkOutcome> {
    mark(Movie(id: id, title: ""), MarkEdit(starred: false), sync)
  }

  func contains(_ id: MovieID) -> Bool { shown(id)?.mark.isStarred == true }

  func contains(_ film: IMDbID) -> Bool { shown(film)?.mark.isStarred == true }

  func ids(of id: MovieID) -> [MovieID] { shown(id)?.ids ?? [] }

  /// Whether the movie's film is a favorite.
  func contains(_ movie: Movie) -> Bool { shown(movie)?.mark.isStarred == true }
}

extension LibraryFile {
  func star(_ movie: Movie) throws -> MarkOutcome { try mark(movie, MarkEdit(starred: true)) }

  func unstar(_ id: MovieID) throws -> MarkOutcome {
    try mark(Movie(id: id, title: ""), MarkEdit(starred: false))
  }

  func favorites(_ query: LibraryQuery) throws -> FavoritesPage { try list(query) }
}

extension LibraryFile {
  /// The file of a folder, at one time.
  convenience init(_ folder: String, migrations: [String] = Schema.migrations) throws {
    try self.init(
      LibraryContext(directory: folder, localIDs: { _ in [] }, now: { 1 }), migrations: migrations)
  }
}
