import CatalogImage
import Foundation
import MovieCore
import SectionImage
import Testing

@testable import BuiltinFilms
@testable import LocalCatalog

/// The built-in films: a thousand rows written by hand are a thousand chances for a mistake.
struct BuiltinTablesTests {
  private static let films = FilmRow.all(in: (try? table("films")) ?? "")

  private func describe(_ film: FilmRow) -> String { film[.id] }

  /// A readable table of the sources.
  private static func table(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(root)/Sources/BuiltinFilms/Tables/\(name).txt", encoding: .utf8)
  }

  @Test func `the program has what is made of the readable tables`() throws {
    let tables = BuiltinTables.read(
      films: try Self.table("films"), koreanNames: try Self.table("korean-names"),
      koreanOverviews: try Self.table("korean-overviews"))
    let made = try CatalogWriter(tables).image()
    let (image, texts) = made.encodedCatalog
    #expect(image.elementsEqual(UnsafeBufferPointer(builtinImage)))
    #expect(texts.elementsEqual(UnsafeBufferPointer(builtinTexts)))
    let decoded = SectionImage.decoded(builtinImage, texts: builtinTexts)
    #expect(decoded.encodedCatalog == (image, texts))
  }

  @Test func `every row has all its columns`() throws {
    let rows = try Self.table("films").split(separator: "\n").filter { !$0.hasPrefix("#") }
    for row in rows { #expect(FilmRow(row) != nil, "\(row)") }
    #expect(Self.films.count == rows.count)
  }

  @Test func `ids are unique IMDb ids`() {
    let ids = Self.films.map { $0[.id] }
    #expect(ids.count == Self.films.count)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.wholeMatch(of: /tt[0-9]{7,8}/) != nil, "\(id)") }
  }

  @Test func `every film has plausible data`() {
    for film in Self.films {
      let name = describe(film)
      #expect(!film[.title].isEmpty, "\(name)")
      #expect(film[.originalTitle] != film[.title], "\(name): the original title is the title")
      #expect((1890...2026).contains(Int(film[.year]) ?? 0), "\(name): year")
      #expect((10...330).contains(Int(film[.runtime]) ?? 0), "\(name): \(film[.runtime]) minutes")
      #expect(NameTable.languages.keys.contains(film[.language]), "\(name): language")
      #expect(Set(film.values(.countries)).isSubset(of: NameTable.countries.keys), "\(name): \(film[.countries])")
      #expect((1...4).contains(film.values(.genres).count), "\(name): genres")
      #expect(Set(film.values(.genres)).isSubset(of: IMDbGenre.names), "\(name): \(film.values(.genres))")
      #expect((1...6).contains(film.values(.directors).count), "\(name): directors")
      #expect((3...5).contains(film.values(.cast).count), "\(name): \(film.values(.cast).count) in the cast")
      for values in [FilmRow.Column.genres, .countries, .directors, .cast].map(film.values) {
        #expect(Set(values).count == values.count, "\(name): twice the same in \(values)")
        #expect(values.allSatisfy { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }, "\(name): \(values)")
      }
    }
  }

  @Test func `an overview is one sentence`() {
    for film in Self.films {
      let overview = film[.overview]
      #expect((40...300).contains(overview.count), "\(describe(film)): \(overview.count) characters")
      #expect(overview.hasSuffix("."), "\(describe(film)): \(overview)")
      #expect(overview.first?.isUppercase == true || overview.first?.isNumber == true, "\(describe(film)): \(overview)")
      // A period, a space and a capital letter would begin another sentence. Initials and abbreviations are short.
      #expect(overview.firstMatch(of: /[a-z]{4,}\. [A-Z]/) == nil, "\(describe(film)): \(overview)")
      #expect(!overview.contains("  "), "\(describe(film))")
    }
  }

  @Test func `Korean titles are in Hangul, or have no letters`() {
    for film in Self.films {
      let title = film[.koreanTitle]
      #expect(title.isEmpty || isKorean(title) || title == film[.title], "\(title)")
    }
  }

  @Test func `every film has countries, a title in Korean, and an overview in Korean of one sentence`() throws {
    let overviews = FilmRow.pairs(in: try Self.table("korean-overviews"))
    for film in Self.films {
      #expect((1...4).contains(film.values(.countries).count), "\(describe(film)): countries")
      #expect(!film[.koreanTitle].isEmpty, "\(describe(film)): title in Korean")
      let overview = overviews[film[.id]] ?? ""
      #expect((25...120).contains(overview.count), "\(describe(film)): \(overview.count) characters")
      #expect(overview.hasSuffix("다.") && !overview.contains("다. "), "\(describe(film)): \(overview)")
    }
  }

  @Test func `people have Korean names`() throws {
    let names = FilmRow.pairs(in: try Self.table("korean-names"))
    let people = Set(Self.films.flatMap { $0.values(.directors) + $0.values(.cast) })
    #expect(people.subtracting(names.keys).isEmpty)
  }

  @Test func `every Korean name is that of somebody in the films, and every Korean overview that of a film`() throws {
    let names = Set(Self.films.flatMap { $0.values(.directors) + $0.values(.cast) })
    for (name, koreanName) in FilmRow.pairs(in: try Self.table("korean-names")) {
      #expect(names.contains(name), "\(name)")
      #expect(hasHangul(koreanName), "\(name)")
    }
    let ids = Set(Self.films.map { $0[.id] })
    for (id, overview) in FilmRow.pairs(in: try Self.table("korean-overviews")) {
      #expect(ids.contains(id) && hasHangul(overview), "\(id)")
    }
  }

  @Test func `text is clean`() {
    for film in Self.films {
      for column in FilmRow.Column.allCases {
        let text = film[column]
        #expect(!text.contains("<") && !text.contains("&amp;") && !text.contains("N/A"), "\(describe(film)): \(text)")
        #expect(
          !text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(describe(film)): \(text)")
      }
    }
  }

  @Test func `there are enough films, from many decades and languages, and many Korean ones`() {
    let korean = Self.films.filter { $0[.language] == "ko" }
    #expect(Self.films.count >= 500)
    #expect(korean.count >= 80)
    for film in korean { #expect(isKorean(film[.originalTitle]), "\(describe(film)): original title") }
    #expect(Self.films.count { $0[.language] != "ko" && hasHangul($0[.koreanTitle]) } >= 200)
    #expect(Set(Self.films.compactMap { Int($0[.year]).map { $0 / 10 } }).isSuperset(of: 192...202))
    #expect(Set(Self.films.map { $0[.language] }).count >= 20)
  }

  @Test(
    arguments: [
      ("", 0), ("\n\n", 0), ("# tt1 | a comment", 0),
      ("tt1|T|||||||||| ", 1),
      ("  tt1 | T | | | en | US, GB | 2000 | 90 | Drama | D | A, B | O. ", 1),
      // Too few or too many columns.
      ("tt1|T||||||||||O|more", 0), ("tt1|T", 0),
      ("tt1|T||||||||||O\ntt2|no\ntt3|T||||||||||O\n", 2),
    ] as [(String, Int)])
  func `a row with another number of columns is ignored`(table: String, count: Int) {
    #expect(FilmRow.all(in: table).count == count)
  }

  @Test func `columns are read without the spaces around them`() throws {
    let row = try #require(
      FilmRow.all(in: "  tt1 |  A B  | |한| en | GB,US | 2000 | 90 | Drama, War | D |  A,B,  C |O. ").first)
    #expect(row[.title] == "A B")
    #expect(row[.originalTitle] == "")
    #expect(row[.koreanTitle] == "한")
    #expect(row.values(.countries) == ["GB", "US"])
    #expect(row.values(.genres) == ["Drama", "War"])
    #expect(row.values(.cast) == ["A", "B", "C"])
    #expect(row[.overview] == "O.")
  }

  @Test func `films are in the order of the table, and they and their people are found by their ids`() throws {
    let films = try LocalCatalog.builtinFilms.get()
    #expect(films.count == Self.films.count)
    for (rank, film) in Self.films.enumerated() {
      #expect(films.rank(ofFilm: try #require(IMDbID(film[.id])?.number)) == rank)
    }
    for person in 0..<films.personCount { #expect(films.rank(of: films.personID(person)) == person) }
    #expect(films.rank(ofFilm: 0) == nil && films.rank(ofFilm: .max) == nil && films.rank(ofFilm: 111_162) == nil)
    for native in ["", "zzz", "bong", "bongjoonho"] {
      #expect(films.rank(of: PersonID(catalog: "builtin", native: native)) == nil)
    }
    #expect(Set((0..<films.personCount).map(films.personID)).count == films.personCount)
  }

  /// Whether the title is in Hangul, or is a number or an abbreviation as in Korean titles (`1987`, `A.I.`).
  private func isKorean(_ title: String) -> Bool { hasHangul(title) || !title.contains { $0.isLowercase } }

  private func hasHangul(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a text of the program.
  fileprivate init(_ text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }
}
