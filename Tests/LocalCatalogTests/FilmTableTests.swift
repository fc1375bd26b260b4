import Foundation
import MovieCore
import SectionImage
import Testing

@testable import BuiltinFilms
@testable import LocalCatalog

/// The built-in films: 754 rows written by hand are 754 chances for a mistake.
struct FilmTableTests {
  private static let films = (try? BuiltinCatalog().table.films) ?? []
  private static let knownGenres = Set(FilmGenres.all(isKorean: false).map(\.name))

  private func describe(_ film: Film) -> String { film.text(.id) ?? film.text(.title) ?? "a row without an id" }

  /// A readable table of the sources.
  private static func table(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(root)/Sources/BuiltinFilms/Tables/\(name).txt", encoding: .utf8)
  }

  @Test func `the program has what is made of the readable tables`() throws {
    let made = try FilmTableBuilder(
      films: Self.table("films"), koreanNames: Self.table("korean-names"),
      koreanOverviews: Self.table("korean-overviews"))
    #expect(made.texts.elementsEqual(UnsafeBufferPointer(filmTableTexts)))
    #expect(made.image.text.elementsEqual(UnsafeBufferPointer(filmTableImage)))
    let bytes = made.image.withBytes { Array($0) }
    #expect(try SectionImage.decoded(filmTableImage).withBytes { $0.elementsEqual(bytes) })
  }

  @Test func `every row has all its columns`() throws {
    let rows = try Self.table("films").split(separator: "\n").filter { !$0.hasPrefix("#") }
    for row in rows { #expect(row.split(separator: "|", omittingEmptySubsequences: false).count == 11, "\(row)") }
    #expect(Self.films.count == rows.count)
  }

  @Test func `ids are unique IMDb ids`() {
    let ids = Self.films.compactMap { $0.text(.id) }
    #expect(ids.count == Self.films.count)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.wholeMatch(of: /tt[0-9]{7,8}/) != nil, "\(id)") }
  }

  @Test func `every film has plausible data`() {
    for film in Self.films {
      let name = describe(film)
      #expect(film.text(.title)?.isEmpty == false, "\(name)")
      #expect(film.text(.originalTitle) != film.text(.title), "\(name): the original title is the title")
      #expect((1890...2026).contains(film.number(.year) ?? 0), "\(name): year")
      #expect((10...330).contains(film.number(.runtime) ?? 0), "\(name): \(film.text(.runtime) ?? "no") minutes")
      #expect(Language.name(of: film.text(.language) ?? "", in: nil) != nil, "\(name): language")
      #expect((1...4).contains(film.values(.genres).count), "\(name): genres")
      #expect(Set(film.values(.genres)).isSubset(of: Self.knownGenres), "\(name): \(film.values(.genres))")
      #expect((1...6).contains(film.people(.director).count), "\(name): directors")
      #expect((3...5).contains(film.people(.cast).count), "\(name): \(film.people(.cast).count) in the cast")
      for values in [film.values(.genres)] + Film.Role.allCases.map({ film.people($0).map(\.name) }) {
        #expect(Set(values).count == values.count, "\(name): twice the same in \(values)")
        #expect(values.allSatisfy { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }, "\(name): \(values)")
      }
    }
  }

  @Test func `an overview is one sentence`() {
    for film in Self.films {
      let overview = film.text(.overview) ?? ""
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
      guard let title = film.text(.koreanTitle) else { continue }
      #expect(isKorean(title) || title == film.text(.title), "\(title)")
    }
  }

  @Test func `every Korean name is that of somebody in the films, and every Korean overview that of a film`() throws {
    let names = Set(try BuiltinCatalog().table.people.map(\.name))
    for (name, koreanName) in FilmRow.pairs(in: try Self.table("korean-names")) {
      #expect(names.contains(name), "\(name)")
      #expect(hasHangul(koreanName), "\(name)")
    }
    let ids = Set(Self.films.compactMap { $0.text(.id) })
    for (id, overview) in FilmRow.pairs(in: try Self.table("korean-overviews")) {
      #expect(ids.contains(id) && hasHangul(overview), "\(id)")
    }
  }

  @Test func `text is clean`() {
    for film in Self.films {
      for column in Film.Column.allCases {
        guard let text = film.text(column) else { continue }
        #expect(!text.contains("<") && !text.contains("&amp;") && !text.contains("N/A"), "\(describe(film)): \(text)")
        #expect(
          !text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(describe(film)): \(text)")
      }
    }
  }

  @Test func `there are enough films, from many decades and languages, and many Korean ones`() {
    let korean = Self.films.filter { $0.text(.language) == "ko" }
    #expect(Self.films.count >= 500)
    #expect(korean.count >= 80)
    for film in korean { #expect(isKorean(film.text(.originalTitle) ?? ""), "\(describe(film)): original title") }
    #expect(Self.films.count { $0.text(.language) != "ko" && hasHangul($0.text(.koreanTitle) ?? "") } >= 200)
    #expect(Set(Self.films.compactMap { $0.number(.year).map { $0 / 10 } }).isSuperset(of: 192...202))
    #expect(Set(Self.films.compactMap { $0.text(.language) }).count >= 20)
  }

  @Test(
    arguments: [
      ("", 0), ("\n\n", 0), ("# tt1 | a comment", 0),
      ("tt1|T||||||||| ", 1),
      ("  tt1 | T | | | en | 2000 | 90 | Drama | D | A, B | O. ", 1),
      // Too few or too many columns.
      ("tt1|T|||||||||O|more", 0), ("tt1|T", 0),
      ("tt1|T|||||||||O\ntt2|no\ntt3|T|||||||||O\n", 2),
    ] as [(String, Int)])
  func `a row with another number of columns is ignored`(table: String, count: Int) {
    #expect(FilmRow.all(in: table).count == count)
  }

  @Test func `columns are read without the spaces around them`() throws {
    let row = try #require(
      FilmRow.all(in: "  tt1 |  A B  | |한| en | 2000 | 90 | Drama, War | D |  A,B,  C |O. ").first)
    #expect(row[.title] == "A B")
    #expect(row[.originalTitle] == "")
    #expect(row[.koreanTitle] == "한")
    #expect(row.values(.genres) == ["Drama", "War"])
    #expect(row.values(.cast) == ["A", "B", "C"])
    #expect(row[.overview] == "O.")
  }

  @Test func `films and people are found by their ids`() throws {
    let table = try BuiltinCatalog().table
    for film in table.films {
      let number = try #require(film.text(.id).flatMap { IMDbID($0) }?.number)
      #expect(table.film(imdb: number)?.rank == film.rank)
    }
    for person in table.people { #expect(table.person(id: person.id)?.rank == person.rank) }
    #expect(table.film(imdb: 0) == nil && table.film(imdb: .max) == nil && table.film(imdb: 111_162) == nil)
    #expect(table.person(id: "") == nil && table.person(id: "zzz") == nil && table.person(id: "bong") == nil)
    let film = try #require(table.film(imdb: 111_161))
    #expect(film.has("Drama", in: .genres) && !film.has("Dram", in: .genres) && !film.has("War", in: .genres))
    #expect(film.text(.originalTitle) == nil)
    #expect(film.number(.year) == 1994)
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
