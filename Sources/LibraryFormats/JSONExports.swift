import JSON

/// The export of a Trakt account: arrays of items, one file for each list.
enum TraktExport {
  /// Items about shows and episodes are left out.
  static func rows(of documents: [Document]) -> [LibraryRow] {
    let items = documents.map { ($0, $0.json.array ?? []) }
    // The lists of watched films have only the last day, which the history has too.
    let hasHistory = items.contains { $1.contains { $0["watched_at"] != nil && $0["movie"] != nil } }
    return items.flatMap { document, items in
      items.enumerated().compactMap { index, item in
        row(item, at: index + 1, in: document, hasHistory: hasHistory)
      }
    }
  }

  private static func row(_ item: JSON, at line: Int, in document: Document, hasHistory: Bool) -> LibraryRow? {
    guard let movie = item["movie"], item["last_watched_at"] == nil || !hasHistory else { return nil }
    var row = document.row(line)
    row.name(movie)
    if let watched = item["watched_at"] ?? item["last_watched_at"] {
      row[.viewing] = LibraryRow.newViewing
      row[.date] = Day.local(watched.text)
    }
    if item["rated_at"] != nil { row[.rating] = Rating.given(item["rating"]?.text ?? "") }
    if let listed = item["listed_at"] {
      row[.note] = item["notes"]?.text ?? ""
      let time = listed.text.orUnknown
      let stem = document.file.stem
      if stem.contains("favorite") {
        row[.starredAt] = time
      } else if stem.hasPrefix("lists-list-") {
        let name = stem.dropFirst("lists-list-".utf8.count).drop { $0.isNumber }.drop { $0 == "-" }
        row[.tags] = CSV.record([name.map { $0 == "-" ? " " : String($0) }.joined()])
      } else {
        row[.watchlistedAt] = time
      }
    }
    return row
  }
}

/// The backup of a Simkl account: one object, with films in the member `movies`.
enum SimklBackup {
  static func rows(of document: Document) -> [LibraryRow] {
    (document.json["movies"]?.array ?? []).enumerated().map { index, item in
      var row = document.row(index + 1)
      row.name(item["movie"] ?? .null)
      row[.rating] = Rating.given(item["user_rating"]?.text ?? "")
      let watched = item["last_watched_at"]?.text ?? ""
      let status = item["status"]?.string
      if status == "plantowatch" { row[.watchlistedAt] = (item["added_to_watchlist_at"]?.text ?? "").orUnknown }
      if status == "completed" || !watched.isEmpty { row[.viewing] = LibraryRow.newViewing }
      row[.date] = Day.local(watched)
      return row
    }
  }
}

extension LibraryRow {
  /// Takes the title, the year and the ids from an object of Trakt or Simkl.
  fileprivate mutating func name(_ movie: JSON) {
    self[.title] = movie["title"]?.text ?? ""
    self[.year] = movie["year"]?.text ?? ""
    self[.imdbId] = movie["ids"]?["imdb"]?.text ?? ""
    self[.tmdbId] = movie["ids"]?["tmdb"]?.text ?? ""
  }
}

extension JSON {
  /// The text of a string or number; empty for null.
  var text: String {
    switch self {
    case .number(let text): text
    case .null: ""
    default: string ?? "?"
    }
  }
}
