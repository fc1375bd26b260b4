import Concurrency

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
    ranks = FilmPermutations.inverse(rows, count: rows.count)
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
    let titles = IndexedTitles(tables, rows: rows, ranks: ranks)
    let orders = ParallelCall { titles.orders() }
    writeNumbers()
    writeCodes()
    for (language, overviews) in ([tables.overviews] + tables.translatedOverviews).enumerated() {
      add(texts(overviews.isEmpty ? [] : byRank(overviews)), as: .overviews, .overviewEnds, language)
    }
    credits = RankedCredits(
      &tables.credits, filmRanks: ranks, votes: byRank(tables.films).map(\.votes), people: tables.people.count)
    for (language, order) in orders.join().enumerated() {
      writer.add(order, as: TranslatedSection.filmsByTitle.section(language))
    }
    // Not earlier: until then, the credits need the memory.
    let titleIndex = ParallelCall { titles.indexBuilder() }
    let names = writePeople()
    let areKoreanNames = names[0].elements.withUnsafeBufferPointer { letters in
      credits.people.indices.map { KoreanCinema.isKoreanName(.init(rebasing: letters[names[0].range(of: $0)])) }
    }
    writeFilmTexts(areKoreanNames: areKoreanNames)
    tables = FilmTables()
    writePersonIndex(names)
    var index = titleIndex.join()
    // After an error nothing more is written, and the rest would take long.
    if writer.error == nil { index.finish(to: &writer, as: .titles) }
  }

  // MARK: Films

  private mutating func writeNumbers() {
    let films = byRank(tables.films)
    add(films.map(\.id), as: .filmIDs)
    add(FilmPermutations.byID(films.map(\.id)), as: .filmsByID)
    add(films.map(\.runtime), as: .runtimes)
    add(films.map(\.genres.rawValue), as: .genres)
    let years = films.map(\.year)
    writer.add(years, as: FilmArray.years.rawValue)
    add(FilmPermutations.byYear(years), as: .filmsByYear)
    let (ratings, votes) = (films.map(\.rating), films.map(\.votes))
    add(ratings, as: .ratings)
    add(votes, as: .votes)
    var facts = [UInt32](repeating: 0, count: CatalogFact.allCases.count)
    let minimum = FilmPermutations.votesOfTopRated(votes)
    facts[CatalogFact.votesOfTopRated.rawValue] = minimum
    facts[CatalogFact.latestYear.rawValue] = UInt32(
      films.lazy.filter { $0.votes > 0 }.map(\.year).max() ?? years.max() ?? 0)
    add(facts, as: .facts)
    add(FilmPermutations.byRating(ratings: ratings, votes: votes, minimumVotes: minimum), as: .filmsByRating)
  }

  private mutating func writeCodes() {
    add(hasLanguages ? byRank(tables.films).map(\.language.rawValue) : [], as: .languages)
    var countries = Lists<UInt16>()
    for codes in tables.countries.isEmpty ? [] : byRank(tables.countries) {
      countries.elements += codes.map(\.rawValue)
      countries.endList()
    }
    countries.add(to: &writer, as: CatalogSection.countries.rawValue, ends: CatalogSection.countryEnds.rawValue)
  }

  private var hasLanguages: Bool { tables.films.contains { $0.language.rawValue != 0 } }

  private mutating func writeFilmTexts(areKoreanNames: [Bool]) {
    var ends: [UInt32] = []
    ends.reserveCapacity(rows.count)
    var flags = byRank(tables.films).map { $0.isAdult ? FilmFlags.adult : [] }
    let hasLanguages = hasLanguages
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
        let film = tables.films[row]
        let title = Self.cut(film.title, pool)
        var original = Self.cut(film.originalTitle, pool)
        if original.elementsEqual(title) { original = UnsafeBufferPointer(rebasing: original[..<0]) }
        append(title)
        append(original)
        for translations in tables.translatedTitles { append(Self.cut(translations[row], pool)) }
        people.removeAll(keepingCapacity: true)
        // Only films with a title in Korean are examined, which are few.
        let mayBeKorean = tables.translatedTitles[KoreanCinema.language - 1][row] != 0
        credits.forEach(ofFilm: rank) { credit, characters in
          if credit.kind == .cast { append(Self.cut(characters, pool)) }
          guard mayBeKorean, credit.kind == .cast || credit.kind == .director else { return }
          if !people.contains(credit.person) { people.append(credit.person) }
        }
        if !hasLanguages {
          if !original.isEmpty { flags[rank].insert(.foreign) }
          let isKorean = KoreanCinema.isKorean(people: people.count, koreanNames: people.count { areKoreanNames[$0] })
          if isKorean { flags[rank].insert(.korean) }
        } else {
          if film.language != TwoLetterCode("en") { flags[rank].insert(.foreign) }
          if film.language == TwoLetterCode("ko") { flags[rank].insert(.korean) }
        }
        ends.append(size)
        if buffer.count >= 1 << 16 || rank + 1 == rows.count {
          buffer.withUnsafeBytes { writer.append($0) }
          buffer.removeAll(keepingCapacity: true)
        }
      }
    }
    writer.end(CatalogSection.filmTexts.rawValue, elementSize: 1)
    add(ends, as: .filmTextEnds)
    add(flags.map(\.rawValue), as: .flags)
    credits.credits.add(to: &writer, as: CatalogSection.credits.rawValue, ends: CatalogSection.creditEnds.rawValue)
    credits.releaseCharacters()
  }

  // MARK: People

  private mutating func writePeople() -> [Lists<UInt8>] {
    func byRank<Element>(_ column: [Element]) -> [Element] {
      column.isEmpty ? [] : credits.people.map { column[Int($0)] }
    }
    let people = byRank(tables.people)
    let ids = people.contains { $0.id != 0 } ? people.map(\.id) : []
    add(ids, as: .personIDs)
    add(FilmPermutations.byID(ids), as: .peopleByID)
    add(people.contains { $0.birthYear != 0 } ? people.map(\.birthYear) : [], as: .birthYears)
    add(people.contains { $0.deathYear != 0 } ? people.map(\.deathYear) : [], as: .deathYears)
    let names = [texts(people.map(\.name))] + tables.translatedNames.map { texts(byRank($0)) }
    (tables.people, tables.translatedNames) = ([], [])
    for (language, names) in names.enumerated() { add(names, as: .names, .nameEnds, language) }
    return names
  }

  /// Writes the index of the people, who come by rank, with their names in each language.
  private mutating func writePersonIndex(_ names: [Lists<UInt8>]) {
    var builder = FilmIndexBuilder()
    for person in credits.people.indices {
      for names in names where names.count > 0 {
        let folded = names.elements.withUnsafeBufferPointer {
          TextFolding.fold(.init(rebasing: $0[names.range(of: person)]))
        }
        if !folded.isEmpty { folded.withUnsafeBufferPointer { builder.addName($0) } }
      }
      builder.endDocument()
    }
    credits.filmsByPerson.add(to: &writer, as: FilmArray.credits.rawValue, ends: FilmArray.creditEnds.rawValue)
    credits = RankedCredits()
    builder.finish(to: &writer, as: .people)
  }

  // MARK: Parts

  private func byRank<Element>(_ column: [Element]) -> [Element] { rows.map { column[Int($0)] } }

  private mutating func add(_ column: [some FixedWidthInteger & BitwiseCopyable], as section: CatalogSection) {
    writer.add(column, as: section.rawValue)
  }

  private mutating func add(
    _ texts: Lists<UInt8>, as section: TranslatedSection, _ endSection: TranslatedSection, _ language: Int
  ) {
    texts.add(to: &writer, as: section.section(language), ends: endSection.section(language))
  }

  private func texts(_ column: [FilmTables.Text]) -> Lists<UInt8> {
    var texts = Lists<UInt8>(capacity: column.count)
    tables.texts.bytes.withUnsafeBufferPointer { pool in
      for text in column {
        texts.elements.append(contentsOf: Self.cut(text, pool))
        texts.endList()
      }
    }
    return texts
  }

  /// A text of the tables, cut at a scalar if it is too long.
  static func cut(_ text: FilmTables.Text, _ pool: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let whole = FilmTables.TextPool.text(text, in: pool)
    guard whole.count > maximumTextBytes else { return whole }
    var end = maximumTextBytes
    while end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: whole[..<end])
  }
}
