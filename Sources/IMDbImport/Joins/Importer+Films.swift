private enum BasicsColumn: Int, DatasetColumn {
  case tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, runtimeMinutes, genres
}

private enum RatingsColumn: Int, DatasetColumn { case tconst, averageRating, numVotes }

extension Importer {
  mutating func importBasics() throws(ImportError) {
    let types = options.types.map { Array($0.utf8) }
    counts[.basics] = try TableReader<BasicsColumn>.read(.basics, folder: folder, report: report) {
      row, counts throws(ImportError) in
      guard let id = row[.tconst].identifier("tt") else { return .identifier }
      guard types.contains(where: { row[.titleType].equals($0) }) else { return .otherType }
      return try addFilm(id, row, &counts)
    }
  }

  private mutating func addFilm(
    _ id: UInt32, _ row: Row<BasicsColumn>, _ counts: inout RowCounts
  ) throws(ImportError) -> SkipReason? {
    // Any other number is a sign of shifted columns.
    let isAdult = row[.isAdult].equals("1")
    guard isAdult || row[.isAdult].equals("0") else { return .number }
    let numbers = [
      row[.startYear].optionalNumber(atMost: 9_999), row[.runtimeMinutes].optionalNumber(atMost: Int(UInt16.max)),
    ]
    for number in numbers where number == nil { counts.dropValue() }
    if isAdult, !options.includesAdult { return .adult }
    let original = row[.originalTitle]
    let title = row[.primaryTitle].isMissing ? original : row[.primaryTitle]
    if title.isMissing { return .untitled }
    guard title.isText, original.isText else { return .text }
    guard films.row(of: id) == nil else { return .duplicate }
    let text = try add(title)
    guard text != 0 else { return .untitled }
    _ = films.insert(id, row: UInt32(tables.films.count))
    var film = FilmTables.Film(id: id, title: text)
    film.originalTitle = original.isMissing || original.equals(title) ? text : try add(original)
    (film.year, film.runtime) = (UInt16(numbers[0] ?? 0), UInt16(numbers[1] ?? 0))
    (film.genres, film.isAdult) = (genres(row[.genres]), isAdult)
    tables.films.append(film)
    return nil
  }

  private func genres(_ field: Field) -> IMDbGenre.Set {
    var genres: IMDbGenre.Set = []
    field.forEachElement { name in
      guard let index = genreNames.firstIndex(where: { name.equals($0) }) else { return }
      genres.insert(IMDbGenre.Set(number: index))
    }
    return genres
  }

  mutating func importRatings() throws(ImportError) {
    counts[.ratings] = try TableReader<RatingsColumn>.read(.ratings, folder: folder, report: report) {
      row, _ throws(ImportError) in
      guard let id = row[.tconst].identifier("tt") else { return .identifier }
      guard let film = films.row(of: id).map({ Int($0) }) else { return .otherTitle }
      guard let rating = row[.averageRating].tenths, let votes = row[.numVotes].number.flatMap(UInt32.init(exactly:))
      else { return .number }
      guard tables.films[film].rating == 0 else { return .duplicate }
      (tables.films[film].rating, tables.films[film].votes) = (rating, votes)
      return nil
    }
  }

  mutating func removeFilmsWithFewVotes() {
    let count = tables.films.count
    tables.films.removeAll { Int($0.votes) < options.minimumVotes }
    counts[.basics]?.skipLater(.fewVotes, count - tables.films.count)
    films = IDTable()
    for (row, film) in tables.films.enumerated() { _ = films.insert(film.id, row: UInt32(row)) }
  }
}
