import Platform

/// A column of the library's own CSV form, in the order in which it is written. Raw values are the header.
public enum LibraryColumn: String, CaseIterable, Sendable {
  /// Movie ids, separated by spaces.
  case ids
  case imdbId, tmdbId, title, year
  /// A day, a time with its zone, or `unknown`.
  case starredAt, watchlistedAt
  /// 0.5 to 10, in steps of 0.5.
  case rating
  case note
  /// A CSV record: tags that contain a comma are quoted.
  case tags
  /// The id of a viewing, or `new`; a row without one is about the film only.
  case viewing
  /// A day.
  case date
  case viewingRating, viewingNote
  /// `true` or empty.
  case rewatch
}

/// A row of a file about one film: one viewing, what is kept beside the viewings, or both. All formats are read as such
/// rows. The cells are checked by `content`, so that those that are invalid can be shown to the user.
public struct LibraryRow: Hashable, Sendable {
  /// The name of the file in its archive or folder.
  public var file: String
  /// The line where the row begins, from 1; in JSON, the position of the item.
  public var line: Int
  /// The film's data; nil if the file has only its title and ids.
  public var movie: Movie?
  /// False if the file says that it is a series, an episode or a game.
  public var isFilm = true
  /// Whether the file has another film of this title and year.
  public var isAmbiguous = false
  /// Whether the file ends inside of the row.
  public var isTruncated = false
  private var cells: [LibraryColumn: String] = [:]

  /// The text in the column `viewing` for a viewing without an id.
  public static let newViewing = "new"

  public init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  /// The text of a cell; empty if there is none. Only notes keep the white space around them.
  public subscript(column: LibraryColumn) -> String {
    get { cells[column] ?? "" }
    set {
      let line = CleanText.line(newValue, upTo: .max)
      cells[column] = column == .note || column == .viewingNote ? line.map { _ in CleanText.note(newValue) } : line
    }
  }

  /// A cell that is invalid.
  public struct Malformed: Error { public let column: LibraryColumn }

  /// The film, as the file names it.
  public struct Film: Hashable, Sendable {
    /// The film's data, if the file has it.
    public var movie: Movie?
    /// As this program knows it.
    public var ids: [MovieID] = []
    public var imdb: IMDbID?
    /// Its id at TMDB, which may be unknown here.
    public var tmdb: MovieID?
    public var title: String?
    public var year: Int?
  }

  /// Reads all cells.
  public func content() throws(Malformed) -> (film: Film, fields: EntryFields) {
    var film = Film()
    film.movie = movie
    film.title = text(.title)
    film.year = try value(.year) { Int($0).flatMap { Movie.years.contains($0) ? $0 : nil } }
    film.ids = try value(.ids, Self.movieIDs) ?? []
    film.tmdb = try value(.tmdbId) { Int($0).map { MovieID(catalog: "tmdb", native: String($0)) } }
    film.imdb = try value(.imdbId, Self.imdb) ?? film.ids.lazy.compactMap(\.film).first
    guard !isTruncated, film.title != nil || film.imdb != nil || film.tmdb != nil || !film.ids.isEmpty else {
      throw Malformed(column: .title)
    }
    var fields = EntryFields()
    fields.starredAt = try value(.starredAt, Self.time)
    fields.watchlistedAt = try value(.watchlistedAt, Self.time)
    fields.ratingTenths = try value(.rating, Self.tenths)
    fields.note = try value(.note, Self.note)
    fields.tags = try value(.tags, Self.tags) ?? []
    if let id = text(.viewing) {
      var viewing = Viewing(id: id == Self.newViewing ? "" : id)
      viewing.date = try value(.date) { CalendarDay.isDay($0) ? $0 : nil }
      viewing.ratingTenths = try value(.viewingRating, Self.tenths)
      viewing.note = try value(.viewingNote, Self.note)
      viewing.isRewatch = ["true", "yes", "1"].contains(self[.rewatch].lowercased())
      fields.viewings = [viewing]
    }
    return (film, fields)
  }

  private func text(_ column: LibraryColumn) -> String? { cells[column] }

  private func value<Value>(_ column: LibraryColumn, _ read: (String) -> Value?) throws(Malformed) -> Value? {
    guard let text = cells[column] else { return nil }
    guard let value = read(text) else { throw Malformed(column: column) }
    return value
  }

  private static func movieIDs(_ text: String) -> [MovieID]? {
    let ids = text.split(separator: " ").map { MovieID(String($0)) }
    return ids.contains(nil) ? nil : ids.compactMap(\.self)
  }

  /// IMDb's id, also without its letters.
  private static func imdb(_ text: String) -> IMDbID? {
    IMDbID(text) ?? (text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text).flatMap { IMDbID(number: $0) } : nil)
  }

  /// A decimal comma is a point. The standard library reads numbers without the user's locale.
  private static func tenths(_ text: String) -> Int? {
    guard let value = Double(String(text.map { $0 == "," ? "." : $0 })), (0...10).contains(value),
      UserRating.isValid(UserRating.tenths(value)), Double(UserRating.tenths(value)) == value * 10
    else { return nil }
    return UserRating.tenths(value)
  }

  private static func tags(_ text: String) -> [String]? {
    let tags = CSV.fields(text)
    return tags.allSatisfy { $0.count <= Tag.maximumLength } ? tags : nil
  }

  private static func note(_ text: String) -> String? { text.utf8.count <= Note.maximumBytes ? text : nil }

  /// A day is its noon in UTC, which is on the same day in nearly all time zones.
  private static func time(_ text: String) -> Int? {
    if text.lowercased() == "unknown" { return EntryFields.unknownTime }
    return Timestamp.milliseconds(CalendarDay.isDay(text) ? text + "T12:00:00Z" : text)
  }
}
