import MovieCore
import SQLite

/// Reads the stars into memory (`StarredMovies`): in steps, because a million take a second, for which no request should
/// wait.
///
/// Every change, by whichever process, is applied to the stars in memory, also to those that no step has read yet. So each
/// step continues after the rows of the one before, although the file has changed meanwhile: a row that was written since
/// then is in memory already.
extension FavoritesFile {
  /// A position in the index of the films, which has the ids too, so that the data of the movies is not read.
  enum LoadingPosition {
    /// Among the stars whose film is unknown: after this id, as SQLite has it.
    case unknownFilms(after: [UInt8])
    /// Among the others: at this film.
    case films(from: Int)
    case end

    static let start = unknownFilms(after: [])
  }

  /// Stars that were read together, and the position after them.
  private typealias Step = (stars: [StarredMovies.Star], end: LoadingPosition)

  /// Replaces the stars in memory by the first of the file.
  ///
  /// - Parameters:
  ///   - total: the number of rows.
  ///   - all: whether to read all of them.
  func startLoading(_ total: Int, all: Bool) throws {
    var stars = StarredMovies.Snapshot()
    stars.reserveCapacity(total)
    var position = LoadingPosition.start
    repeat {
      let step = try readStars(from: position)
      for star in step.stars { stars.apply(.starred(star)) }
      position = step.end
    } while all && !position.isEnd
    stars.isComplete = position.isEnd
    loadingPosition = position
    starred.replace(with: stars)
  }

  /// Adds the next stars to those in memory.
  func loadStars() throws {
    guard !starred.isComplete else { return }
    let step = try readStars(from: loadingPosition)
    starred.add(step.stars, isComplete: step.end.isEnd)
    loadingPosition = step.end
  }

  /// Adds the stars of these movies to those in memory, unless all are there.
  func loadStars(of ids: [MovieID], _ films: [IMDbID]) throws {
    guard !starred.isComplete else { return }
    let stars =
      try ids.filter { !starred.contains($0) }.map { try storedStar(of: $0) }
      + films.filter { !starred.contains($0) }.map { try storedStar(ofFilm: $0) }
    starred.add(try stars.compactMap(\.self).map { try star(under: $0.id, of: $0.film) }, isComplete: false)
  }

  private func readStars(from position: LoadingPosition) throws -> Step {
    switch position {
    case .unknownFilms(let id): try readStars(after: id)
    case .films(let film): try readStars(from: film)
    case .end: ([], .end)
    }
  }

  private func readStars(after id: [UInt8]) throws -> Step {
    var stars: [StarredMovies.Star] = []
    var last: [UInt8]?
    var rowCount = 0
    try database.forEach(
      "SELECT id FROM favorite WHERE film IS NULL AND id > ? ORDER BY id LIMIT ?", [.utf8(id), .integer(starsPerStep)]
    ) { row in
      rowCount += 1
      if let id = MovieID(row.text(0)) { stars.append(StarredMovies.Star(id: id)) }
      if rowCount == starsPerStep { last = row.bytes(0) }
      return true
    }
    if let last { return (stars, .unknownFilms(after: last)) }
    // In the same step, so that a small file takes only one.
    let others = try readStars(from: .min)
    return (stars + others.stars, others.end)
  }

  private func readStars(from film: Int) throws -> Step {
    var stars: [StarredMovies.Star] = []
    var last = film
    var rowCount = 0
    try database.forEach(
      "SELECT id, film FROM favorite WHERE film >= ? ORDER BY film LIMIT ?", [.integer(film), .integer(starsPerStep)]
    ) { row in
      rowCount += 1
      last = row.int(1)
      if let id = MovieID(row.text(0)) { stars.append(StarredMovies.Star(id: id, film: IMDbID(number: last))) }
      return true
    }
    var otherIDs: [IMDbID: [MovieID]] = [:]
    try database.forEach(
      "SELECT id, film FROM known_id WHERE film BETWEEN ? AND ? ORDER BY film, number",
      [.integer(film), .integer(last)]
    ) { row in
      guard let id = MovieID(row.text(0)), let film = IMDbID(number: row.int(1)) else { return true }
      otherIDs[film, default: []].append(id)
      return true
    }
    if !otherIDs.isEmpty {
      for index in stars.indices { stars[index].otherIDs = stars[index].film.flatMap { otherIDs[$0] } ?? [] }
    }
    return (stars, rowCount < starsPerStep || last == .max ? .end : .films(from: last + 1))
  }
}

extension FavoritesFile.LoadingPosition {
  fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
}
