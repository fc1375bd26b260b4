/// Writes the fields of one film in an edit, compared with what is kept of it.
struct EntryWriter {
  let edit: EntryEdit
  /// The key under which fields are written.
  let key: FilmKey
  let merged: MergedFilm
  private let movie: Movie
  private let hasEntry: Bool
  /// The film that the file knows for the id, if the film has no entry and the id does not say it.
  private let knownFilm: IMDbID?

  /// - Parameter movie: its data is stored with the first field, if the film has no entry.
  init(_ edit: EntryEdit, _ entry: StoredEntry?, _ movie: Movie) throws {
    (self.edit, self.movie) = (edit, movie)
    hasEntry = entry != nil
    key = entry?.key ?? FilmKey(movie.id)
    let film = try edit.file.filmKey(of: key)
    var records = try edit.file.keys(of: film).flatMap(edit.file.records)
    knownFilm = entry == nil && key.film == nil ? try edit.file.knownFilm(of: movie.id) : nil
    if entry == nil, film == key, let other = knownFilm ?? movie.film, key.film == nil {
      records += try edit.file.keys(of: FilmKey(other)).flatMap(edit.file.records)
    }
    merged = MergedFilm(records)
  }

  /// Removes a field under all keys that have it.
  func remove(_ field: EntryField) throws {
    for key in merged.holders[field] ?? [] { try edit.set(field, of: key, to: nil) }
  }

  private func set(_ field: EntryField, _ value: String?) throws {
    guard value != nil else { return try remove(field) }
    if !hasEntry, try !edit.file.hasMovie(key) { try edit.setMovie(movie, of: key) }
    if !hasEntry, key.film == nil, let film = movie.film ?? knownFilm,
      try edit.file.register(.film, of: key)?.value != film.description
    {
      try edit.set(.film, of: key, to: film.description)
    }
    try edit.set(field, of: key, to: value)
  }

  // MARK: One mark

  func apply(_ change: MarkEdit) throws {
    let tags = try tagChanges(change)
    if let starred = change.starred, starred != merged.mark.isStarred {
      try set(.starred, starred ? "\(change.starredAt ?? edit.time)" : nil)
    }
    if let watchlist = change.watchlist, watchlist != (merged.mark.watchlistedAt != nil) {
      try set(.watchlist, watchlist ? "\(change.watchlistedAt ?? edit.time)" : nil)
    }
    if let rating = change.ratingTenths, rating.value != merged.mark.ratingTenths {
      try set(.rating, rating.value.map { "\($0)" })
    }
    if let note = change.note, note.text != merged.note { try set(.note, note.text) }
    for (folded, name) in tags { try set(.tag(folded), name) }
  }

  /// The tags to set or to remove, by their folded names.
  private func tagChanges(_ change: MarkEdit) throws -> [(folded: String, name: String?)] {
    let before = Dictionary(uniqueKeysWithValues: merged.tags.map { ($0.folded, $0.name) })
    var after = change.tags == nil ? before : [:]
    for name in (change.tags ?? []) + change.addedTags where after[Tag.fold(name)] == nil {
      after[Tag.fold(name)] = try before[Tag.fold(name)] ?? written(name)
    }
    for name in change.removedTags { after[Tag.fold(name)] = nil }
    guard Tag.fitting(Array(after.values)).count == after.count || after.keys.allSatisfy({ before[$0] != nil }) else {
      let size = "\(Tag.maximumBytes >> 10) KiB"
      throw MovieError.invalidParams(
        "A film has at most \(Tag.maximumCount) tags, of \(size) together.",
        field: change.tags == nil ? "addTags" : "tags")
    }
    let set = after.filter { before[$0.key] == nil }.map { (folded: $0.key, name: String?.some($0.value)) }
    let removed = before.filter { after[$0.key] == nil }.map { (folded: $0.key, name: String?.none) }
    return (set + removed).sorted { $0.folded < $1.folded }
  }

  /// The name of a tag as it was first written.
  private func written(_ name: String) throws -> String {
    try edit.file.database.first("SELECT name FROM tag WHERE tag = ? LIMIT 1", .text(Tag.fold(name))) { $0.text(0) }
      ?? name
  }

