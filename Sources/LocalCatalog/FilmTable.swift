import Concurrency

/// The built-in films. They are parsed at the first access and indexed at the first search.
final class FilmTable: Sendable {
  private let parsed = Mutex<[Film]?>(nil)
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
  func film(_ id: String) -> Film? { films().first { $0.utf8(.id).elementsEqual(id.utf8) } }

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
