/// A CSV file with a header.
struct Table {
  /// The columns by name, which is trimmed and in lowercase.
  private let columns: [String: Int]
  let records: ArraySlice<CSV.Record>
  let layout: TableLayout?
  /// The name of the list, if it is one of Letterboxd's lists.
  let listName: String?

  init(_ utf8: [UInt8]) {
    var records = CSV.records(utf8)[...]
    // A list of Letterboxd begins with its own data: a title, and a table with one row.
    var listName: String?
    if records.first?.fields.first?.hasPrefix("Letterboxd list export") == true, records.count >= 3 {
      let preamble = Self.columns(records[1])
      listName = preamble["name"].flatMap { records[2].fields.indices.contains($0) ? records[2].fields[$0] : nil }
      records = records.dropFirst(3)
    }
    self.listName = listName
    columns = records.first.map(Self.columns) ?? [:]
    self.records = records.dropFirst()
    layout = TableLayout.all.first { [columns] layout in
      layout.signature.allSatisfy { names in names.contains { columns[$0] != nil } }
    }
  }

  private static func columns(_ header: CSV.Record) -> [String: Int] {
    let names = header.fields.enumerated().map { ($1.trimmingASCIIWhitespace().lowercased(), $0) }
    return Dictionary(names) { first, _ in first }
  }

  func has(_ column: String) -> Bool { columns[column] != nil }

  /// The text in a column; empty if the row is short or there is no such column.
  func text(_ column: String, _ record: CSV.Record) -> String {
    guard let index = columns[column], index < record.fields.count else { return "" }
    return record.fields[index]
  }

  /// A review, which is HTML as users have typed it: tags are often not closed.
  func review(_ record: CSV.Record) -> String { PlainText.from(text("review", record), keepsLines: true) ?? "" }
}

/// The columns by which a CSV format is recognized, and what they mean.
struct TableLayout: Sendable {
  let format: LibraryFormat
  /// One of each of these columns has to be there.
  let signature: [[String]]
  /// The columns that are copied.
  let columns: [(String, LibraryColumn)]
  /// Adds what cannot be copied.
  var complete: @Sendable (Table, CSV.Record, Document, inout LibraryRow) -> Void = { _, _, _, _ in }

  static let all: [TableLayout] = [.own, .letterboxdExport, .letterboxdList, .letterboxdImport, .imdb, .tmdb, .movary]

  /// Also the table of unmatched rows, in which a person may have left any columns.
  static let own = TableLayout(
    format: .csv,
    signature: [
      ["imdbid", "tmdbid", "title", "ids"],
      ["starredat", "watchlistedat", "viewing", "viewingrating", "viewingnote", "reason"],
    ],
    columns: LibraryColumn.allCases.map { ($0.rawValue.lowercased(), $0) })

  /// Read by `LetterboxdExport`.
  static let letterboxdExport = TableLayout(
    format: .letterboxd, signature: [["letterboxd uri"], ["name"]],
    columns: [("name", .title), ("year", .year)])

  static let letterboxdList = TableLayout(
    format: .letterboxd, signature: [["position"], ["name"], ["url"], ["description"]],
    columns: [("name", .title), ("year", .year)])

  /// What Letterboxd imports, which other programs write too: the times of a film's viewings.
  static let letterboxdImport = TableLayout(
    format: .letterboxd,
    signature: [["watcheddate", "rating10", "letterboxduri"], ["title", "imdbid", "tmdbid"]],
    columns: [
      ("title", .title), ("year", .year), ("imdbid", .imdbId), ("tmdbid", .tmdbId), ("tags", .tags),
      ("watcheddate", .date), ("rewatch", .rewatch),
    ]
  ) { table, record, _, row in
    let rating = table.text("rating10", record)
    row[.rating] = rating.isEmpty ? Rating.doubled(table.text("rating", record)) : Rating.given(rating)
    let review = table.review(record)
    // Every film in such a file counts as watched.
    row[.viewing] = LibraryRow.newViewing
    guard !row[.date].isEmpty else { return row[.note] = review }
    row[.viewingRating] = row[.rating]
    row[.viewingNote] = review
  }

  static let imdb = TableLayout(
    format: .imdb, signature: [["const"], ["title"]],
    columns: [("const", .imdbId), ("title", .title), ("year", .year), ("description", .note)]
  ) { table, record, document, row in
    row[.rating] = Rating.given(table.text(table.has("you rated") ? "you rated" : "your rating", record))
    row.isFilm = !otherTypes.contains(table.text("title type", record).lowercased().filter { $0 != " " })
    // Ratings until 2017 and check-ins have the columns of a list.
    guard table.has("created"), !document.file.stem.contains("rating") else { return }
    let day = Day.fromIMDb(table.text("created", record))
    if document.file.stem.contains("check") {
      row[.viewing] = LibraryRow.newViewing
      row[.date] = day
    } else {
      row[.watchlistedAt] = day.orUnknown
    }
  }

  /// Types of titles that are certainly no films. Any other is accepted: types are translated.
  private static let otherTypes: Set<String> = [
    "tvseries", "tvminiseries", "tvepisode", "videogame", "podcastseries", "podcastepisode",
  ]

  static let tmdb = TableLayout(
    format: .tmdb, signature: [["tmdb id"], ["your rating"]],
    columns: [("tmdb id", .tmdbId), ("imdb id", .imdbId), ("name", .title)]
  ) { table, record, _, row in
    row.isFilm = ["", "movie"].contains(table.text("type", record).lowercased())
    // The id is one of shows, which are counted apart.
    if !row.isFilm { row[.tmdbId] = "" }
    row[.year] = String(table.text("release date", record).prefix(4))
    row[.rating] = Rating.given(table.text("your rating", record))
    if row[.rating].isEmpty { row[.watchlistedAt] = String(table.text("date rated", record).prefix(10)).orUnknown }
  }

  static let movary = TableLayout(
    format: .movary, signature: [["tmdbid"], ["watchedat", "userrating", "addedat"]],
    columns: [
      ("tmdbid", .tmdbId), ("imdbid", .imdbId), ("title", .title), ("year", .year), ("watchedat", .date),
      ("comment", .viewingNote),
    ]
  ) { table, record, _, row in
    if table.has("watchedat") { row[.viewing] = LibraryRow.newViewing }
    row[.rating] = Rating.given(table.text("userrating", record))
    if table.has("addedat") { row[.watchlistedAt] = String(table.text("addedat", record).prefix(10)).orUnknown }
  }
}

extension Document {
  /// The rows of a table, as its layout says.
  var tableRows: [LibraryRow] {
    guard let table, let layout = table.layout else { return [] }
    return table.records.map { record in
      var row = row(record.line)
      row.isTruncated = record.isUnterminated
      for (name, column) in layout.columns { row[column] = table.text(name, record) }
      layout.complete(table, record, self, &row)
      return row
    }
  }
}
