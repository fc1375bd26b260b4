import MovieCore
import Testing

@testable import LocalCatalog

/// The built-in films: 754 rows written by hand are 754 chances for a mistake.
struct FilmTableTests {
  private static let films = Film.all(in: builtinFilms)
  private static let knownGenres = Set(FilmGenres.all(isKorean: false).map(\.name))

  private func describe(_ film: Film) -> String { film.text(.id) ?? film.text(.title) ?? "a row without an id" }

  @Test func `Every row has all its columns`() {
    let text = UnsafeBufferPointer(start: builtinFilms.utf8Start, count: builtinFilms.utf8CodeUnitCount)
    let rows = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { $0.contains { $0 != " " } }
    for row in rows { #expect(row.split(separator: "|", omittingEmptySubsequences: false).count == 11, "\(row)") }
    #expect(Self.films.count == rows.count)
  }

  @Test func `Ids are unique IMDb ids`() {
    let ids = Self.films.compactMap { $0.text(.id) }
    #expect(ids.count == Self.films.count)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.wholeMatch(of: /tt[0-9]{7,8}/) != nil, "\(id)") }
  }

  @Test func `Every film has plausible data`() {
    for film in Self.films {
      let name = describe(film)
      #expect(film.text(.title)?.isEmpty == false, "\(name)")
      #expect(film.text(.originalTitle) != film.text(.title), "\(name): the original title is the title")
      #expect((1890...2026).contains(film.number(.year) ?? 0), "\(name): year")
      #expect((10...330).contains(film.number(.runtime) ?? 0), "\(name): \(film.text(.runtime) ?? "no") minutes")
      #expect(Language.name(of: film.text(.language) ?? "", in: nil) != nil, "\(name): language")
      #expect((1...4).contains(film.count(.genres)), "\(name): genres")
      #expect(Set(film.values(.genres)).isSubset(of: Self.knownGenres), "\(name): \(film.values(.genres))")
      #expect((1...6).contains(film.count(.directors)), "\(name): directors")
      #expect((3...5).contains(film.count(.cast)), "\(name): \(film.count(.cast)) in the cast")
      for column in [Film.Column.genres, .directors, .cast] {
        let values = film.values(column)
        #expect(Set(values).count == values.count, "\(name): twice the same in \(column)")
        #expect(values.allSatisfy { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") }, "\(name): \(column)")
      }
    }
  }

  @Test func `An overview is one sentence`() {
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

  @Test func `Text is clean`() {
    for film in Self.films {
      for column in Film.Column.allCases {
        guard let text = film.text(column) else { continue }
        #expect(!text.contains("<") && !text.contains("&amp;") && !text.contains("N/A"), "\(describe(film)): \(text)")
        #expect(
          !text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(describe(film)): \(text)")
      }
    }
  }

  @Test func `There are enough films, from many decades and languages, and many Korean ones`() {
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
      ("", 0), ("\n\n", 0),
      ("tt1|T||||||||| ", 1),
      ("  tt1 | T | | | en | 2000 | 90 | Drama | D | A, B | O. ", 1),
      // Too few or too many columns.
      ("tt1|T|||||||||O|more", 0), ("tt1|T", 0),
      ("tt1|T|||||||||O\ntt2|no\ntt3|T|||||||||O\n", 2),
    ] as [(StaticString, Int)])
  func `A row with another number of columns is ignored`(table: StaticString, count: Int) {
    #expect(Film.all(in: table).count == count)
  }

  @Test func `Columns are read without the spaces around them`() throws {
    let film = try #require(
      Film.all(in: "  tt1 |  A B  | |한| en | 2000 | 90 | Drama, War | D |  A,B,  C |O. ").first)
    #expect(film.text(.title) == "A B")
    #expect(film.text(.originalTitle) == nil)
    #expect(film.text(.koreanTitle) == "한")
    #expect(film.number(.year) == 2000)
    #expect(film.values(.genres) == ["Drama", "War"])
    #expect(film.has("War", in: .genres) && !film.has("Wa", in: .genres))
    #expect(film.text(.overview) == "O.")
  }

  /// Whether the title is in Hangul, or is a number or an abbreviation as in Korean titles (`1987`, `A.I.`).
  private func isKorean(_ title: String) -> Bool { hasHangul(title) || !title.contains { $0.isLowercase } }

  private func hasHangul(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }
}
