import CatalogImage
import Text

/// The readable tables of the built-in films, when the program is built.
public struct BuiltinTables {
  /// The texts that are in Korean, the only language of translations that the readable tables have.
  private static let korean = CatalogLanguage.number(of: "ko") - 1

  private var tables = FilmTables()
  private let koreanNames: [String: String]
  private var people: [String: UInt32] = [:]

  /// The tables, with votes in the order of the films: of rows (`FilmRow`), Korean names by names, and Korean overviews
  /// by ids.
  public static func read(films: String, koreanNames: String, koreanOverviews: String) -> FilmTables {
    var reader = BuiltinTables(koreanNames: FilmRow.pairs(in: koreanNames))
    let overviews = FilmRow.pairs(in: koreanOverviews)
    let rows = FilmRow.all(in: films)
    for (rank, row) in rows.enumerated() {
      reader.add(row, votes: UInt32(rows.count - rank), koreanOverview: overviews[row[.id]] ?? "")
    }
    return reader.tables
  }

  private init(koreanNames: [String: String]) { self.koreanNames = koreanNames }

  private mutating func add(_ row: FilmRow, votes: UInt32, koreanOverview: String) {
    for (kind, column) in [(CreditKind.director, FilmRow.Column.directors), (.cast, .cast)] {
      for (order, name) in row.values(column).enumerated() {
        tables.credits.append(.init(film: UInt32(tables.films.count), person: person(name), kind, order: order))
      }
    }
    var film = FilmTables.Film(id: UInt32(row[.id].dropFirst(2)) ?? 0, title: text(row[.title]))
    film.year = UInt16(row[.year]) ?? 0
    film.runtime = UInt16(row[.runtime]) ?? 0
    film.genres = row.values(.genres).reduce(into: []) { $0.formUnion(IMDbGenre.Set(named: $1) ?? []) }
    film.votes = votes
    film.originalTitle = text(row[.originalTitle])
    film.language = TwoLetterCode(row[.language])
    tables.films.append(film)
    tables.translatedTitles[Self.korean].append(text(row[.koreanTitle]))
    tables.countries.append(row.values(.countries).map(TwoLetterCode.init))
    tables.overviews.append(text(row[.overview]))
    tables.translatedOverviews[Self.korean].append(text(koreanOverview))
  }

  private mutating func person(_ name: String) -> UInt32 {
    if let row = people[name] { return row }
    let row = UInt32(people.count)
    people[name] = row
    tables.people.append(.init(name: text(name)))
    tables.translatedNames[Self.korean].append(text(koreanNames[name] ?? ""))
    return row
  }

  private mutating func text(_ text: String) -> FilmTables.Text {
    Array(text.utf8).withUnsafeBufferPointer { tables.texts.add($0) } ?? 0
  }
}
