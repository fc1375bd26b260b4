import CatalogImage
import Platform

private enum BasicsColumn: Int, DatasetColumn {
  case tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, runtimeMinutes, genres
}

private enum RatingsColumn: Int, DatasetColumn {
  case tconst, averageRating, numVotes
}

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
    _ = films.insert(id, row: UInt32(tables.films.ids.count))
    let originalText = original.isMissing || original.equals(title) ? text : try add(original)
    tables.films.ids.append(id)
    tables.films.years.append(UInt16(numbers[0] ?? 0))
    tables.films.runtimes.append(UInt16(numbers[1] ?? 0))
    tables.films.genres.append(genres(row[.genres]))
    tables.films.areAdult.append(isAdult)
    tables.films.ratings.append(0)
    tables.films.votes.append(0)
    tables.films.titles.append(text)
    tables.films.originalTitles.append(originalText)
    for language in tables.films.translatedTitles.indices { tables.films.translatedTitles[language].append(0) }
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
      guard tables.films.ratings[film] == 0 else { return .duplicate }
      tables.films.ratings[film] = rating
      tables.films.votes[film] = votes
      return nil
    }
  }

  mutating func removeFilmsWithFewVotes() {
    let kept = tables.films.ids.indices.filter { Int(tables.films.votes[$0]) >= options.minimumVotes }
    counts[.basics]?.skipLater(.fewVotes, tables.films.ids.count - kept.count)
    tables.films.keep(kept)
    films = IDTable()
    for (row, id) in tables.films.ids.enumerated() { _ = films.insert(id, row: UInt32(row)) }
  }
}
