import Concurrency
import SearchIndex
import SectionImage
import Text

/// Writes tables as the image of a local catalog. Those of a large import and the index would not be in memory
/// together: the columns go to the file one by one, and the index of the titles, the largest part, comes last.
/// Meanwhile a second thread sorts the titles and collects their terms.
public struct CatalogWriter {
  private var tables: FilmTables
  private var writer: SectionWriter
  private let rows: [UInt32]
  private let ranks: [UInt32]
  private var credits = RankedCredits()

  public static let maximumTextBytes = 1_024

  /// - Parameter file: empty, open for writing. It stays open. Nil to write into memory.
  public init(_ tables: consuming FilmTables, to file: Int32? = nil) {
    self.tables = tables
    writer = SectionWriter(file: file)
    rows = FilmPermutations.byRank(self.tables.films)
    ranks = FilmPermutations.inverse(rows)
  }

  public consuming func write() throws(SectionImageError) {
    writeSections()
    try writer.finish()
  }

  public consuming func image() throws(SectionImageError) -> SectionImage {
    writeSections()
    return try writer.image()
  }

  private mutating func writeSections() {
    let orders = ParallelCall {
      [titles = tables.films.titles, translations = tables.films.translatedTitles, texts = tables.texts, rows] in
      texts.bytes.withUnsafeBufferPointer { pool in
        FilmPermutations.byTitle(titles, translations, rows: rows, pool: pool)
      }
    }
    writeNumbers()
    writeCodes()
    writeOverviews()
    credits = RankedCredits(
      &tables.credits, filmRanks: ranks, votes: tables.films.votes, people: tables.people.names.count)
    for (language, order) in orders.join().enumerated() {
      writer.add(order, as: TranslatedSection.filmsByTitle.section(language))
    }
    // Not earlier: until then, the credits need the memory.
    let titleIndex = ParallelCall { [titles = IndexedTitles(tables, rows: rows, ranks: ranks)] in
      titles.indexBuilder()
    }
    let names = writePeople()
    writeFilmTexts(koreanNames: names.areKorean)
    tables = FilmTables()
    writePersonIndex(names.columns)
    var titles = titleIndex.join()
    // After an error nothing more is written, and the rest would take long.
    if writer.error == nil { titles.finish(to: &writer) }
  }

  // MARK: Films

  private mutating func writeNumbers() {
    let ids = byRank(tables.films.ids)
    writer.add(ids, as: CatalogSection.filmIDs.rawValue)
    writer.add(FilmPermutations.byID(ids), as: CatalogSection.filmsByID.rawValue)
    tables.films.ids = []
    writer.add(byRank(tables.films.runtimes), as: CatalogSection.runtimes.rawValue)
    tables.films.runtimes = []
    writer.add(byRank(tables.films.genres).map(\.rawValue), as: CatalogSection.genres.rawValue)
    writer.add(FilmPermutations.byYear(byRank(tables.films.years)), as: CatalogSection.filmsByYear.rawValue)
    let ratings = byRank(tables.films.ratings)
    tables.films.ratings = []
    writer.add(ratings, as: CatalogSection.ratings.rawValue)
    let votes = byRank(tables.films.votes)
    writer.add(votes, as: CatalogSection.votes.rawValue)
    let minimum = FilmPermutations.votesOfTopRated(votes)
    writer.add(
      FilmPermutations.byRating(ratings: ratings, votes: votes, minimumVotes: minimum),
      as: CatalogSection.filmsByRating.rawValue)
    var facts = [UInt32](repeating: 0, count: CatalogFact.allCases.count)
    facts[CatalogFact.votesOfTopRated.rawValue] = minimum
    let released = zip(tables.films.votes, tables.films.years).filter { $0.0 > 0 }.map(\.1)
    facts[CatalogFact.latestYear.rawValue] = UInt32(released.max() ?? tables.films.years.max() ?? 0)
    writer.add(facts, as: CatalogSection.facts.rawValue)
  }

