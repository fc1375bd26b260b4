import Concurrency

/// The built-in films. They are parsed at the first access and indexed at the first search.
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

  /// - Parameter text: rows in the format of `builtinFilms`.
  init(_ text: StaticString = builtinFilms) { self.text = text }

  /// All films, by rank.
  func films() -> [Film] { withContents { $0.films } }

  /// The film with an IMDb id.
  func film(_ id: String) -> Film? {
    withContents { contents in contents.ranks[id].map { contents.films[$0] } }
  }

  /// The films that match a query, best first.
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
