import Notes

/// A format of films that users keep. Raw values are wire names.
public enum LibraryFormat: String, CaseIterable, Sendable {
  /// The formats of this program. JSON has everything, CSV all but the films' data.
  case json, csv
  /// The export of Letterboxd, or the CSV that it imports.
  case letterboxd
  /// Ratings, watchlist and check-ins of IMDb.
  case imdb
  case trakt, tmdb, movary, simkl
  /// A diary in Markdown, Org or another text.
  case notes

  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// What an export says, row by row.
public struct LibraryFile: Sendable {
  public let format: LibraryFormat
  public let rows: [LibraryRow]
  /// The number of rows in the files, also of those that add nothing.
  public let rowCount: Int

  /// Reads an export. The format of each file is recognized by its columns or members; a name matters only where
  /// several lists have the same columns.
  ///
  /// - Parameter format: the only format to read; nil for the first of all formats that any of the files has.
  public init(_ input: LibraryInput, format: LibraryFormat? = nil) throws(LibraryFileError) {
    let documents = input.files.map(Document.init)
    // A user may have put exports of several services into one folder: only one of them is read.
    let formats = Set(documents.compactMap(\.format))
    guard let found = format ?? LibraryFormat.allCases.first(where: formats.contains) else {
      for document in documents { if case .invalid(let error) = document.content { throw error } }
      throw .unknownFormat(path: input.path)
    }
    guard formats.contains(found) else { throw .otherFormat(found, path: input.path) }
    let selected = documents.filter { $0.format == found }
    self.format = found
    switch found {
    case .json:
      for document in selected { try document.requireKnownVersion() }
      rows = selected.flatMap(\.ownRows)
    case .letterboxd: rows = try LetterboxdExport.rows(of: selected)
    case .trakt: rows = TraktExport.rows(of: selected)
    case .simkl: rows = selected.flatMap(SimklBackup.rows)
    case .notes: rows = selected.flatMap(\.diaryRows)
    case .csv, .imdb, .tmdb, .movary: rows = selected.flatMap(\.tableRows)
    }
    let tableRows = selected.reduce(0) { $0 + ($1.table?.records.count ?? 0) }
    rowCount = tableRows > 0 ? tableRows : Set(rows.map { "\($0.line) \($0.file)" }).count
  }
}

/// A file of an export, parsed.
struct Document {
  enum Content {
    case table(Table)
    case json(JSON)
    case notes(TextDocument)
    case invalid(LibraryFileError)
  }

  let file: LibraryInput.File
  let content: Content
  /// Nil if it is of no use.
  let format: LibraryFormat?

  init(_ file: LibraryInput.File) {
    self.file = file
    let text = TextEncoding.utf8(file.bytes)
    if let markup = Markup(fileName: file.name) {
      content = .notes(TextDocument(String(decoding: text, as: UTF8.self), markup))
      format = .notes
    } else if let first = text.first(where: { !$0.isJSONWhitespace }), "{[".utf8.contains(first) {
      do throws(JSONError) {
        let json = try JSON.parse(text, maximumValues: Self.maximumValues)
        content = .json(json)
        format = Self.format(of: json)
      } catch {
        content = .invalid(.invalidJSON(file: file.name, reason: "\(error.description) at byte \(error.offset)"))
        format = nil
      }
    } else {
      let table = Table(text)
      content = .table(table)
      // What the user has deleted is in Letterboxd's export too.
      let isDeleted = table.layout?.format == .letterboxd && file.path.contains("deleted")
      format = isDeleted ? nil : table.layout?.format
    }
  }

  /// A value takes a hundred bytes.
  private static let maximumValues = 10_000_000

  private static func format(of json: JSON) -> LibraryFormat? {
    if json["format"]?.string == LibraryDocument.name { return .json }
    if json["movies"]?.array != nil { return .simkl }
    let members = ["watched_at", "last_watched_at", "rated_at", "listed_at"]
    let items = json.array?.prefix(100) ?? []
    return items.contains { item in members.contains { item[$0] != nil } } ? .trakt : nil
  }

  func row(_ line: Int) -> LibraryRow { LibraryRow(file: file.name, line: line) }

  var table: Table? { if case .table(let table) = content { table } else { nil } }

  var json: JSON { if case .json(let json) = content { json } else { .null } }
}
