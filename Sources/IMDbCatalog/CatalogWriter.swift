import MovieCore
import SearchIndex

/// Writes tables as a catalog file.
///
/// The tables of a large import and the index that is built of them would not be in memory together. So the columns go
/// to the file one by one and are released, and the index comes last.
struct CatalogWriter {
  private var tables: IMDbTables
  private var writer: IndexFileWriter
  /// The row of each film by rank.
  private let rows: [UInt32]
  /// The rank of each film by row.
  private let ranks: [UInt32]
  private var credits = RankedCredits()

  /// A longer text is cut.
  static let maximumTextBytes = 1_024

  /// - Parameter file: empty, open for writing. It stays open.
  init(_ tables: consuming IMDbTables, to file: Int32) {
    self.tables = tables
    writer = IndexFileWriter(file: file)
    rows = FilmOrders.rows(self.tables.films)
    ranks = FilmOrders.inverse(rows)
  }

  /// Writes the whole file.
  consuming func write() throws(IndexError) {
    let votesOfTopRated = writeNumbers()
    writeTitleOrders()
    credits = RankedCredits(
      &tables.credits, filmRanks: ranks, votes: tables.films.votes, people: tables.people.ids.count)
    let names = writePeople()
    writeFilmTexts(koreanNames: names.areKorean)
    if let error = writer.error { throw error }
    var facts = [UInt32](repeating: 0, count: CatalogFact.allCases.count)
    facts[CatalogFact.votesOfTopRated.rawValue] = votesOfTopRated
    let released = zip(tables.films.votes, tables.films.years).filter { $0.0 > 0 }.map(\.1)
    facts[CatalogFact.latestYear.rawValue] = UInt32(released.max() ?? tables.films.years.max() ?? 0)
    writer.add(facts, as: CatalogSection.facts.rawValue)
    writeIndex(names)
    try writer.finish()
  }

  // MARK: Films

  /// - Returns: the votes that a film needs to be one of the top rated.
  private mutating func writeNumbers() -> UInt32 {
    let ids = byRank(tables.films.ids)
    writer.add(ids, as: CatalogSection.filmIDs.rawValue)
    writer.add(FilmOrders.byID(ids), as: CatalogSection.filmsByID.rawValue)
    tables.films.ids = []
    writer.add(byRank(tables.films.runtimes), as: CatalogSection.runtimes.rawValue)
    tables.films.runtimes = []
    writer.add(byRank(tables.films.genres).map(\.rawValue), as: CatalogSection.genres.rawValue)
    writer.add(FilmOrders.byYear(byRank(tables.films.years)), as: CatalogSection.filmsByYear.rawValue)
    let ratings = byRank(tables.films.ratings)
    tables.films.ratings = []
    writer.add(ratings, as: CatalogSection.ratings.rawValue)
    let votes = byRank(tables.films.votes)
    writer.add(votes, as: CatalogSection.votes.rawValue)
    let minimum = FilmOrders.votesOfTopRated(votes)
    writer.add(
      FilmOrders.byRating(ratings: ratings, votes: votes, minimumVotes: minimum),
      as: CatalogSection.filmsByRating.rawValue)
    return minimum
  }

  private mutating func writeTitleOrders() {
    let orders = tables.texts.bytes.withUnsafeBufferPointer { [tables, rows] pool in
      TitleOrders(films: tables.films, rows: rows, pool: pool)
    }
    writer.add(orders.byTitle, as: CatalogSection.filmsByTitle.rawValue)
    writer.add(orders.byKoreanTitle, as: CatalogSection.filmsByKoreanTitle.rawValue)
  }