  private mutating func writeCodes() {
    let languages = tables.films.languages.isEmpty ? [] : byRank(tables.films.languages)
    writer.add(languages.map(\.rawValue), as: CatalogSection.languages.rawValue)
    let countries = tables.films.countries.isEmpty ? [] : byRank(tables.films.countries)
    writer.add(countries.joined().map(\.rawValue), as: CatalogSection.countries.rawValue)
    var end: UInt32 = 0
    let ends = countries.map { codes in
      end += UInt32(codes.count)
      return end
    }
    writer.add(ends, as: CatalogSection.countryEnds.rawValue)
    tables.films.countries = []
  }

  private mutating func writeOverviews() {
    for (language, overviews) in ([tables.films.overviews] + tables.films.translatedOverviews).enumerated() {
      let column = TextColumn(overviews.isEmpty ? [] : byRank(overviews), in: tables.texts)
      column.add(to: &writer, as: .overviews, .overviewEnds, language)
    }
  }

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
        append(title)
        append(original)
        for translations in tables.films.translatedTitles { append(Self.cut(translations[row], pool)) }
        people.removeAll(keepingCapacity: true)
        // Only films with a title in Korean are examined, which are few.
        let mayBeKorean = tables.films.translatedTitles[KoreanCinema.language - 1][row] != 0
        credits.forEach(ofFilm: rank) { credit, characters in
          if credit.kind == .cast { append(Self.cut(characters, pool)) }
          guard mayBeKorean, credit.kind == .cast || credit.kind == .director else { return }
          if !people.contains(credit.person) { people.append(credit.person) }
        }
        if tables.films.languages.isEmpty {
          if !original.isEmpty { flags[rank].insert(.foreign) }
          let isKorean = KoreanCinema.isKorean(people: people.count, koreanNames: people.count { koreanNames[$0] })
          if isKorean { flags[rank].insert(.korean) }
        } else {
          if tables.films.languages[row] != TwoLetterCode("en") { flags[rank].insert(.foreign) }
          if tables.films.languages[row] == TwoLetterCode("ko") { flags[rank].insert(.korean) }
        }
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

  private mutating func writePeople() -> (columns: [TextColumn], areKorean: [Bool]) {
    let people = tables.people
    func byRank<Element>(_ column: [Element]) -> [Element] {
      column.isEmpty ? [] : credits.people.map { column[Int($0)] }
    }
    let ids = byRank(people.ids)
    let columns = ([people.names] + people.translatedNames).map { TextColumn(byRank($0), in: tables.texts) }
    tables.people = .init()
    writer.add(ids, as: CatalogSection.personIDs.rawValue)
    writer.add(FilmPermutations.byID(ids), as: CatalogSection.peopleByID.rawValue)
    writer.add(byRank(people.birthYears), as: CatalogSection.birthYears.rawValue)
    writer.add(byRank(people.deathYears), as: CatalogSection.deathYears.rawValue)
    for (language, names) in columns.enumerated() { names.add(to: &writer, as: .names, .nameEnds, language) }
    return (columns, credits.people.indices.map { columns[0].withText($0, KoreanCinema.isKoreanName) })
  }

  /// Writes the index of the people, who come by rank, with their names in each language.
  private mutating func writePersonIndex(_ names: [TextColumn]) {
    var builder = PersonIndexBuilder()
    for person in credits.people.indices {
      for column in names where !column.isEmpty {
        let folded = column.withText(person) { TextFolding.fold($0) }
        if !folded.isEmpty { folded.withUnsafeBufferPointer { builder.addName($0) } }
      }
      builder.endPerson()
    }
    builder.finish(to: &writer) { [credits, rows] body in
      for film in rows.indices { credits.forEachPerson(ofFilm: film) { body($0, UInt32(film)) } }
    }
    credits = RankedCredits()
  }

  // MARK: Parts

  private func byRank<Element>(_ column: [Element]) -> [Element] { rows.map { column[Int($0)] } }

  /// A text of the tables, cut at a scalar if it is too long.
  static func cut(_ text: FilmTables.Text, _ pool: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let whole = FilmTables.TextPool.text(text, in: pool)
    guard whole.count > maximumTextBytes else { return whole }
    var end = maximumTextBytes
    while end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: whole[..<end])
  }
}
