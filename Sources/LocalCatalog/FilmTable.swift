import Concurrency

/// The built-in films, read when they are first asked for, and indexed when they are first searched.
final class FilmTable: Sendable {
  private struct Contents {
    var films: [Film]
    var ranks: [String: Int]
    var index: FilmIndex?

    init(_ text: StaticString) {
      films = Film.all(in: text)
      ranks = [:]
      ranks.reserveCapacity(films.count)
      for (rank, film) in films.enumerated() { ranks[film.text(.id) ?? ""] = rank }
    }
  }

  private let contents = Mutex<Contents?>(nil)
  private let text: StaticString

  /// - Parameter text: rows as `builtinFilms` has them.
  init(_ text: StaticString = builtinFilms) { self.text = text }

  /// All films by rank.
  func films() -> [Film] { withContents { $0.films } }

  /// The film of an IMDb id.
  func film(_ id: String) -> Film? {
    withContents { contents in contents.ranks[id].map { contents.films[$0] } }
  }

  /// Films that match a query, best first.
  func search(_ query: String) throws -> [Film] {
    try withContents { contents in
      let index = try contents.index ?? FilmIndex(contents.films)
      contents.index = index
      return try index.matches(query).map { contents.films[$0] }
    }
  }

  private func withContents<Result>(_ body: (inout Contents) throws -> Result) rethrows -> Result {
    try contents.withLock { contents in
      var loaded = contents.take() ?? Contents(text)
      defer { contents = loaded }
      return try body(&loaded)
    }
  }
}
