import MovieCore
import SQLite

/// What the file knows about films: which ids name the same one. A film has at most one star.
extension FavoritesFile {
  /// The row of a star.
  struct StoredStar {
    var id: MovieID
    var starredAt: Int
    var added: Int
    var film: IMDbID?

    /// Whether its star is the older one of two.
    func isEarlier(than other: StoredStar) -> Bool { (starredAt, added) < (other.starredAt, other.added) }
  }

  /// The number of known ids of films that are not favorites. Older ones are forgotten.
  private static let rememberedIDs = 20_000

  // MARK: Reading

  /// The star of a movie, under whichever of its film's ids it is stored.
  ///
  /// - Parameter film: the movie's film; nil to go by what the file knows.
  func storedStar(of id: MovieID, _ film: IMDbID? = nil) throws -> StoredStar? {
    // Two stars can match if `film` is new. Then the one under the id counts.
    try database.first(
      """
      SELECT id, starred_at, added, film FROM favorite WHERE id = ?1 UNION ALL
      SELECT id, starred_at, added, film FROM favorite
      WHERE film = coalesce(?2, (SELECT film FROM known_id WHERE id = ?1))
      """, .text(id.description), Value(film ?? id.film), read: Self.storedStar) ?? nil
  }

  func storedStar(ofFilm film: IMDbID) throws -> StoredStar? {
    try database.first(
      "SELECT id, starred_at, added, film FROM favorite WHERE film = ?", Value(film), read: Self.storedStar) ?? nil
  }

  private static func storedStar(_ row: Row) -> StoredStar? {
    MovieID(row.text(0)).map {
      StoredStar(id: $0, starredAt: row.int(1), added: row.int(2), film: IMDbID(number: row.int(3)))
    }
  }

  /// The film that an id names; nil if the file does not know it.
  func knownFilm(of id: MovieID) throws -> IMDbID? {
    if let film = id.film { return film }
    let film = try database.first(
      "SELECT film FROM favorite WHERE id = ?1 AND film IS NOT NULL UNION ALL SELECT film FROM known_id WHERE id = ?1",
      .text(id.description)
    ) { IMDbID(number: $0.int(0)) }
    return film ?? nil
  }

  /// The ids of a film that are recorded beside that of its star.
  func otherIDs(of film: IMDbID?) throws -> [MovieID] {
    guard let film else { return [] }
    return try database.all("SELECT id FROM known_id WHERE film = ? ORDER BY number", Value(film)) {
      MovieID($0.text(0))
    }.compactMap(\.self)
  }

  func star(under id: MovieID, of film: IMDbID?) throws -> StarredMovies.Star {
    StarredMovies.Star(id: id, film: film, otherIDs: try otherIDs(of: film))
  }

  // MARK: Learning, inside a transaction

  /// Records which films the ids name, as one change if favorites have new ids or turn out to be one film.
  ///
  /// - Parameter isUsersChoice: whether the user has just starred the movies.
  func learn(_ known: [KnownID], isUsersChoice: Bool = false) throws {
    let new = try known.filter { try $0.id.film == nil && knownFilm(of: $0.id) != $0.film }
    guard !new.isEmpty else { return }
    let revision = try nextRevision()
    var touched: [MovieID] = []
    var dropped: [MovieID] = []
    for known in new {
      let previous = try storedStar(of: known.id)
      if let own = previous, own.id == known.id {
        touched += [try identify(own, as: known.film, isUsersChoice, &dropped, revision)].compactMap(\.self)
      } else {
        try remember(known)
        touched += [previous, try storedStar(of: known.id)].compactMap { $0?.id }
      }
    }
    touched = Array(Set(touched).subtracting(dropped)).sorted { $0.description < $1.description }
    guard !touched.isEmpty else { return }
    for id in touched {
      try database.run("UPDATE favorite SET changed = ? WHERE id = ?", .integer(revision), .text(id.description))
    }
    let stars = try touched.map { try star(under: $0, of: knownFilm(of: $0)) }
    starredChanges += dropped.map { .removed($0) } + stars.map { .starred($0) }
    let movies = try touched.compactMap(kept)
    try advance(to: revision, total: state.total - dropped.count) { change in
      change.removed = dropped
      change.updated = movies
      for star in stars { change.ids.merge(ids(of: star)) { $1 } }
    }
  }

