/// What an entry is derived from.
struct EntryRow {
  var merged: MergedFilm
  /// Of the movie that is shown.
  var key: FilmKey
  var film: IMDbID?
  /// The row that becomes this one; nil if there is none.
  var base: StoredEntry?
  /// The entries with a star that become this one.
  var stars: [StoredEntry]
  /// If the row does not have its data.
  var movie: Movie?
  var favoritesRevision: Int
  var libraryRevision: Int
}

/// The rows of entries, and the fields that they are derived from.
extension LibraryFile {
  // MARK: Fields

  func register(_ field: EntryField, of key: FilmKey) throws -> FieldRegister? {
    try register(field.description, of: key)
  }

  func register(_ field: String, of key: FilmKey) throws -> FieldRegister? {
    try database.first(
      "SELECT value, clock, device FROM field WHERE film = ? AND field = ?", .text(key.description), .text(field)
    ) { FieldRegister(value: $0.optionalText(0), clock: $0.int(1), device: $0.text(2)) }
  }

  func records(of key: FilmKey) throws -> [FieldRecord] {
    try database.all("SELECT film, field, value, clock, device FROM field WHERE film = ?", .text(key.description)) {
      $0.fieldRecord
    }
  }

  /// The key that stands for the film of a key: its IMDb id if it is known, else the key.
  func filmKey(of key: FilmKey) throws -> FilmKey {
    guard key.film == nil, let value = try register(.film, of: key)?.value, let film = IMDbID(value) else { return key }
    return FilmKey(film)
  }

  /// All keys under which fields of a film may be kept.
  ///
  /// - Parameter key: that stands for the film.
  func keys(of key: FilmKey) throws -> [FilmKey] {
    guard key.film != nil else { return [key] }
    let others = try database.all(
      "SELECT film FROM field WHERE field = 'film' AND value = ? ORDER BY film", .text(key.description)
    ) { FilmKey($0.text(0)) }
    return [key] + others.filter { $0.film == nil }
  }

  /// The fields of an entry, merged.
  func merged(_ entry: StoredEntry) throws -> MergedFilm {
    MergedFilm(try keys(of: filmKey(of: entry.key)).flatMap(records))
  }

  // MARK: Reading rows

  /// - Parameter rest: what follows the columns, such as a condition.
  func storedEntries(_ rest: String, _ values: Value...) throws -> [StoredEntry] {
    try database.statement("SELECT \(StoredEntry.columns) \(rest)").all(values) { StoredEntry($0) }
  }

  func storedEntry(withKey key: FilmKey) throws -> StoredEntry? {
    try storedEntries("FROM entry WHERE key = ?", .text(key.description)).first
  }

  func storedEntry(ofFilm film: IMDbID) throws -> StoredEntry? {
    try storedEntries("FROM entry WHERE film = ?", Value(film)).first
  }

  /// The entry of a movie, under whichever of its film's ids it is kept.
  ///
  /// - Parameter film: the movie's film; nil to use the film that the file knows.
  func storedEntry(of id: MovieID, _ film: IMDbID? = nil) throws -> StoredEntry? {
    // Two entries can match if `film` is new. Then the one under the id counts.
    try storedEntries("FROM entry WHERE id = ?", .text(id.description)).first
      ?? storedEntries(
        "FROM entry WHERE film = coalesce(?2, (SELECT film FROM known_id WHERE id = ?1))", .text(id.description),
        Value(film ?? id.film)
      ).first
  }

  func hasMovie(_ key: FilmKey) throws -> Bool {
    try database.first("SELECT 1 FROM film WHERE key = ?", .text(key.description)) { _ in } != nil
  }

  /// The movie that is stored under a key; with its id alone if its data is missing or damaged, which
  /// `refreshFavorites` completes.
  ///
  /// - Parameter id: the id if the data has none.
  func movie(_ key: FilmKey, _ id: MovieID?) throws -> Movie {
    let text = try database.first("SELECT movie FROM film WHERE key = ?", .text(key.description)) { $0.text(0) }
    let id = id ?? key.id ?? MovieID(catalog: "unknown", native: "film")
    var movie = Movie(storedText: text ?? "", id: id)
    // Data of another film would give the entry an id that names another one.
    if FilmKey(movie.id) != key { movie.id = id }
    return movie
  }

  // MARK: Writing rows

