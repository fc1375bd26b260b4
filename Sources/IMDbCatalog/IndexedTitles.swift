import MovieCore
import SearchIndex

/// The columns of the tables that the search index of titles is built from, by row.
struct IndexedTitles: Sendable {
  /// The row of each film by rank.
  let rows: [UInt32]
  let texts: IMDbTables.TextPool
  let years: [UInt16]
  let genres: [IMDbGenre.Set]
  let titles: [IMDbTables.Text]
  let originalTitles: [IMDbTables.Text]
  let koreanTitles: [IMDbTables.Text]
  /// The further titles, in ascending order: the rank of the film in the upper half, the title in the lower.
  private let otherTitles: [UInt64]

  init(_ tables: IMDbTables, rows: [UInt32], ranks: [UInt32]) {
    self.rows = rows
    texts = tables.texts
    years = tables.films.years
    genres = tables.films.genres
    titles = tables.films.titles
    originalTitles = tables.films.originalTitles
    koreanTitles = tables.films.koreanTitles
    otherTitles = zip(tables.otherTitles.films, tables.otherTitles.titles)
      .map { film, title in UInt64(ranks[Int(film)]) << 32 | UInt64(title) }.sorted()
  }

  /// Collects the terms of the films by rank.
  func indexBuilder() -> TitleIndexBuilder {
    var builder = TitleIndexBuilder()
    let categories = IMDbGenre.allCases.map { genre in
      (IMDbGenre.Set(genre), GenreNames.searchWords(genre.name).map { Array(TextFolding.fold($0).utf8) })
    }
    var others = otherTitles[...]
    texts.bytes.withUnsafeBufferPointer { pool in
      for (rank, row) in rows.enumerated() {
        let row = Int(row)
        builder.beginFilm(year: Int(years[row]))
        var added: [[UInt8]] = []
        func add(_ title: IMDbTables.Text, as kind: TitleKind) {
          let folded = TextFolding.fold(CatalogWriter.cut(title, pool))
          guard !folded.isEmpty, !added.contains(folded) else { return }
          added.append(folded)
          folded.withUnsafeBufferPointer { builder.addTitle($0, as: kind) }
        }
        add(titles[row], as: .main)
        if originalTitles[row] != titles[row] { add(originalTitles[row], as: .variant) }
        if koreanTitles[row] != 0 { add(koreanTitles[row], as: .translation) }
        while let other = others.first, other >> 32 == rank {
          add(UInt32(truncatingIfNeeded: other), as: .translation)
          others.removeFirst()
        }
        for (genre, words) in categories where genres[row].isSuperset(of: genre) {
          for word in words { word.withUnsafeBufferPointer { builder.addCategory($0) } }
        }
        builder.endFilm()
      }
    }
    return builder
  }
}
