/// The parts of the tables that the orders of titles and their search index are made from, by row.
struct IndexedTitles: Sendable {
  private let rows: [UInt32]
  private let texts: FilmTables.TextPool
  private let films: [FilmTables.Film]
  private let translatedTitles: FilmTables.Translations
  /// The further titles by rank of the film.
  private let otherTitles: [(film: UInt32, title: FilmTables.Text)]

  init(_ tables: FilmTables, rows: [UInt32], ranks: [UInt32]) {
    self.rows = rows
    (texts, films, translatedTitles) = (tables.texts, tables.films, tables.translatedTitles)
    otherTitles = tables.otherTitles.map { (film: ranks[Int($0.film)], title: $0.title) }.sorted { $0 < $1 }
  }

  /// The films by their folded titles, as users of each language see them, then by rank. A film without a translation
  /// has its title in all languages.
  func orders() -> [[UInt32]] {
    texts.bytes.withUnsafeBufferPointer { pool in
      ([[]] + translatedTitles).map { translations in
        var letters: [UInt8] = []
        let keys = rows.enumerated().map { rank, row in
          let translation = translations.isEmpty ? 0 : translations[Int(row)]
          let title = translation == 0 ? films[Int(row)].title : translation
          return TextFolding.fold(CatalogWriter.cut(title, pool)).withUnsafeBufferPointer {
            SortKey($0, number: UInt32(rank), in: &letters)
          }
        }
        return keys.sorted(in: letters).map(\.number)
      }
    }
  }

  func indexBuilder() -> FilmIndexBuilder {
    var builder = FilmIndexBuilder()
    let genres = IMDbGenre.names.enumerated().map { (IMDbGenre.Set(number: $0), Self.words(.genres, $1)) }
    var languages: [TwoLetterCode: [[UInt8]]] = [:]
    for code in NameTable.languages.keys { languages[TwoLetterCode(code)] = Self.words(.languages, code) }
    var others = otherTitles[...]
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        let film = films[row]
        var added: [[UInt8]] = []
        func add(_ title: FilmTables.Text, as kind: TitleKind) {
          let folded = TextFolding.fold(CatalogWriter.cut(title, pool))
          guard !folded.isEmpty, !added.contains(folded) else { return }
          added.append(folded)
          folded.withUnsafeBufferPointer { builder.addTitle($0, as: kind) }
        }
        add(film.title, as: .main)
        if film.originalTitle != film.title { add(film.originalTitle, as: .variant) }
        for translations in translatedTitles where translations[row] != 0 {
          add(translations[row], as: .translation)
        }
        while let other = others.first, other.film == rank {
          add(other.title, as: .translation)
          others.removeFirst()
        }
        let words = genres.filter { film.genres.isSuperset(of: $0.0) }.flatMap(\.1) + (languages[film.language] ?? [])
        for word in words { word.withUnsafeBufferPointer { builder.addCategory($0) } }
        builder.endDocument()
      }
    }
    return builder
  }

  private static func words(_ table: NameTable, _ key: String) -> [[UInt8]] {
    table.searchWords(key).map { Array(TextFolding.fold($0).utf8) }
  }
}