  // MARK: Viewings

  /// - Returns: the viewing after the change.
  func log(_ change: ViewingEdit) throws -> Viewing {
    let id = change.id ?? (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16, width: 16) }.joined()
    let old = merged.viewings.first { $0.viewing.id == id }?.viewing
    var viewing = old ?? Viewing(id: id)
    if old == nil { viewing.date = change.today }
    if let date = change.date { viewing.date = date.value }
    if let rating = change.ratingTenths { viewing.ratingTenths = rating.value }
    if let note = change.note { viewing.note = note.text }
    if let isRewatch = change.isRewatch { viewing.isRewatch = isRewatch }
    if old == nil, merged.viewings.count >= Viewing.maximumCount {
      throw MovieError.invalidParams("A film has at most \(Viewing.maximumCount) viewings.", field: "viewing")
    }
    if viewing != old { try set(.viewing(id), viewing.fieldValue) }
    if case .set(let rating) = change.ratingTenths, rating != merged.mark.ratingTenths { try set(.rating, "\(rating)") }
    if old == nil, merged.mark.watchlistedAt != nil, !change.keepsOnWatchlist { try set(.watchlist, nil) }
    return viewing
  }

  // MARK: Adding what was imported

  /// Sets what an entry names, as far as it was never set, or in any case.
  ///
  /// - Parameter film: the key that stands for the film.
  /// - Returns: whether anything was written.
  func add(_ entry: LibraryEntry, _ film: FilmKey, overwrite: Bool) throws -> Bool {
    var hasChanged = false
    func add(_ field: EntryField, _ value: String?, _ current: String?) throws {
      guard let value, value != current, overwrite || !merged.fields.contains(field) else { return }
      try set(field, value)
      hasChanged = true
    }
    let mark = merged.mark
    try add(.starred, entry.starredAt.map { "\($0)" }, mark.starredAt.map { "\($0)" })
    try add(.watchlist, entry.watchlistedAt.map { "\($0)" }, mark.watchlistedAt.map { "\($0)" })
    let rating = entry.ratingTenths.flatMap { UserRating.isValid($0) ? $0 : nil }
    try add(.rating, rating.map { "\($0)" }, mark.ratingTenths.map { "\($0)" })
    try add(.note, entry.note.flatMap { $0.isEmpty ? nil : $0 }, merged.note)
    let tags = Dictionary(entry.tags.map { (Tag.fold($0), $0) }) { first, _ in first }
      .filter { tag in !merged.tags.contains { $0.folded == tag.key } }.sorted { $0.key < $1.key }
    let fitting = Tag.fitting(mark.tags + tags.map(\.value)).count - mark.tags.count
    for (folded, name) in tags.prefix(fitting) { try add(.tag(folded), try written(name), nil) }
    for viewing in identified(entry.viewings, film) {
      let current = merged.viewings.first { $0.viewing.id == viewing.id }?.viewing
      try add(.viewing(viewing.id), viewing.fieldValue, current?.fieldValue)
    }
    return hasChanged
  }

  /// Gives ids to viewings without one: of the viewing of that day that is there, or else one that is the same with every
  /// import, so that one that the user has deleted stays deleted.
  private func identified(_ viewings: [Viewing], _ film: FilmKey) -> [Viewing] {
    var counts: [String: Int] = [:]
    return viewings.map { viewing in
      guard viewing.id.isEmpty else { return viewing }
      let day = viewing.date ?? ""
      let index = counts[day, default: 0]
      counts[day] = index + 1
      var identified = viewing
      identified.id = StableHash.hexadecimal("\(film) \(day) \(index)")
      guard !merged.fields.contains(.viewing(identified.id)) else { return identified }
      let present = merged.viewings.filter { $0.viewing.date == viewing.date }
      if index < present.count { identified.id = present[index].viewing.id }
      return identified
    }
  }
}

extension MarkEdit.Change<String> {
  /// The text to set; nil to remove it, which an empty text does too.
  var text: String? { value.flatMap { $0.isEmpty ? nil : $0 } }
}
