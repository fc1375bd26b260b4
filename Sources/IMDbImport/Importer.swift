/// Joins IMDb's files into the tables of a catalog. Reads each file once, as a stream.
public struct Importer: ~Copyable {
  let folder: String
  let options: ImportOptions
  let report: (Progress) -> Void
  var tables = FilmTables()
  var films = IDTable()
  var people = IDTable()
  var counts: [Dataset: RowCounts] = [:]
  let genreNames = IMDbGenre.names.map { Array($0.utf8) }

  /// - Parameter progress: is called on the thread of the import, after each MiB of text.
  public init(folder: String, options: ImportOptions, progress: @escaping (Progress) -> Void) {
    (self.folder, self.options) = (folder, options)
    report = progress
  }

  public struct Report: Sendable {
    public var films = 0
    public var people = 0
    public var credits = 0
    /// Ids of people in the credits that `name.basics` does not have.
    public var unknownPeople = 0
    /// By file. Files that are not in the folder have none.
    public var counts: [Dataset: RowCounts] = [:]
  }

  /// Reads all files, or throws why one cannot be read to its end, or that no film is left.
  public consuming func run() throws(ImportError) -> (tables: FilmTables, report: Report) {
    try importBasics()
    if has(.ratings) { try importRatings() }
    if options.minimumVotes > 0 { removeFilmsWithFewVotes() }
    guard !tables.films.isEmpty else { throw .noFilms }
    tables.translatedTitles = tables.translatedTitles.map { _ in Array(repeating: 0, count: tables.films.count) }
    if has(.akas) { try importTitles() }
    var report = Report()
    // Credits without names are of no use.
    if has(.names) {
      if has(.crew) { try importCrew() }
      if has(.principals) { try importPrincipals() }
      try importNames()
      report.unknownPeople = removeUnknownPeople()
    }
    report.films = tables.films.count
    report.people = tables.people.count
    report.credits = tables.credits.count
    report.counts = counts
    return (tables, report)
  }

  func has(_ dataset: Dataset) -> Bool { InputFile.exists(dataset, folder: folder) }

  /// Adds a clean text of one line to the tables. Returns its position; 0 if nothing is left of it.
  mutating func add(_ text: Field) throws(ImportError) -> FilmTables.Text {
    guard text.bytes.mayBeUnclean else { return try add(text.bytes) }
    var clean = text.bytes.cleanLine
    let result = clean.withUTF8 { utf8 in Result { () throws(ImportError) in try add(utf8) } }
    return try result.get()
  }

  private mutating func add(_ utf8: UnsafeBufferPointer<UInt8>) throws(ImportError) -> FilmTables.Text {
    guard let position = tables.texts.add(utf8) else { throw .tooMuchText }
    return position
  }
}
