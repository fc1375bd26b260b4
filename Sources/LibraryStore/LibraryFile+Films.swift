/// What the file knows about films: which ids name the same one. A film has at most one entry.
extension LibraryFile {
  /// The number of known ids of films that are not in the library. Older ones are forgotten.
  private static let rememberedIDs = 20_000

  // MARK: Reading

  /// The film that an id names; nil if the file does not know it.
  func knownFilm(of id: MovieID) throws -> IMDbID? {
    try id.film ?? film("SELECT film FROM entry WHERE id = ? AND film IS NOT NULL", id) ?? otherFilm(of: id)
  }

  /// The film of an id that is not that of an entry.
  private func otherFilm(of id: MovieID) throws -> IMDbID? { try film("SELECT film FROM known_id WHERE id = ?", id) }

  private func film(_ query: String, _ id: MovieID) throws -> IMDbID? {
    try database.first(query, .text(id.description)) { IMDbID(number: $0.int(0)) } ?? nil
  }

  /// The ids of a film that are recorded beside that of its entry.
  func otherIDs(of film: IMDbID?) throws -> [MovieID] {
    guard let film else { return [] }
    return try database.all("SELECT id FROM known_id WHERE film = ? ORDER BY number", Value(film)) {
      MovieID($0.text(0))
    }
  }

  // MARK: Learning, inside a transaction

  /// Records which films the ids name, as one change if entries have new ids or turn out to be one film.
  ///
  /// - Parameter isUsersChoice: whether the user has just starred the movies.
  func learn(_ known: [KnownID], isUsersChoice: Bool = false) throws {
    let new = try known.filter { try $0.id.film == nil && knownFilm(of: $0.id) != $0.film }
    guard !new.isEmpty else { return }
    try edit { edit in
      var identified: [IMDbID: StoredEntry] = [:]
      for known in new {
        let previous = try storedEntry(of: known.id)
        if let own = previous, own.id == known.id {
          let other = try identified[known.film] ?? storedEntry(ofFilm: known.film)
          guard isCredible(own, isOne: other, isUsersChoice) else { continue }
          identified[known.film] = own
          try edit.set(.film, of: own.key, to: known.film.description)
        } else {
          try remember(known)
          for entry in [previous, try storedEntry(of: known.id)].compactMap(\.self) {
            try edit.touchIDs(of: filmKey(of: entry.key))
          }
        }
      }
    }
  }

  /// Whether a film may be recorded for an entry, though the film may have another one: the earlier star then stays.
  ///
  /// A service that is mistaken, or hostile, must not make one entry of several: only an entry whose film was not known
  /// yet can turn out to be one with another, and, unless the user has just chosen it again, only with one of another
  /// catalog.
  private func isCredible(_ entry: StoredEntry, isOne other: StoredEntry?, _ isUsersChoice: Bool) -> Bool {
    guard let other, other.id != entry.id else { return true }
    return entry.film == nil && (isUsersChoice || entry.id.catalog != other.id.catalog)
  }

  /// Records the ids of keys whose movie is not shown, or no longer; that of an entry is in its row.
  func rememberIDs(_ keys: [FilmKey], _ film: IMDbID?, old: [StoredEntry], new: StoredEntry?) throws {
    if let new, new.id.film == nil { try database.run("DELETE FROM known_id WHERE id = ?", .text(new.id.description)) }
    guard let film else { return }
    for id in old.map(\.id).adding(new == nil ? [] : keys.compactMap(\.id)) where id != new?.id && id.film == nil {
      if try otherFilm(of: id) != film { try remember(KnownID(id: id, film: film)) }
    }
  }

  /// Records the film of an id under which nothing is kept.
  private func remember(_ known: KnownID) throws {
    guard known.id.film == nil else { return }
    try database.run(
      "INSERT OR REPLACE INTO known_id (id, film) VALUES (?, ?)", .text(known.id.description), Value(known.film))
    let newest = try database.first("SELECT max(number) FROM known_id") { $0.int(0) } ?? 0
    guard newest > Self.rememberedIDs, newest % 1_000 == 0 else { return }
    try database.run(
      """
      DELETE FROM known_id WHERE number <= ?
      AND film NOT IN (SELECT film FROM entry WHERE film IS NOT NULL)
      """, .integer(newest - Self.rememberedIDs))
  }

  /// The ids among these whose film `learn` has not recorded.
  func refused(_ known: [KnownID]) throws -> [KnownID] { try known.filter { try knownFilm(of: $0.id) != $0.film } }

  // MARK: Lookups

  /// The entries among these whose id in the catalog, or whose film, is unknown. It leaves out recent lookups without a
  /// result.
  func dueLookups(of entries: [MovieID], in catalog: String) throws -> Set<MovieID> {
    let time = context.now()
    return Set(
      try entries.filter { id in
        try database.first(
          """
          SELECT 1 FROM entry WHERE id = ?1 AND CASE WHEN substr(id, 1, length(?2)) = ?2 THEN film IS NULL
            ELSE NOT EXISTS (
              SELECT 1 FROM known_id WHERE film = entry.film AND substr(known_id.id, 1, length(?2)) = ?2) END
          AND NOT EXISTS (SELECT 1 FROM fruitless_lookup WHERE id = ?1 AND catalog = ?3 AND retry_at > ?4)
          """, .text(id.description), .text(catalog + ":"), .text(catalog), .integer(time)
        ) { _ in } != nil
      })
  }

  func recordLookups(in catalog: String, found: [KnownID], fruitless: [MovieID], retryAfter milliseconds: Int) throws {
    try learn(found)
    for id in fruitless + (try refused(found).map(\.id)) where try storedEntry(of: id)?.id == id {
      try database.run(
        "INSERT OR REPLACE INTO fruitless_lookup VALUES (?, ?, ?)", .text(id.description), .text(catalog),
        .integer(context.now() + milliseconds))
    }
  }

  // MARK: Ids for clients

  /// Adds the ids that catalogs give to the film. Clients may have seen them.
  func withLocalIDs(_ ids: [MovieID], _ film: IMDbID?) -> [MovieID] {
    film.map { ids.adding(context.localIDs($0)) } ?? ids
  }

  /// Adds to removed ids those that catalogs give to their films, unless the film is still on the list.
  func withLocalIDs<List: StoredList>(_ removed: [MovieID], _: List.Type) throws -> [MovieID] {
    try removed.reduce(removed) { all, id in
      guard let film = try knownFilm(of: id) else { return all }
      if let entry = try storedEntry(ofFilm: film), List.contains(entry.mark) { return all }
      return withLocalIDs(all, film)
    }
  }
}

extension Value {
  /// A film's number; NULL for nil.
  init(_ film: IMDbID?) { self.init(film.map { Int($0.number) }) }
}
