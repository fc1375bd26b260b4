import MovieCore

/// One row of a table of films: a view of the program's own text, which copies nothing until it is read.
struct Film: Sendable {
  enum Column: Int, CaseIterable {
    case id, title, originalTitle, koreanTitle, language, year, runtime, genres, directors, cast, overview
  }

  private static let columnCount = 11

  /// The byte offsets of each column in the table.
  private typealias Bounds = InlineArray<11, (start: UInt32, end: UInt32)>

  private let table: StaticString
  private let bounds: Bounds

  /// Parses a table with one film in each line and bars between columns. Ignores lines with another number of columns.
  static func all(in table: StaticString) -> [Film] {
    let utf8 = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    var films: [Film] = []
    var bounds = Bounds(repeating: (0, 0))
    var column = 0
    var start = 0
    for index in 0...utf8.count {
      let byte = index < utf8.count ? utf8[index] : UInt8(ascii: "\n")
      guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\n") else { continue }
      var (first, last) = (start, index)
      while first < last, utf8[first] == 0x20 { first += 1 }
      while first < last, utf8[last - 1] == 0x20 { last -= 1 }
      if column < columnCount { bounds[column] = (UInt32(first), UInt32(last)) }
      column += 1
      start = index + 1
      if byte == UInt8(ascii: "\n") {
        if column == columnCount { films.append(Film(table: table, bounds: bounds)) }
        column = 0
      }
    }
    return films
  }

  /// The column's text in UTF-8, which is valid as long as the program runs.
  func utf8(_ column: Column) -> UnsafeBufferPointer<UInt8> {
    let (start, end) = bounds[column.rawValue]
    return UnsafeBufferPointer(start: table.utf8Start + Int(start), count: Int(end - start))
  }

  /// The column's text; nil if it is empty.
  func text(_ column: Column) -> String? {
    let utf8 = utf8(column)
    return utf8.isEmpty ? nil : String(decoding: utf8, as: UTF8.self)
  }

  func number(_ column: Column) -> Int? {
    let utf8 = utf8(column)
    guard !utf8.isEmpty else { return nil }
    return utf8.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
  }

  /// The values of a column with several values.
  func values(_ column: Column) -> [String] { texts(column).map(\.string) }

  func has(_ value: StaticString, in column: Column) -> Bool {
    let value = UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
    return texts(column).contains { $0.utf8.elementsEqual(value) }
  }

  /// The number of values in a column that both films have.
  func shared(_ column: Column, with other: Film) -> Int {
    let own = texts(column)
    return other.texts(column).count { value in own.contains { $0.utf8.elementsEqual(value.utf8) } }
  }

  func count(_ column: Column) -> Int { texts(column).count }

  /// The values of a column with several values, as parts of the table.
  func texts(_ column: Column) -> [TableText] {
    var texts: [TableText] = []
    forEachText(of: column) { texts.append($0) }
    return texts
  }

  func forEachText(of column: Column, _ body: (TableText) -> Void) {
    let utf8 = utf8(column)
    let offset = Int(bounds[column.rawValue].start)
    var start = 0
    for index in 0...utf8.count where index == utf8.count || utf8[index] == UInt8(ascii: ",") {
      if start < index, utf8[start] == 0x20 { start += 1 }
      if start < index { body(TableText(table, offset + start..<offset + index)) }
      start = index + 1
    }
  }
}

extension Film {
  /// The film as a movie. In Korean, names and overviews that are there in English only stay English.
  func movie(language: String?) -> Movie {
    let isKorean = Language.isKorean(language)
    let id = text(.id) ?? ""
    let english = text(.title) ?? ""
    let title = isKorean ? text(.koreanTitle) ?? english : english
    var movie = Movie(id: MovieID(catalog: BuiltinCatalog.name, native: id), title: title)
    let original = text(.originalTitle) ?? english
    movie.originalTitle = original == title ? nil : original
    movie.originalLanguage = text(.language)
    movie.year = number(.year)
    movie.genres = isKorean ? values(.genres).map(FilmGenres.korean) : values(.genres)
    func names(_ column: Column) -> [String] {
      isKorean ? values(column).map { KoreanTexts.names[$0] ?? $0 } : values(column)
    }
    movie.directors = names(.directors)
    movie.cast = names(.cast)
    movie.overview = isKorean ? KoreanTexts.overviews[id] ?? text(.overview) : text(.overview)
    movie.runtimeMinutes = number(.runtime)
    movie.link = "https://www.imdb.com/title/\(id)/"
    movie.imdbId = id
    return movie
  }
}
