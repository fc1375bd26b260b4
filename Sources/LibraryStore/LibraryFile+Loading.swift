/// Reads the entries into memory (`EntryTable`): in steps, because a hundred thousand take a tenth of a second, for which
/// no request should wait.
///
/// Every change, by whichever process, is applied to the entries in memory, also to those that no step has read yet. So
/// each step continues after the rows of the one before, although the file has changed meanwhile: a row that was written
/// since then is in memory already.
extension LibraryFile {
  /// Replaces the entries in memory by the first of the file.
  ///
  /// - Parameters:
  ///   - total: the number of rows.
  ///   - all: whether to read all of them.
  func startLoading(_ total: Int, all: Bool) throws {
    var snapshot = EntryTable.Snapshot()
    snapshot.reserveCapacity(total)
    lastLoaded = .min
    var isComplete: Bool
    repeat {
      let step = try readEntries()
      for entry in step.entries { snapshot.apply(.kept(entry)) }
      isComplete = step.isLast
    } while all && !isComplete
    snapshot.isComplete = isComplete
    entries.replace(with: snapshot)
  }

  /// Adds the next entries to those in memory. To be called in a snapshot.
  func continueLoading() throws {
    guard !entries.isComplete else { return }
    let step = try readEntries()
    // A later change of an entry is in memory already.
    entries.add(step.entries.filter { entries.entry(of: $0.id) == nil }, isComplete: step.isLast)
    if step.isLast { try countEntries(&state, &libraryState) }
  }

  /// Adds the entries of these movies to those in memory, unless all are there.
  func loadEntries(of ids: [MovieID], _ films: [IMDbID]) throws {
    guard !entries.isComplete else { return }
    let stored =
      try ids.filter { entries.entry(of: $0) == nil }.map { try storedEntry(of: $0) }
      + films.filter { entries.entry(of: $0) == nil }.map { try storedEntry(ofFilm: $0) }
    entries.add(try stored.compactMap(\.self).map(tableEntry), isComplete: false)
  }

  /// An entry as it is in memory.
  func tableEntry(_ stored: StoredEntry) throws -> EntryTable.Entry {
    EntryTable.Entry(id: stored.id, film: stored.film, otherIDs: try otherIDs(of: stored.film), mark: stored.mark)
  }

  private func readEntries() throws -> (entries: [EntryTable.Entry], isLast: Bool) {
    let first = lastLoaded
    let rows = try database.all(
      "SELECT \(StoredEntry.columns) FROM entry WHERE number > ? ORDER BY number LIMIT ?",
      .integer(first), .integer(entriesPerStep)
    ) { (number: $0.int(0), entry: StoredEntry($0)) }
    lastLoaded = rows.last?.number ?? first
    let known = try database.all(
      """
      SELECT known_id.id, known_id.film FROM entry CROSS JOIN known_id USING (film)
      WHERE entry.number > ? AND entry.number <= ? ORDER BY known_id.number
      """, .integer(first), .integer(lastLoaded)
    ) { row in MovieID(row.text(0)).map { (id: $0, film: row.int(1)) } }
    let otherIDs = Dictionary(grouping: known, by: \.film)
    let entries = rows.compactMap(\.entry).map { entry in
      EntryTable.Entry(
        id: entry.id, film: entry.film,
        otherIDs: entry.film.flatMap { otherIDs[Int($0.number)]?.map(\.id) } ?? [], mark: entry.mark)
    }
    return (entries, rows.count < entriesPerStep)
  }
}

/// The row of an entry, without the data of its movie.
struct StoredEntry {
  var number: Int
  var id: MovieID
  var key: FilmKey
  var film: IMDbID?
  var mark: Mark
  /// The revision of the favorites that starred it.
  var added: Int?

  static let columns = "number, entry.id, key, film, added, \(markColumns)"
  /// The columns of a mark.
  static let markColumns = "starred_at, watchlisted_at, my_rating, viewings, last_viewed, tags, has_note"
}

extension StoredEntry {
  /// Reads a row of `columns`; nil if its id has no valid form.
  init?(_ row: Row) {
    guard let id = MovieID(row.text(1)) else { return nil }
    number = row.int(0)
    self.id = id
    key = FilmKey(row.text(2))
    film = IMDbID(number: row.int(3))
    added = row.optionalInt(4)
    mark = row.mark(from: 5)
  }
}

extension Row {
  /// The column's integer; nil for NULL.
  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }
  /// The column's text; nil for NULL.
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The mark of the columns `StoredEntry.markColumns`.
  func mark(from column: Int32) -> Mark {
    var mark = Mark()
    mark.starredAt = optionalInt(column)
    mark.watchlistedAt = optionalInt(column + 1)
    mark.ratingTenths = optionalInt(column + 2)
    mark.viewings = int(column + 3)
    mark.lastViewed = optionalText(column + 4)
    if let tags = optionalText(column + 5) {
      mark.tags = Tag.fitting((try? JSON.parse(tags))?.array?.compactMap(\.string) ?? [])
    }
    mark.hasNote = int(column + 6) != 0
    return mark
  }
}