  /// Records the film of a star. If the film has another star, the earlier of the two stays.
  ///
  /// A service that is mistaken, or hostile, must not make one star of several: only a star whose film was not known yet
  /// can turn out to be one with another star, and, unless the user has just starred it again, only with one of another
  /// catalog.
  ///
  /// - Returns: the id of the star that stays; nil if the catalog must be mistaken.
  private func identify(
    _ star: StoredStar, as film: IMDbID, _ isUsersChoice: Bool, _ dropped: inout [MovieID], _ revision: Int
  ) throws -> MovieID? {
    var kept = star
    if let other = try storedStar(ofFilm: film) {
      guard star.film == nil, isUsersChoice || star.id.catalog != other.id.catalog else { return nil }
      let later: StoredStar
      (kept, later) = star.isEarlier(than: other) ? (star, other) : (other, star)
      try database.run("DELETE FROM favorite WHERE id = ?", .text(later.id.description))
      try removeSearchBlock(of: later.added)
      try database.run("DELETE FROM fruitless_lookup WHERE id = ?", .text(later.id.description))
      try recordRemoval(of: later.id, revision)
      try remember(KnownID(id: later.id, film: film))
      dropped.append(later.id)
    }
    if kept.id == star.id {
      try database.run("UPDATE favorite SET film = ? WHERE id = ?", Value(film), .text(star.id.description))
    }
    try forget(kept.id)
    return kept.id
  }

  /// Removes the record of an id under which something is starred now: its film is in the star's row.
  func forget(_ id: MovieID) throws {
    if id.film == nil { try database.run("DELETE FROM known_id WHERE id = ?", .text(id.description)) }
  }

  /// Records the film of an id under which nothing is starred.
  func remember(_ known: KnownID) throws {
    guard known.id.film == nil else { return }
    try database.run(
      "INSERT OR REPLACE INTO known_id (id, film) VALUES (?, ?)", .text(known.id.description), Value(known.film))
    let newest = try database.first("SELECT max(number) FROM known_id") { $0.int(0) } ?? 0
    guard newest > Self.rememberedIDs, newest % 1_000 == 0 else { return }
    try database.run(
      """
      DELETE FROM known_id WHERE number <= ?
      AND film NOT IN (SELECT film FROM favorite WHERE film IS NOT NULL)
      """, .integer(newest - Self.rememberedIDs))
  }

  // MARK: Lookups

  /// Those of the stars whose id in the catalog, or whose film, is unknown, and about which the catalog was not asked
  /// without a result recently.
  func dueLookups(of stars: [MovieID], in catalog: String) throws -> Set<MovieID> {
    let time = now()
    return Set(
      try stars.filter { id in
        try database.first(
          """
          SELECT 1 FROM favorite WHERE id = ?1 AND CASE WHEN substr(id, 1, length(?2)) = ?2 THEN film IS NULL
            ELSE NOT EXISTS (
              SELECT 1 FROM known_id WHERE film = favorite.film AND substr(known_id.id, 1, length(?2)) = ?2) END
          AND NOT EXISTS (SELECT 1 FROM fruitless_lookup WHERE id = ?1 AND catalog = ?3 AND retry_at > ?4)
          """, .text(id.description), .text(catalog + ":"), .text(catalog), .integer(time)
        ) { _ in } != nil
      })
  }

  func recordLookups(in catalog: String, found: [KnownID], fruitless: [MovieID], retryAfter milliseconds: Int) throws {
    try learn(found)
    let refused = try found.filter { try knownFilm(of: $0.id) != $0.film }.map(\.id)
    for id in fruitless + refused where try storedStar(of: id)?.id == id {
      try database.run(
        "INSERT OR REPLACE INTO fruitless_lookup VALUES (?, ?, ?)", .text(id.description), .text(catalog),
        .integer(now() + milliseconds))
    }
  }

  // MARK: Ids for clients

  /// All known ids of a star's film, by the star's id; empty if there is only one.
  func ids(of star: StarredMovies.Star) -> [MovieID: [MovieID]] {
    let all = star.allIDs(localIDs)
    return all.isEmpty ? [:] : [star.id: all]
  }

  /// Adds the ids that catalogs give to the film. Clients may have seen them.
  func withLocalIDs(_ ids: [MovieID], _ film: IMDbID?) -> [MovieID] {
    film.map { ids.adding(localIDs($0)) } ?? ids
  }

  /// Adds to removed ids those that catalogs give to their films, unless the film is still starred.
  func withLocalIDs(_ removed: [MovieID]) throws -> [MovieID] {
    try removed.reduce(removed) { all, id in
      guard let film = try knownFilm(of: id), try storedStar(ofFilm: film) == nil else { return all }
      return withLocalIDs(all, film)
    }
  }
}

extension Value {
  /// A film's number; NULL for nil.
  init(_ film: IMDbID?) { self.init(film.map { Int($0.number) }) }
}
