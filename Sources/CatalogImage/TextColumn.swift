import SectionImage

/// A text for each film or person by rank, as it is written: one after the other, and where each ends.
struct TextColumn {
  private var letters: [UInt8] = []
  private var ends: [UInt32] = []

  init(_ texts: [FilmTables.Text], in pool: FilmTables.TextPool) {
    ends.reserveCapacity(texts.count)
    pool.bytes.withUnsafeBufferPointer { pool in
      for text in texts {
        letters.append(contentsOf: CatalogWriter.cut(text, pool))
        ends.append(UInt32(letters.count))
      }
    }
  }

  var isEmpty: Bool { ends.isEmpty }

  func withText<Result>(_ rank: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    letters.withUnsafeBufferPointer { letters in
      body(UnsafeBufferPointer(rebasing: letters[(rank == 0 ? 0 : Int(ends[rank - 1]))..<Int(ends[rank])]))
    }
  }

  func add(
    to writer: inout SectionWriter, as section: TranslatedSection, _ endSection: TranslatedSection, _ language: Int
  ) {
    writer.add(letters, as: section.section(language))
    writer.add(ends, as: endSection.section(language))
  }
}
