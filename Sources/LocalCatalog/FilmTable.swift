import Concurrency
import MovieCore

/// The built-in films. They are parsed at the first access and indexed at the first search.
final class FilmTable: Sendable {
  private let parsed = Mutex<[Film]?>(nil)
  private let ranked = Mutex<[IMDbID: Int]?>(nil)
  private let indexed = Mutex<FilmIndex?>(nil)
  private let text: StaticString

  /// - Parameter text: rows in the format of `builtinFilms`.
  init(_ text: StaticString = builtinFilms) { self.text = text }

  /// All films, by rank.
  func films() -> [Film] {
    parsed.withLock { films in
      if let films { return films }
      let parsed = Film.all(in: text)
      films = parsed
      return parsed
    }
  }

  /// The film with an IMDb id.
  func film(_ id: IMDbID) -> Film? { rank(of: id).map { films()[$0] } }

  /// The place of a film among all; nil if it is not one of them.
  func rank(of id: IMDbID) -> Int? {
    let films = films()
    return ranked.withLock { ranks in
      if let ranks { return ranks[id] }
      var table: [IMDbID: Int] = [:]
      table.reserveCapacity(films.count)
      for (rank, film) in films.enumerated() {
        if let id = IMDbID(film.text(.id) ?? "") { table[id] = rank }
      }
      ranks = table
      return table[id]
    }
  }

  /// The index of films and people.
  func index() throws -> FilmIndex {
    let films = films()
    return try indexed.withLock { index in
      if let index { return index }
      let built = try FilmIndex(films)
      index = built
      return built
    }
  }
}
