/// One change of the library in a transaction: writes fields and data of films, then derives the entries of all films that
/// it has touched, as one revision of the favorites and one of the library.
final class EntryEdit {
  private struct Touched {
    /// Whether viewings or tags were written.
    var hasParts = false
    var hasMovie = false
    /// Whether other ids of the film were learned.
    var hasIDs = false
  }

  let file: LibraryFile
  private let origin: ChangeOrigin
  private var clock: HybridClock
  private var position: Int
  let device: String
  /// The time of the edit, in milliseconds since 1970.
  let time: Int
  /// By the key of the film, in the order of the first write.
  private var touched: [FilmKey: Touched] = [:]
  private var order: [FilmKey] = []
  /// The movies whose data is written, by their keys, so that it is not parsed again.
  private var movies: [FilmKey: Movie] = [:]
  /// An id that clients have named, and that is told with the others if the film is no longer an entry.
  var requestedID: MovieID?
  private var favorites = Part()
  private var library = Part()
  private var removals: [EntryTable.Change] = []
  private var additions: [EntryTable.Change] = []

  /// The changes of one list, as clients are told them.
  struct Part {
    /// Only of the favorites.
    var added: [MovieID] = []
    var updated: [MovieID] = []
    var removed: [MovieID] = []
    /// The number of entries that the list has more than before.
    var total = 0
    var isEmpty: Bool { added.isEmpty && updated.isEmpty && removed.isEmpty }
  }

  fileprivate init(_ file: LibraryFile, _ origin: ChangeOrigin) throws {
    (self.file, self.origin) = (file, origin)
    let state = try file.database.first("SELECT clock, position, device FROM library") {
      ($0.int(0), $0.int(1), $0.text(2))
    }
    guard let state else { throw Schema.Rejection(message: "its state is missing") }
    (clock, position, device) = (HybridClock(last: state.0), state.1, state.2)
    time = file.context.now()
  }

  // MARK: Writing

  /// Sets a field to a value, or removes it, whatever the other keys of the film say.
  func set(_ field: EntryField, of key: FilmKey, to value: String?) throws {
    let register = FieldRegister(value: value, clock: clock.next(time), device: device)
    try write(FieldRecord(film: key, field: field.description, register: register))
  }

  /// Merges a field of another machine.
  ///
  /// - Returns: false if it is refused, because its clock is too far ahead.
  func merge(_ record: FieldRecord) throws -> Bool {
    guard clock.see(record.register.clock, time) else { return false }
    if record.register.isNewer(than: try file.register(record.field, of: record.film)) { try write(record) }
    return true
  }

  private func write(_ record: FieldRecord) throws {
    try touch(record.film) { $0.hasParts = $0.hasParts || EntryField(record.field)?.isPart == true }
    position += 1
    let register = record.register
    try file.database.run(
      "INSERT OR REPLACE INTO field VALUES (?, ?, ?, ?, ?, ?)", .text(record.film.description), .text(record.field),
      Value(register.value), .integer(register.clock), .text(register.device), .integer(position))
    if record.field == EntryField.film.description {
      try touch(record.film) { ($0.hasParts, $0.hasIDs) = (true, true) }
    }
  }

  /// Stores the data of a movie.
  func setMovie(_ movie: Movie, of key: FilmKey) throws {
    if FilmKey(movie.id) == key { movies[key] = movie }
    try write(FilmData(film: key, movie: movie.jsonText, clock: clock.next(time), device: device))
  }

  /// Merges the data of a movie from another machine.
  func merge(_ film: FilmData) throws {
    guard clock.see(film.clock, time) else { return }
    let old = try file.database.first("SELECT clock, device FROM film WHERE key = ?", .text(film.film.description)) {
      FieldRegister(value: nil, clock: $0.int(0), device: $0.text(1))
    }
    guard FieldRegister(value: nil, clock: film.clock, device: film.device).isNewer(than: old) else { return }
    try write(film)
  }

  private func write(_ film: FilmData) throws {
    try touch(film.film) { $0.hasMovie = true }
    position += 1
    try file.database.run(
      "INSERT OR REPLACE INTO film VALUES (?, ?, ?, ?, ?)", .text(film.film.description), .text(film.movie),
      .integer(film.clock), .text(film.device), .integer(position))
  }

  /// Derives the entry of a film again, because its ids are others.
  func touchIDs(of key: FilmKey) throws { try touch(key) { $0.hasIDs = true } }

  private func touch(_ key: FilmKey, _ change: (inout Touched) -> Void) throws {
    let film = try file.filmKey(of: key)
    if touched[film] == nil { order.append(film) }
    change(&touched[film, default: Touched()])
  }

  // MARK: Deriving

  /// Derives the entries of all films that were touched, and reports what has changed.
  fileprivate func finish() throws {
    guard !order.isEmpty else { return }
    let favoritesRevision = try file.nextRevision(after: file.state.revision)
    let libraryRevision = try file.nextRevision(after: file.libraryState.revision)
    for key in order {
      guard let touched = touched[key] else { continue }
      try derive(key, touched, favoritesRevision, libraryRevision)
    }
    try file.database.run("UPDATE library SET clock = ?, position = ?", .integer(clock.last), .integer(position))
    file.entryChanges += removals + additions
    var rows = LibraryFile.ChangedRows()
    let change = LibraryFile.Change(
      favorites: try file.publish(favorites, favoritesRevision, origin, &rows),
      library: try file.publish(library, libraryRevision, origin, &rows))
    if change.favorites != nil || change.library != nil { file.append(change) }
  }

