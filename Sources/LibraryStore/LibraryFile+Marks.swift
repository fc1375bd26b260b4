/// The user's changes of entries. Every method must be called inside a transaction. Nothing is written if one throws a
/// `MovieError`.
extension LibraryFile {
  func mark(_ movie: Movie, _ edit: MarkEdit, _ sync: SyncStatus? = nil) throws -> MarkOutcome {
    let entry = try entry(ofChosen: movie)
    let outcome = try change(entry, movie, edit.addsSomething) { writer in try writer.apply(edit) }
    try record(sync, outcome)
    return outcome
  }

  func log(_ viewing: ViewingEdit, of movie: Movie?, _ sync: SyncStatus? = nil) throws -> ViewingOutcome {
    let holder = try viewing.id.flatMap(entry(ofViewing:))
    if movie == nil, holder == nil { throw Self.noViewing(viewing.id ?? "") }
    let entry = try movie.map(entry(ofChosen:)) ?? holder
    if let holder, holder.number != entry?.number {
      throw MovieError.invalidParams("The viewing is one of another film.", field: "viewing")
    }
    var logged = Viewing(id: "")
    let outcome = try change(entry, movie ?? Movie(id: entry?.id ?? MovieID(catalog: "", native: ""), title: ""), true)
    {
      writer in
      logged = try writer.log(viewing)
    }
    try record(sync, outcome)
    return ViewingOutcome(entry: outcome, viewing: logged)
  }

  /// The entry of a movie that the user has chosen, which may say what was not known of its film, and even that two entries
  /// are one.
  private func entry(ofChosen movie: Movie) throws -> StoredEntry? {
    let entry = try storedEntry(of: movie.id, movie.film)
    guard entry != nil, let known = KnownID(movie) else { return entry }
    try learn([known], isUsersChoice: true)
    return try storedEntry(of: movie.id, movie.film)
  }

  func deleteViewing(_ id: String) throws -> ViewingOutcome {
    guard let entry = try entry(ofViewing: id) else { throw Self.noViewing(id) }
    var deleted = Viewing(id: id)
    let outcome = try change(entry, Movie(id: entry.id, title: ""), true) { writer in
      deleted = writer.merged.viewings.first { $0.viewing.id == id }?.viewing ?? deleted
      try writer.remove(.viewing(id))
    }
    return ViewingOutcome(entry: outcome, viewing: deleted)
  }

  private static func noViewing(_ id: String) -> MovieError {
    .invalidParams("There is no viewing \(id.prefix(100)).", field: "viewing")
  }

  private func entry(ofViewing id: String) throws -> StoredEntry? {
    try storedEntries("FROM entry WHERE number = (SELECT entry FROM viewing WHERE id = ?)", .text(id)).first
  }

  /// Runs a change of one entry.
  ///
  /// - Parameter addsSomething: whether a film without an entry gets one.
  private func change(
    _ entry: StoredEntry?, _ movie: Movie, _ addsSomething: Bool, _ body: (EntryWriter) throws -> Void
  ) throws -> MarkOutcome {
    var outcome = MarkOutcome(
      id: entry?.id ?? movie.id, ids: [entry?.id ?? movie.id].adding(try otherIDs(of: entry?.film)),
      revision: libraryState.revision, favoritesRevision: state.revision, mark: entry?.mark ?? Mark(), note: nil)
    guard entry != nil || addsSomething else { return outcome }
    let before = libraryState.revision
    try edit { edit in
      edit.requestedID = movie.id
      let writer = try EntryWriter(edit, entry, movie)
      outcome.previousNote = writer.merged.note
      try body(writer)
    }
    let after = try entry.flatMap { try storedEntry(withKey: $0.key) } ?? storedEntry(of: movie.id, movie.film)
    outcome.changed = libraryState.revision != before
    (outcome.revision, outcome.favoritesRevision) = (libraryState.revision, state.revision)
    outcome.mark = after?.mark ?? Mark()
    outcome.note = outcome.mark.hasNote ? try after.map(merged)?.note : nil
    if let after, entry == nil {
      outcome.id = after.id
      outcome.ids = [after.id].adding(try otherIDs(of: after.film))
    }
    return outcome
  }

  func update(_ movies: [Movie]) throws {
    try learn(movies.compactMap { KnownID($0) })
    try edit { edit in
      for movie in movies {
        guard let entry = try storedEntry(of: movie.id), entry.id == movie.id else { continue }
        try edit.setMovie(movie, of: entry.key)
      }
    }
  }

  // MARK: Many entries

  func add(_ entries: [LibraryEntry], overwrite: Bool) throws -> ImportOutcome {
    var outcome = ImportOutcome()
    var results: [FilmKey: (isNew: Bool, isChanged: Bool)] = [:]
    try edit { edit in
      for entry in entries {
        let stored = try storedEntry(of: entry.movie.id, entry.movie.film)
        let writer = try EntryWriter(edit, stored, entry.movie)
        let film = try filmKey(of: writer.key)
        let isChanged = try writer.add(entry, film, overwrite: overwrite)
        results[film, default: (stored == nil, false)].isChanged = isChanged || results[film]?.isChanged == true
      }
    }
    for result in results.values {
      switch result {
      case (_, false): outcome.unchanged += 1
      case (true, true): outcome.added += 1
      case (false, true): outcome.changed += 1
      }
    }
    outcome.revision = libraryState.revision
    return outcome
  }
}
