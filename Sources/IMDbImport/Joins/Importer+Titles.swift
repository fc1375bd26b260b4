private enum AkasColumn: Int, DatasetColumn { case titleId, title, region, language, types, isOriginalTitle }

extension Importer {
  /// Reads the titles that people search for: in the languages of translations, which alone are shown, in
  /// English-speaking countries, worldwide, and original ones; with an option all.
  mutating func importTitles() throws(ImportError) {
    var current = TitlesOfFilm()
    let languages = CatalogLanguage.translations.map { TitleLanguage(CatalogLanguage.all[$0]) }
    counts[.akas] = try TableReader<AkasColumn>.read(.akas, folder: folder, report: report) {
      row, _ throws(ImportError) in
      guard let id = row[.titleId].identifier("tt") else { return .identifier }
      guard let film = films.row(of: id) else { return .otherTitle }
      let language = languages.firstIndex { $0.isLanguage(of: row) }
      guard language != nil || options.includesAllTitles || Self.isSearched(row) else { return .otherRegion }
      let title = row[.title]
      guard title.isText else { return .text }
      if title.isMissing { return .untitled }
      if film != current.film { current = TitlesOfFilm(film, in: tables) }
      guard !current.isFull else { return .excess }
      if let language, languages[language].language.hasLetters(in: title.bytes) {
        let isDisplayed = row[.types].equals("imdbDisplay")
        return try addTranslation(title, language, isDisplayed: isDisplayed, &current) ? nil : .repetition
      }
      guard current.position(of: title, in: tables.texts) == nil else { return .repetition }
      let text = try add(title)
      if text == 0 { return nil }
      current.add(text)
      tables.otherTitles.append((film, text))
      return nil
    }
  }

  private static func isSearched(_ row: Row<AkasColumn>) -> Bool {
    let region = row[.region]
    return region.equals("US") || region.equals("GB") || region.equals("XWW") || row[.language].equals("en")
      || row[.isOriginalTitle].equals("1")
  }

  /// Adds a translated title. The one that IMDb displays, or else the first, is shown. Returns false if it is known.
  private mutating func addTranslation(
    _ title: Field, _ language: Int, isDisplayed: Bool, _ current: inout TitlesOfFilm
  ) throws(ImportError) -> Bool {
    let film = Int(current.film)
    let shown = tables.translatedTitles[language][film]
    if let known = current.position(of: title, in: tables.texts) {
      guard shown == 0 else { return false }
      tables.translatedTitles[language][film] = known
      return true
    }
    let text = try add(title)
    current.add(text)
    let replaces = shown == 0 || isDisplayed && !current.showsDisplayedTitle[language]
    if replaces {
      tables.translatedTitles[language][film] = text
      current.showsDisplayedTitle[language] = isDisplayed
    }
    if shown != 0 { tables.otherTitles.append((current.film, replaces ? shown : text)) }
    return true
  }
}

private struct TitleLanguage {
  let language: CatalogLanguage
  private let code: [UInt8]
  private let regions: [[UInt8]]

  init(_ language: CatalogLanguage) {
    self.language = language
    code = Array(language.code.utf8)
    regions = language.regions.map { Array($0.utf8) }
  }

  @inline(__always)
  func isLanguage(of row: Row<AkasColumn>) -> Bool {
    row[.language].equals(code) || regions.contains { row[.region].equals($0) }
  }
}

/// The titles of the film that the rows are about. Rows about a film follow each other.
private struct TitlesOfFilm {
  let film: UInt32
  /// Whether the title that is shown in each language of translations is one that IMDb displays.
  var showsDisplayedTitle = CatalogLanguage.translations.map { _ in false }
  private var texts: [FilmTables.Text] = []

  init() { film = .max }

  init(_ film: UInt32, in tables: borrowing FilmTables) {
    self.film = film
    let row = Int(film)
    texts = [tables.films[row].title]
    let others = [tables.films[row].originalTitle] + tables.translatedTitles.map { $0[row] }
    for text in others where text != 0 { add(text) }
  }

  mutating func add(_ text: FilmTables.Text) { if !texts.contains(text) { texts.append(text) } }

  var isFull: Bool { texts.count >= SkipReason.maximumTitles }

  /// Where the film's title with these bytes is; nil if it has none.
  func position(of title: Field, in pool: borrowing FilmTables.TextPool) -> FilmTables.Text? {
    pool.bytes.withUnsafeBufferPointer { bytes in
      texts.first { text in
        let end = Int(text) + title.count
        return end < bytes.count && bytes[end] == 0
          && memcmp(bytes.baseAddress.unsafelyUnwrapped + Int(text), title.start, title.count) == 0
      }
    }
  }
}