  private func derive(_ key: FilmKey, _ touched: Touched, _ favoritesRevision: Int, _ libraryRevision: Int) throws {
    // A key whose film is known by now belongs to that film, which is touched too.
    guard try file.filmKey(of: key) == key else { return }
    let keys = try file.keys(of: key)
    let merged = MergedFilm(try keys.flatMap(file.records))
    let old = try keys.compactMap(file.storedEntry(withKey:))
    var new: StoredEntry?
    var movie: Movie?
    if !merged.mark.isEmpty {
      let shown = try merged.keys.first(where: file.hasMovie) ?? merged.keys.first ?? key
      let base = old.first { $0.key == shown } ?? old.first
      if touched.hasMovie || base?.key != shown {
        movie = try movies[shown] ?? file.movie(shown, base?.key == shown ? base?.id : nil)
      }
      let entry = try file.write(
        EntryRow(
          merged: merged, key: shown, film: key.film, base: base, stars: old.filter(\.mark.isStarred), movie: movie,
          favoritesRevision: favoritesRevision, libraryRevision: libraryRevision))
      new = entry
      if touched.hasParts || old.count != 1 { try file.writeParts(merged, of: entry.number, instead: old) }
    }
    guard new != nil || !old.isEmpty else { return }
    try file.rememberIDs(keys, key.film, old: old, new: new)
    let ids = try allIDs(old, key.film)
    if let new { additions.append(.kept(try file.tableEntry(new))) }
    report(old, new, ids, key.film, isUpdate: movie != nil || touched.hasIDs)
    try file.recordRemoval(of: removedIDs(old, new, ids), libraryRevision, LibraryList.self)
    if let new { try file.forgetRemoval(of: new.id, LibraryList.self) }
    for entry in old where entry.number != new?.number { try file.delete(entry) }
    try recordFavorite(old, new, ids, favoritesRevision)
    if new == nil {
      for key in keys { try file.database.run("DELETE FROM film WHERE key = ?", .text(key.description)) }
    }
  }

  /// All recorded ids of a film that has an entry, and the requested one.
  private func allIDs(_ old: [StoredEntry], _ film: IMDbID?) throws -> [MovieID] {
    var ids = old.map(\.id).adding(try file.otherIDs(of: film))
    if let requestedID { ids = ids.adding([requestedID]) }
    return ids
  }

  /// The ids under which nothing is kept any more.
  private func removedIDs(_ old: [StoredEntry], _ new: StoredEntry?, _ ids: [MovieID]) -> [MovieID] {
    guard let new else { return ids }
    return old.map(\.id).filter { $0 != new.id }
  }

  private func report(_ old: [StoredEntry], _ new: StoredEntry?, _ ids: [MovieID], _ film: IMDbID?, isUpdate: Bool) {
    for entry in old where entry.id != new?.id { removals.append(.removed(entry.id)) }
    if let new {
      library.updated.append(new.id)
      library.removed += removedIDs(old, new, ids)
    } else {
      library.removed += file.withLocalIDs(ids, film)
    }
    library.total += (new == nil ? 0 : 1) - old.count

    let stars = old.filter(\.mark.isStarred)
    let isStarred = new?.mark.isStarred == true
    favorites.total += (isStarred ? 1 : 0) - stars.count
    if isStarred, let new {
      let dropped = stars.map(\.id).filter { $0 != new.id }
      favorites.removed += dropped
      if stars.isEmpty {
        favorites.added.append(new.id)
      } else if !dropped.isEmpty || isUpdate || stars.first?.mark.starredAt != new.mark.starredAt {
        favorites.updated.append(new.id)
      }
    } else if !stars.isEmpty {
      favorites.removed += file.withLocalIDs(ids, film)
    }
  }

  private func recordFavorite(_ old: [StoredEntry], _ new: StoredEntry?, _ ids: [MovieID], _ revision: Int) throws {
    let stars = old.filter(\.mark.isStarred)
    if new?.mark.isStarred == true, let new {
      try file.recordRemoval(of: stars.map(\.id).filter { $0 != new.id }, revision, FavoritesList.self)
      if stars.isEmpty { try file.forgetRemoval(of: new.id, FavoritesList.self) }
      if favorites.updated.last == new.id {
        try file.database.run("UPDATE entry SET changed = ? WHERE number = ?", .integer(revision), .integer(new.number))
      }
    } else if !stars.isEmpty {
      try file.recordRemoval(of: ids, revision, FavoritesList.self)
      for star in stars {
        try file.database.run("DELETE FROM fruitless_lookup WHERE id = ?", .text(star.id.description))
      }
    }
  }
}

extension LibraryFile {
  /// Runs an edit. Its changes are one revision. To be called inside a transaction.
  func edit<Value>(_ origin: ChangeOrigin = .own, _ body: (EntryEdit) throws -> Value) throws -> Value {
    let edit = try EntryEdit(self, origin)
    let value = try body(edit)
    try edit.finish()
    return value
  }
}
