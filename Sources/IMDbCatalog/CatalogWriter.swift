import Concurrency
import MovieCore
import SearchIndex
import SectionImage

/// Writes tables as a catalog file.
///
/// The tables of a large import and the index that is built of them would not be in memory together. So the columns go
/// to the file one by one and are released, and the index of the titles, the largest part, comes last. A second thread
/// sorts the titles and collects their terms meanwhile; only one thread writes.
struct CatalogWriter {
  private var tables: IMDbTables
  private var writer: SectionFileWriter
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
    writer = SectionFileWriter(file: file)
    rows = FilmOrders.rows(self.tables.films)
    ranks = FilmOrders.inverse(rows)
  }

  /// Writes the whole file.
  consuming func write() throws(SectionImageError) {
    let titleOrders = ParallelCall {
      [titles = tables.films.titles, koreanTitles = tables.films.koreanTitles, texts = tables.texts, rows] in
      texts.bytes.withUnsafeBufferPointer { pool in
        TitleOrders(titles: titles, koreanTitles: koreanTitles, rows: rows, pool: pool)
      }
    }
    writeNumbers()
    credits = RankedCredits(
      &tables.credits, filmRanks: ranks, votes: tables.films.votes, people: tables.people.ids.count)
    write(titleOrders.join())
    // Not earlier: until then, the credits need the memory.
    let titleIndex = ParallelCall { [titles = IndexedTitles(tables, rows: rows, ranks: ranks)] in
      titles.indexBuilder()
    }
    let names = writePeople()
    writeFilmTexts(koreanNames: names.areKorean)
    tables = IMDbTables()
    writePersonIndex(names)
    if let error = writer.error { throw error }
    var titles = titleIndex.join()
    titles.finish(to: &writer)
    try writer.finish()
  }

  // MARK: Films

  private mutating func writeNumbers() {
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
    var facts = [UInt32](repeating: 0, count: CatalogFact.allCases.count)
    facts[CatalogFact.votesOfTopRated.rawValue] = minimum
    let released = zip(tables.films.votes, tables.films.years).filter { $0.0 > 0 }.map(\.1)
    facts[CatalogFact.latestYear.rawValue] = UInt32(released.max() ?? tables.films.years.max() ?? 0)
    writer.add(facts, as: CatalogSection.facts.rawValue)
  }

  private mutating func write(_ orders: TitleOrders) {
    writer.add(orders.byTitle, as: CatalogSection.filmsByTitle.rawValue)
    writer.add(orders.byKoreanTitle, as: CatalogSection.filmsByKoreanTitle.rawValue)
  }

  /// Writes the texts, the flags and the credits.
  private mutating func writeFilmTexts(koreanNames: [Bool]) {
    var ends: [UInt32] = []
    ends.reserveCapacity(rows.count)
    var flags = byRank(tables.films.areAdult).map { $0 ? FilmFlags.adult : [] }
    var size: UInt32 = 0
    /// The texts that have not been written yet. Many short ones are written together.
    var buffer: [UInt8] = []
    func append(_ text: UnsafeBufferPointer<UInt8>) {
      buffer.append(contentsOf: text)
      buffer.append(0)
      size += UInt32(text.count + 1)
    }
    var people: [Int] = []
    let texts = tables.texts
    writer.begin()
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        let title = Self.cut(tables.films.titles[row], pool)
        var original = Self.cut(tables.films.originalTitles[row], pool)
        if original.elementsEqual(title) { original = UnsafeBufferPointer(rebasing: original[..<0]) }
        let korean = Self.cut(tables.films.koreanTitles[row], pool)
        for text in [title, original, korean] { append(text) }
        if !original.isEmpty { flags[rank].insert(.foreign) }
        people.removeAll(keepingCapacity: true)
        credits.forEach(ofFilm: rank) { credit, characters in
          if credit.kind == .cast { append(Self.cut(characters, pool)) }
          // Only films with a Korean title are examined, which are few.
          if !korean.isEmpty, credit.kind != .writer, !people.contains(credit.person) { people.append(credit.person) }
        }
        let isKorean = KoreanCinema.isKorean(people: people.count, koreanNames: people.count { koreanNames[$0] })
        if isKorean { flags[rank].insert(.korean) }
        ends.append(size)
        if buffer.count >= 1 << 16 || rank + 1 == rows.count {
          buffer.withUnsafeBytes { writer.append($0) }
          buffer.removeAll(keepingCapacity: true)
        }
      }
    }
    writer.end(CatalogSection.filmTexts.rawValue, elementSize: 1)
    writer.add(ends, as: CatalogSection.filmTextEnds.rawValue)
    writer.add(flags.map(\.rawValue), as: CatalogSection.flags.rawValue)
    writer.add(credits.credits.map(\.rawValue), as: CatalogSection.credits.rawValue)
    writer.add(credits.ends, as: CatalogSection.creditEnds.rawValue)
    credits.releaseCharacters()
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

  /// Writes the index of the people, who come by rank.
  private mutating func writePersonIndex(_ names: consuming Names) {
    var builder = PersonIndexBuilder()
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
    builder.finish(to: &writer) { [credits, rows] body in
      for film in rows.indices { credits.forEachPerson(ofFilm: film) { body($0, UInt32(film)) } }
    }
    credits = RankedCredits()
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
