import SearchIndex
import Text

/// The columns of the tables that the search index of titles is built from, by row.
struct IndexedTitles: Sendable {
  private let rows: [UInt32]
  private let texts: FilmTables.TextPool
  /// Its columns of numbers other than years are not needed.
  private let films: FilmTables.Films
  /// The further titles, in ascending order: the rank of the film in the upper half, the title in the lower.
  private let otherTitles: [UInt64]

  init(_ tables: FilmTables, rows: [UInt32], ranks: [UInt32]) {
    self.rows = rows
    texts = tables.texts
    films = tables.films
    otherTitles = zip(tables.otherTitles.films, tables.otherTitles.titles)
      .map { film, title in UInt64(ranks[Int(film)]) << 32 | UInt64(title) }.sorted()
  }

  func indexBuilder() -> TitleIndexBuilder {
    var builder = TitleIndexBuilder()
    let genres = IMDbGenre.names.enumerated().map { (IMDbGenre.Set(number: $0), Self.words(.genres, $1)) }
    var languages: [TwoLetterCode: [[UInt8]]] = [:]
    for code in NameTable.languages.keys { languages[TwoLetterCode(code)] = Self.words(.languages, code) }
    var others = otherTitles[...]
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        builder.beginFilm(year: Int(films.years[row]))
        var added: [[UInt8]] = []
        func add(_ title: FilmTables.Text, as kind: TitleKind) {
          let folded = TextFolding.fold(CatalogWriter.cut(title, pool))
          guard !folded.isEmpty, !added.contains(folded) else { return }
          added.append(folded)
          folded.withUnsafeBufferPointer { builder.addTitle($0, as: kind) }
        }
        add(films.titles[row], as: .main)
        if films.originalTitles[row] != films.titles[row] { add(films.originalTitles[row], as: .variant) }
        for translations in films.translatedTitles where translations[row] != 0 {
          add(translations[row], as: .translation)
        }
        while let other = others.first, other >> 32 == rank {
          add(UInt32(truncatingIfNeeded: other), as: .translation)
          others.removeFirst()
        }
        var words = genres.filter { films.genres[row].isSuperset(of: $0.0) }.flatMap(\.1)
        if !films.languages.isEmpty { words += languages[films.languages[row]] ?? [] }
        for word in words { word.withUnsafeBufferPointer { builder.addCategory($0) } }
        builder.endFilm()
      }
    }
    return builder
  }

  private static func words(_ table: NameTable, _ key: String) -> [[UInt8]] {
    table.searchWords(key).map { Array(TextFolding.fold($0).utf8) }
  }
}