  /// Writes the texts, the flags and the credits.
  private mutating func writeFilmTexts(koreanNames: [Bool]) {
    var ends: [UInt32] = []
    ends.reserveCapacity(rows.count)
    var flags = byRank(tables.films.areAdult).map { $0 ? FilmFlags.adult : [] }
    var size: UInt32 = 0
    writer.begin()
    let texts = tables.texts
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        let title = Self.cut(tables.films.titles[row], pool)
        var original = Self.cut(tables.films.originalTitles[row], pool)
        if original.elementsEqual(title) { original = UnsafeBufferPointer(rebasing: original[..<0]) }
        let korean = Self.cut(tables.films.koreanTitles[row], pool)
        for text in [title, original, korean] { size += append(text) }
        if !original.isEmpty { flags[rank].insert(.foreign) }
        var people: Set<Int> = []
        credits.forEach(ofFilm: rank) { credit, characters in
          if credit.kind == .cast { size += append(Self.cut(characters, pool)) }
          if credit.kind != .writer { people.insert(credit.person) }
        }
        let isKorean = KoreanCinema.isKorean(people: people.count, koreanNames: people.count { koreanNames[$0] })
        if !korean.isEmpty, isKorean { flags[rank].insert(.korean) }
        ends.append(size)
      }
    }
    writer.end(CatalogSection.filmTexts.rawValue, elementSize: 1)
    writer.add(ends, as: CatalogSection.filmTextEnds.rawValue)
    writer.add(flags.map(\.rawValue), as: CatalogSection.flags.rawValue)
    writer.add(credits.credits.map(\.rawValue), as: CatalogSection.credits.rawValue)
    writer.add(credits.ends, as: CatalogSection.creditEnds.rawValue)
    credits.releaseCharacters()
  }

  /// Adds a text and the zero byte after it to the current section.
  ///
  /// - Returns: the number of bytes.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    writer.append(UnsafeRawBufferPointer(text))
    withUnsafeBytes(of: UInt8(0)) { writer.append($0) }
    return UInt32(text.count + 1)
  }

  // MARK: People

  /// The names of the people by rank.
  private struct Names {
    var letters: [UInt8] = []
    var ends: [UInt32] = []
    var areKorean: [Bool] = []
  }

  private mutating func writePeople() -> Names {
    var names = Names()
    names.ends.reserveCapacity(credits.people.count)
    let ids = credits.people.map { tables.people.ids[Int($0)] }
    tables.texts.bytes.withUnsafeBufferPointer { pool in
      for row in credits.people {
        let name = Self.cut(tables.people.names[Int(row)], pool)
        names.letters.append(contentsOf: name)
        names.ends.append(UInt32(names.letters.count))
        names.areKorean.append(KoreanCinema.isKoreanName(name))
      }
    }
    tables.people = .init()
    writer.add(ids, as: CatalogSection.personIDs.rawValue)
    writer.add(FilmOrders.byID(ids), as: CatalogSection.peopleByID.rawValue)
    writer.add(names.letters, as: CatalogSection.names.rawValue)
    writer.add(names.ends, as: CatalogSection.nameEnds.rawValue)
    return names
  }

  // MARK: The index

  private mutating func writeIndex(_ names: consuming Names) {
    var builder = FilmSearchBuilder(expectedFilms: rows.count, expectedPeople: names.ends.count)
    addFilms(to: &builder)
    tables = IMDbTables()
    names.letters.withUnsafeBufferPointer { letters in
      var start = 0
      for end in names.ends {
        TextFolding.fold(UnsafeBufferPointer(rebasing: letters[start..<Int(end)]))
          .withUnsafeBufferPointer { builder.addName($0) }
        builder.endPerson()
        start = Int(end)
      }
    }
    names = Names()
    // Films and people have been added by rank.
    _ = builder.finish(to: &writer)
  }

  private mutating func addFilms(to builder: inout FilmSearchBuilder) {
    var others = tables.otherTitles.films.indices.map { index in
      UInt64(ranks[Int(tables.otherTitles.films[index])]) << 32 | UInt64(tables.otherTitles.titles[index])
    }[...]
    tables.otherTitles = .init()
    others.sort()
    let categories = IMDbGenre.allCases.map { genre in
      (IMDbGenre.Set(genre), GenreNames.searchWords(genre.name).map { Array(TextFolding.fold($0).utf8) })
    }
    let (texts, films) = (tables.texts, tables.films)
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        builder.beginFilm(year: Int(films.years[row]), popularity: films.votes[row])
        var added: [[UInt8]] = []
        func add(_ title: IMDbTables.Text, isTranslation: Bool) {
          let folded = TextFolding.fold(Self.cut(title, pool))
          guard !folded.isEmpty, !added.contains(folded) else { return }
          added.append(folded)
          folded.withUnsafeBufferPointer { builder.addTitle($0, isTranslation: isTranslation) }
        }
        add(films.titles[row], isTranslation: false)
        add(films.originalTitles[row], isTranslation: false)
        add(films.koreanTitles[row], isTranslation: true)
        while let other = others.first, other >> 32 == rank {
          add(UInt32(truncatingIfNeeded: other), isTranslation: true)
          others.removeFirst()
        }
        for (genre, words) in categories where films.genres[row].isSuperset(of: genre) {
          for word in words { word.withUnsafeBufferPointer { builder.addCategory($0) } }
        }
        for person in credits.people(ofFilm: rank) { builder.addCredit(person) }
        builder.endFilm()
      }
    }
  }

  // MARK: Parts

  private func byRank<Element>(_ column: [Element]) -> [Element] { rows.map { column[Int($0)] } }

  /// A text of the tables, cut at a scalar if it is too long.
  static func cut(_ text: IMDbTables.Text, _ pool: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let whole = IMDbTables.TextPool.text(text, in: pool)
    guard whole.count > maximumTextBytes else { return whole }
    var end = maximumTextBytes
    while end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: whole[..<end])
  }
}
