/// The export of a Letterboxd account: files whose rows name films by title and year.
///
/// A row's URI names the film in some files and the entry of the diary in others. So the diary is joined to films by
/// title and year, and reviews to the diary by URI.
struct LetterboxdExport {
  /// The files, in the order in which they are read.
  private enum Kind: Int {
    case diary, reviews, ratings, watchlist, likes, watched, list
  }

  private var rows: [LibraryRow] = []
  /// Whether the diary's ratings are the only ones.
  private var isUnrated = true
  /// The rows of the diary by the URI of the entry, and by film and day.
  private var entries: [String: Int] = [:]
  /// The films in the diary.
  private var viewed: Set<String> = []
  /// The URIs of the films with a title and year.
  private var uris: [String: Set<String>] = [:]

  /// - Throws: `ambiguousList` if a file is one of several lists.
  static func rows(of documents: [Document]) throws(LibraryFileError) -> [LibraryRow] {
    var imported: [LibraryRow] = []
    var files: [(kind: Kind, document: Document, table: Table)] = []
    for document in documents {
      guard let table = document.table else { continue }
      if table.has("name") {
        files.append((try kind(of: table, document.file), document, table))
      } else {
        imported += document.tableRows
      }
    }
    var export = LetterboxdExport()
    export.isUnrated = !files.contains { $0.kind == .ratings }
    for (kind, document, table) in files.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) {
      for (row, record) in zip(document.tableRows, table.records) { export.add(row, kind, table, record) }
    }
    for index in export.rows.indices {
      export.rows[index].isAmbiguous = export.uris[Self.film(export.rows[index])].map { $0.count > 1 } ?? false
    }
    return export.rows + imported
  }

  private static func kind(of table: Table, _ file: LibraryInput.File) throws(LibraryFileError) -> Kind {
    if table.has("position") { return .list }
    if table.has("review") { return .reviews }
    if table.has("watched date") { return .diary }
    if table.has("rating") { return .ratings }
    // The columns are the same.
    if file.stem.contains("watchlist") { return .watchlist }
    if file.stem.contains("watched") { return .watched }
    if file.path.contains("likes") || file.stem.contains("like") { return .likes }
    throw .ambiguousList(file: file.name)
  }

  private static func film(_ row: LibraryRow) -> String { row[.title] + "\n" + row[.year] }

  private mutating func add(_ added: LibraryRow, _ kind: Kind, _ table: Table, _ record: CSV.Record) {
    var row = added
    let film = Self.film(row)
    let uri = table.text(kind == .list ? "url" : "letterboxd uri", record)
    if kind != .diary, kind != .reviews, !uri.isEmpty { uris[film, default: []].insert(uri) }
    let date = table.text("date", record)
    let rating = Rating.doubled(table.text("rating", record))
    switch kind {
    case .diary: addEntry(&row, uri, rating, table, record)
    case .reviews: guard addReview(&row, uri, rating, table, record) else { return }
    case .ratings: row[.rating] = rating
    case .watchlist: row[.watchlistedAt] = date.orUnknown
    case .likes: row[.starredAt] = date.orUnknown
    case .watched:
      // Its date is that of the mark, often the day on which the user signed up.
      guard !viewed.contains(film) else { return }
      row[.viewing] = LibraryRow.newViewing
    case .list:
      guard let name = table.listName, !name.isEmpty else { return }
      row[.tags] = CSV.record([name])
    }
    rows.append(row)
  }

  private mutating func addEntry(
    _ row: inout LibraryRow, _ uri: String, _ rating: String, _ table: Table, _ record: CSV.Record
  ) {
    let film = Self.film(row)
    row[.viewing] = LibraryRow.newViewing
    row[.date] = table.text("watched date", record)
    row[.viewingRating] = rating
    row[.rewatch] = table.text("rewatch", record)
    row[.tags] = table.text("tags", record)
    if isUnrated { row[.rating] = rating }
    viewed.insert(film)
    for key in [uri, film + "\n" + row[.date]] where !key.isEmpty { entries[key] = rows.count }
  }

  /// A review belongs to an entry of the diary. Without one it is a viewing if it has a day, else a note.
  ///
  /// - Returns: whether it is a row of its own.
  private mutating func addReview(
    _ row: inout LibraryRow, _ uri: String, _ rating: String, _ table: Table, _ record: CSV.Record
  ) -> Bool {
    let review = table.review(record)
    let date = table.text("watched date", record)
    let entry = uri.isEmpty ? entries[Self.film(row) + "\n" + date] : entries[uri]
    if let entry {
      rows[entry][.viewingNote] = review
      return false
    }
    if !date.isEmpty {
      addEntry(&row, uri, rating, table, record)
      row[.viewingNote] = review
    } else {
      row[.note] = review
      row[.tags] = table.text("tags", record)
      if isUnrated { row[.rating] = rating }
    }
    return true
  }
}
