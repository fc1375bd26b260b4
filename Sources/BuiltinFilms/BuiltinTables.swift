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
      reader.add(row, koreanOverview: overviews[row[.id]] ?? "")
      reader.tables.films.votes.append(UInt32(rows.count - rank))
    }
    return reader.tables
  }

  private init(koreanNames: [String: String]) { self.koreanNames = koreanNames }

  private mutating func add(_ row: FilmRow, koreanOverview: String) {
    for (kind, column) in [(CreditKind.director, FilmRow.Column.directors), (.cast, .cast)] {
      for (order, name) in row.values(column).enumerated() {
        tables.credits.films.append(UInt32(tables.films.ids.count))
        tables.credits.people.append(person(name))
        tables.credits.kinds.append(kind)
        tables.credits.orders.append(UInt8(clamping: order))
        tables.credits.characters.append(0)
      }
    }
    let title = text(row[.title])
    let original = row[.originalTitle]
    tables.films.ids.append(UInt32(row[.id].dropFirst(2)) ?? 0)
    tables.films.years.append(UInt16(row[.year]) ?? 0)
    tables.films.runtimes.append(UInt16(row[.runtime]) ?? 0)
    tables.films.genres.append(row.values(.genres).reduce(into: []) { $0.formUnion(IMDbGenre.Set(named: $1) ?? []) })
    tables.films.areAdult.append(false)
    tables.films.ratings.append(0)
    tables.films.titles.append(title)
    tables.films.originalTitles.append(original.isEmpty ? title : text(original))
    tables.films.translatedTitles[Self.korean].append(text(row[.koreanTitle]))
    tables.films.languages.append(TwoLetterCode(row[.language]))
    tables.films.countries.append(row.values(.countries).map(TwoLetterCode.init))
    tables.films.overviews.append(text(row[.overview]))
    tables.films.translatedOverviews[Self.korean].append(text(koreanOverview))
  }

  private mutating func person(_ name: String) -> UInt32 {
    if let row = people[name] { return row }
    let row = UInt32(people.count)
    people[name] = row
    tables.people.names.append(text(name))
    tables.people.translatedNames[Self.korean].append(text(koreanNames[name] ?? ""))
    return row
  }

  private mutating func text(_ text: String) -> FilmTables.Text {
    Array(text.utf8).withUnsafeBufferPointer { tables.texts.add($0) } ?? 0
  }
}
