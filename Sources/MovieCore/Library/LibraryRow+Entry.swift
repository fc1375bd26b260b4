extension LibraryRow {
  /// What is kept about a film as rows: one for what is kept beside the viewings, if there is anything, and one for each
  /// viewing.
  public static func rows(of entry: LibraryEntry) -> [LibraryRow] {
    var film = LibraryRow(file: "", line: 0)
    film.name(entry.movie, ids: entry.ids)
    var row = film
    row[.starredAt] = entry.starredAt.map(time) ?? ""
    row[.watchlistedAt] = entry.watchlistedAt.map(time) ?? ""
    row[.rating] = entry.ratingTenths.map(text) ?? ""
    row[.note] = entry.note ?? ""
    row[.tags] = CSV.record(entry.tags)
    let viewings = entry.viewings.map { viewing in
      var row = film
      row[.viewing] = viewing.id
      row[.date] = viewing.date ?? ""
      row[.viewingRating] = viewing.ratingTenths.map(text) ?? ""
      row[.viewingNote] = viewing.note ?? ""
      row[.rewatch] = viewing.isRewatch ? "true" : ""
      return row
    }
    return (row == film ? [] : [row]) + viewings
  }

  /// Sets the cells that name the film.
  public mutating func name(_ movie: Movie, ids: [MovieID]) {
    self[.ids] = ([movie.id] + ids.filter { $0 != movie.id }).map(\.description).joined(separator: " ")
    self[.imdbId] = movie.film?.description ?? ""
    self[.tmdbId] = ([movie.id] + ids).first { $0.catalog == "tmdb" }?.native ?? ""
    self[.title] = movie.title
    self[.year] = movie.year.map(String.init) ?? ""
  }

  /// A time as a cell has it.
  public static func time(_ milliseconds: Int) -> String {
    milliseconds == EntryFields.unknownTime ? "unknown" : Timestamp.iso8601(milliseconds)
  }

  private static func text(tenths: Int) -> String {
    tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}

/// A row whose film is not found.
public struct UnmatchedRow: Sendable {
  /// Raw values are wire names.
  public enum Reason: String, CaseIterable, Sendable {
    /// No catalog has a film of this title and year, or the row is about no film.
    case noFilm
    /// Several films have this title and year.
    case severalFilms
    /// The row names no film, or a cell is invalid.
    case malformed
  }

  public var row: LibraryRow
  public var reason: Reason
  /// Films that it may be, the best first.
  public var candidates: [Movie]

  public init(row: LibraryRow, reason: Reason, candidates: [Movie] = []) {
    (self.row, self.reason, self.candidates) = (row, reason, candidates)
  }
}