  /// Writes the row of an entry, in one statement: each writes to all indexes of the columns that it names.
  func write(_ row: EntryRow) throws -> StoredEntry {
    let mark = row.merged.mark
    let added = mark.isStarred ? row.stars.compactMap(\.added).min() ?? row.favoritesRevision : nil
    let tags = mark.tags.isEmpty ? nil : JSON.array(mark.tags.map { .string($0) }).jsonText
    var columns: [(name: String, value: Value)] = [
      ("film", Value(row.film)), ("starred_at", Value(mark.starredAt)), ("added", Value(added)),
      ("watchlisted_at", Value(mark.watchlistedAt)), ("my_rating", Value(mark.ratingTenths)),
      ("viewings", .integer(mark.viewings)), ("last_viewed", Value(mark.lastViewed)), ("tags", Value(tags)),
      ("has_note", .integer(mark.hasNote ? 1 : 0)), ("updated", .integer(row.libraryRevision)),
    ]
    if mark.isStarred, row.stars.isEmpty { columns.append(("changed", .integer(row.favoritesRevision))) }
    if let movie = row.movie { columns += Self.columns(of: movie, row.key) }
    guard let id = row.movie?.id ?? row.base?.id else { throw Schema.Rejection(message: "an entry has no id") }
    var (names, parameters) = ("", "")
    for (index, column) in columns.enumerated() {
      names += (index == 0 ? "" : ", ") + column.name
      parameters += index == 0 ? "?" : ", ?"
    }
    let values = columns.map(\.value)
    if let base = row.base {
      try database.statement("UPDATE entry SET (\(names)) = (\(parameters)) WHERE number = ?")
        .run(values + [.integer(base.number)])
    } else {
      try database.statement("INSERT INTO entry (\(names)) VALUES (\(parameters))").run(values)
    }
    return StoredEntry(
      number: row.base?.number ?? database.lastInsertedRow, id: id, key: row.key, film: row.film, mark: mark,
      added: added)
  }

  /// The columns that are derived from the movie's data.
  private static func columns(of movie: Movie, _ key: FilmKey) -> [(name: String, value: Value)] {
    [
      ("id", .text(movie.id.description)), ("key", .text(key.description)),
      ("title_key", .text(TextFolding.fold(movie.title))), ("year", Value(movie.year)),
      ("rating", Value(movie.rating)), ("runtime", Value(movie.runtimeMinutes)),
      ("search_key", .text(searchKey(of: movie))), ("facets", .text(EntryFacets.text(of: movie))),
    ]
  }

  /// Writes the viewings and tags of an entry.
  ///
  /// - Parameter old: the entries whose viewings and tags they replace.
  func writeParts(_ merged: MergedFilm, of number: Int, instead old: [StoredEntry]) throws {
    for entry in old { try deleteParts(of: entry) }
    for (viewing, clock) in merged.viewings {
      try database.run(
        "INSERT OR REPLACE INTO viewing VALUES (?, ?, ?, ?, ?, ?, ?)", .text(viewing.id), .integer(number),
        Value(viewing.date), Value(viewing.ratingTenths), .integer(viewing.isRewatch ? 1 : 0), .integer(clock),
        .text(viewing.fieldValue))
    }
    for (folded, name) in merged.tags {
      try database.run("INSERT INTO tag VALUES (?, ?, ?)", .text(folded), .integer(number), .text(name))
    }
  }

  private func deleteParts(of entry: StoredEntry) throws {
    try database.run("DELETE FROM viewing WHERE entry = ?", .integer(entry.number))
    try database.run("DELETE FROM tag WHERE entry = ?", .integer(entry.number))
  }

  /// Deletes the row of an entry with all that is derived with it.
  func delete(_ entry: StoredEntry) throws {
    if entry.mark.viewings > 0 || !entry.mark.tags.isEmpty { try deleteParts(of: entry) }
    try database.run("DELETE FROM entry WHERE number = ?", .integer(entry.number))
    try database.run("DELETE FROM fruitless_lookup WHERE id = ?", .text(entry.id.description))
  }

  func recordRemoval<List: StoredList>(of ids: [MovieID], _ revision: Int, _: List.Type) throws {
    for id in ids {
      try database.run(
        "INSERT OR REPLACE INTO \(List.removals) VALUES (?, ?)", .text(id.description), .integer(revision))
    }
  }

  func forgetRemoval<List: StoredList>(of id: MovieID, _: List.Type) throws {
    try database.run("DELETE FROM \(List.removals) WHERE id = ?", .text(id.description))
  }
}

extension Row {
  /// The record of the columns film, field, value, clock and device.
  var fieldRecord: FieldRecord {
    FieldRecord(
      film: FilmKey(text(0)), field: text(1),
      register: FieldRegister(value: optionalText(2), clock: int(3), device: text(4)))
  }
}
