import MovieCore
import SQLite

/// The changes of favorites. Every method must be called inside a transaction.
extension FavoritesFile {
  func star(_ movie: Movie, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome: StarOutcome
    if try storedStar(of: movie.id, movie.film) != nil {
      // The movie may say what was not known of its film, and even that two stars are one.
      if let known = KnownID(movie) { try learn([known], isUsersChoice: true) }
      outcome = try existingStar(movie.id) ?? insert(movie)
    } else {
      outcome = try insert(movie)
    }
    try record(sync, outcome, isStarred: true)
    return outcome
  }

  private func insert(_ movie: Movie) throws -> StarOutcome {
    let revision = try nextRevision()
    let starredAt = now()
    let film = try movie.film ?? knownFilm(of: movie.id)
    if film != nil { try forget(movie.id) }
    let star = try star(under: movie.id, of: film)
    try database.run(
      "INSERT INTO favorite VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(movie.id.description), .text(movie.jsonText),
      .integer(starredAt), .integer(revision), .integer(revision), .text(TextFolding.fold(movie.title)),
      Value(movie.year), Value(movie.rating), .text(SearchBlock.key(of: movie)), Value(film))
    try database.run("DELETE FROM removal WHERE id = ?", .text(movie.id.description))
    starredChanges.append(.starred(star))
    try advance(to: revision, total: state.total + 1) {
      $0.added = [movie]
      $0.ids = ids(of: star)
    }
    return StarOutcome(
      id: movie.id, ids: [movie.id] + star.otherIDs, changed: true, revision: revision,
      starredAt: Timestamp.iso8601(starredAt))
  }

  func unstar(_ id: MovieID, _ sync: SyncStatus? = nil) throws -> StarOutcome {
    let outcome = try delete(id)
    try record(sync, outcome, isStarred: false)
    return outcome
  }

  private func delete(_ id: MovieID) throws -> StarOutcome {
    guard let star = try storedStar(of: id) else {
      return StarOutcome(id: id, ids: [id], changed: false, revision: state.revision, starredAt: nil)
    }
    let revision = try nextRevision()
    var ids = try [star.id] + otherIDs(of: star.film)
    if !ids.contains(id) { ids.append(id) }
    try database.run("DELETE FROM favorite WHERE id = ?", .text(star.id.description))
    try removeSearchBlock(of: star.added)
    try database.run("DELETE FROM fruitless_lookup WHERE id = ?", .text(star.id.description))
    for id in ids { try recordRemoval(of: id, revision) }
    if let film = star.film { try remember(KnownID(id: star.id, film: film)) }
    starredChanges += ids.map { .removed($0) }
    try advance(to: revision, total: state.total - 1) { $0.removed = withLocalIDs(ids, star.film) }
    return StarOutcome(id: star.id, ids: ids, changed: true, revision: revision, starredAt: nil)
  }

  func recordRemoval(of id: MovieID, _ revision: Int) throws {
    try database.run("INSERT OR REPLACE INTO removal VALUES (?, ?)", .text(id.description), .integer(revision))
  }

  func update(_ movies: [Movie]) throws {
    try learn(movies.compactMap { KnownID($0) })
    let revision = try nextRevision()
    let present = try movies.filter { movie in
      let added = try database.all(
        """
        UPDATE favorite SET movie = ?, changed = ?, title_key = ?, year = ?, rating = ?, search_key = ? WHERE id = ?
        RETURNING added
        """,
        .text(movie.jsonText), .integer(revision), .text(TextFolding.fold(movie.title)), Value(movie.year),
        Value(movie.rating), .text(SearchBlock.key(of: movie)), .text(movie.id.description)
      ) { $0.int(0) }
      for revision in added { try removeSearchBlock(of: revision) }
      return !added.isEmpty
    }
    guard !present.isEmpty else { return }
    let stars = try present.map { try star(under: $0.id, of: knownFilm(of: $0.id)) }
    try advance(to: revision, total: state.total) { change in
      change.updated = present
      for star in stars { change.ids.merge(ids(of: star)) { $1 } }
    }
  }

  func nextRevision() throws -> Int {
    guard state.revision < Self.revisions.upperBound else {
      throw Schema.Rejection(message: "its revision cannot grow any more")
    }
    return state.revision + 1
  }
}
