import SQLite
import Threads

/// The built-in films, read and indexed when they are first asked for.
final class FilmTable: Sendable {
  private struct Contents {
    var films: [Film]
    var ranks: [String: Int]
    var index: FilmIndex
  }

  private let contents = Locked<Contents?>(nil)
  private let text: StaticString

  /// - Parameter text: rows as `builtinFilms` has them.
  init(_ text: StaticString = builtinFilms) { self.text = text }

  /// All films by rank.
  func films() throws -> [Film] { try withContents { $0.films } }

  /// The film of an IMDb id.
  func film(_ id: String) throws -> Film? {
    try withContents { contents in contents.ranks[id].map { contents.films[$0] } }
  }

  /// Films that match a query, best first.
  func search(_ query: String) throws -> [Film] {
    try withContents { contents in try contents.index.matches(query).map { contents.films[$0] } }
  }

  private func withContents<Result>(_ body: (Contents) throws -> Result) throws -> Result {
    try contents.withLock { contents in
      if let contents { return try body(contents) }
      let films = Film.all(in: text)
      var ranks: [String: Int] = [:]
      ranks.reserveCapacity(films.count)
      for (rank, film) in films.enumerated() { ranks[film.text(.id) ?? ""] = rank }
      let loaded = Contents(films: films, ranks: ranks, index: try FilmIndex(films))
      contents = loaded
      return try body(loaded)
    }
  }
}
