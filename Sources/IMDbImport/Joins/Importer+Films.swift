import CatalogImage
import Platform

private enum BasicsColumn: Int, DatasetColumn {
  case tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, runtimeMinutes, genres
}

private enum RatingsColumn: Int, DatasetColumn {
  case tconst, averageRating, numVotes
}

extension Importer {
  /// Reads the films.
  mutating func importBasics() throws(ImportError) {
    let types = options.types.map { Array($0.utf8) }
    counts[.basics] = try TableReader<BasicsColumn>.read(.basics, folder: folder, monitor: monitor) {
      row, counts throws(ImportError) in
      guard let id = row[.tconst].identifier("tt") else { return .identifier }
      guard types.contains(where: { row[.titleType].equals($0) }) else { return .otherType }
      return try addFilm(id, row, &counts)
    }
  }

  /// Returns why the film is not kept; nil if it is.
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

  /// Leaves out genres that are not in `IMDbGenre.names`.
  private func genres(_ field: Field) -> IMDbGenre.Set {
    var genres: IMDbGenre.Set = []
    field.forEachElement { name in
      guard let index = genreNames.firstIndex(where: { name.equals($0) }) else { return }
      genres.insert(IMDbGenre.Set(number: index))
    }
    return genres
  }

  /// Reads the ratings of the films.
  mutating func importRatings() throws(ImportError) {
    counts[.ratings] = try TableReader<RatingsColumn>.read(.ratings, folder: folder, monitor: monitor) {
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

  /// Removes films that the ratings show to have too few votes, and their texts.
  mutating func removeFilmsWithFewVotes() {
    let old = tables
    tables = FilmTables()
    films = IDTable()
    for film in old.films.ids.indices where Int(old.films.votes[film]) >= options.minimumVotes {
      _ = films.insert(old.films.ids[film], row: UInt32(tables.films.ids.count))
      let title = tables.texts.copy(old.films.titles[film], of: old.texts)
      let isOriginal = old.films.originalTitles[film] == old.films.titles[film]
      tables.films.ids.append(old.films.ids[film])
      tables.films.years.append(old.films.years[film])
      tables.films.runtimes.append(old.films.runtimes[film])
      tables.films.genres.append(old.films.genres[film])
      tables.films.areAdult.append(old.films.areAdult[film])
      tables.films.ratings.append(old.films.ratings[film])
      tables.films.votes.append(old.films.votes[film])
      tables.films.titles.append(title)
      tables.films.originalTitles.append(
        isOriginal ? title : tables.texts.copy(old.films.originalTitles[film], of: old.texts))
      for language in tables.films.translatedTitles.indices { tables.films.translatedTitles[language].append(0) }
    }
    counts[.basics]?.skipLater(.fewVotes, old.films.ids.count - tables.films.ids.count)
  }
}

extension FilmTables.TextPool {
  /// Adds a text of another pool, which has no more texts than this one has room for.
  fileprivate mutating func copy(_ text: FilmTables.Text, of other: Self) -> FilmTables.Text {
    other.bytes.withUnsafeBufferPointer { bytes in
      add(UnsafeBufferPointer(rebasing: bytes[Int(text)...].prefix { $0 != 0 })) ?? 0
    }
  }
}
