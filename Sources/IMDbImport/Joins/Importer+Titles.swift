import IMDbCatalog
import Platform

private enum AkasColumn: Int, DatasetColumn {
  case titleId, title, region, language, types, isOriginalTitle
}

extension Importer {
  /// Reads the titles of the films in other countries that people search for: in South Korea, in English-speaking
  /// countries, worldwide, and the original ones. Of the titles in other languages there are more than of all these.
  mutating func importTitles() throws(ImportError) {
    var reader = try TableReader<AkasColumn>.open(.akas, folder: folder, monitor: monitor)
    var current = TitlesOfFilm()
    while let row = try reader.next() {
      guard let id = row[.titleId].identifier("tt") else {
        reader.skip(.identifier)
        continue
      }
      guard let film = films.row(of: id) else {
        reader.skip(.otherTitle)
        continue
      }
      let isKorean = Self.isKorean(row)
      guard isKorean || Self.isSearched(row) else {
        reader.skip(.otherRegion)
        continue
      }
      let title = row[.title]
      guard title.isText else {
        reader.skip(.text)
        continue
      }
      if title.isMissing {
        reader.skip(.untitled)
        continue
      }
      if film != current.film { current = TitlesOfFilm(film, in: tables) }
      guard !current.isFull else {
        reader.skip(.excess)
        continue
      }
      if isKorean, title.bytes.hasHangul {
        let isDisplayed = row[.types].equals("imdbDisplay")
        if try !addKoreanTitle(title, isDisplayed: isDisplayed, &current) { reader.skip(.repetition) }
      } else if current.position(of: title, in: tables.texts) == nil {
        let text = try add(title)
        current.add(text)
        tables.otherTitles.films.append(film)
        tables.otherTitles.titles.append(text)
      } else {
        reader.skip(.repetition)
      }
    }
    counts[.akas] = reader.counts
  }

  /// The region of Korea before 1948 is XKO.
  private static func isKorean(_ row: Row<AkasColumn>) -> Bool {
    row[.region].equals("KR") || row[.language].equals("ko") || row[.region].equals("XKO")
  }

  private static func isSearched(_ row: Row<AkasColumn>) -> Bool {
    let region = row[.region]
    return region.equals("US") || region.equals("GB") || region.equals("XWW") || row[.language].equals("en")
      || row[.isOriginalTitle].equals("1")
  }

  /// Adds a title in Hangul. The one that IMDb displays in Korea, or else the first, is the one to show; others are
  /// only searched. Returns false if the film has it already.
  private mutating func addKoreanTitle(
    _ title: Field, isDisplayed: Bool, _ current: inout TitlesOfFilm
  ) throws(ImportError) -> Bool {
    let film = Int(current.film)
    let shown = tables.films.koreanTitles[film]
    if let known = current.position(of: title, in: tables.texts) {
      guard shown == 0 else { return false }
      tables.films.koreanTitles[film] = known
      return true
    }
    let text = try add(title)
    current.add(text)
    let replaces = shown == 0 || isDisplayed && !current.showsDisplayedTitle
    if replaces {
      tables.films.koreanTitles[film] = text
      current.showsDisplayedTitle = isDisplayed
    }
    if shown != 0 {
      tables.otherTitles.films.append(current.film)
      tables.otherTitles.titles.append(replaces ? shown : text)
    }
    return true
  }
}

/// The titles of the film that the rows are about. Rows about a film follow each other.
private struct TitlesOfFilm {
  let film: UInt32
  /// Whether the Korean title that is shown is one that IMDb displays.
  var showsDisplayedTitle = false
  private var texts: [IMDbTables.Text] = []

  /// No film.
  init() { film = .max }

  init(_ film: UInt32, in tables: borrowing IMDbTables) {
    self.film = film
    let row = Int(film)
    texts = [tables.films.titles[row]]
    for text in [tables.films.originalTitles[row], tables.films.koreanTitles[row]] where text != 0 { add(text) }
  }

  mutating func add(_ text: IMDbTables.Text) {
    if !texts.contains(text) { texts.append(text) }
  }

  var isFull: Bool { texts.count >= SkipReason.maximumTitles }

  /// Where the film's title with these bytes is; nil if it has none.
  func position(of title: Field, in pool: borrowing IMDbTables.TextPool) -> IMDbTables.Text? {
    pool.bytes.withUnsafeBufferPointer { bytes in
      texts.first { text in
        let end = Int(text) + title.count
        return end < bytes.count && bytes[end] == 0
          && memcmp(bytes.baseAddress.unsafelyUnwrapped + Int(text), title.start, title.count) == 0
      }
    }
  }
}
