import CatalogImage
import TestSupport

@testable import LocalCatalog

/// Tables of films at random, with few different values, so that much is equal.
struct RandomTables {
  struct Film {
    var id: UInt32
    var year = 0
    var runtime = 0
    /// Names of IMDb.
    var genres: [String] = []
    var isAdult = false
    var rating = 0
    var votes = 0
    var title = ""
    var originalTitle = ""
    var koreanTitle = ""
    var otherTitles: [String] = []
    var credits: [Credit] = []
  }

  struct Credit: Hashable {
    var kind: CreditKind
    var person: Int
    var order: Int
    var characters = ""
  }

  var films: [Film] = []
  /// The ids and names of the people.
  var people: [(id: UInt32, name: String)] = []

  init() {}

  init(seed: Int, films count: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let words = ["The", "Red", "House", "of", "Love", "2", "Night", "City", "Élan", "Wolf"]
    let korean = ["기생충", "살인의 추억", "괴물", "마더", "옥자"]
    let names = ["Bong Joon Ho", "Song Kang-ho", "Ana Silva", "John Smith", "Lee Sun-kyun", "Ida Ek"]
    for person in 0..<max(2, count / 2) {
      people.append((UInt32(person * 7 + 1), names[number(0...names.count - 1)] + (person > 5 ? " \(person)" : "")))
    }
    for film in 0..<count {
      var row = Film(id: UInt32((film &* 7_919) % 99_991 + (film % 5 == 0 ? 10_000_000 : 1)))
      if number(0...8) > 0 { row.year = number(1960...2024) }
      if number(0...3) > 0 { row.runtime = number(60...200) }
      let genres = ["Drama", "Comedy", "Sci-Fi", "Animation"]
      row.genres = genres.filter { _ in number(0...1) == 0 }
      row.isAdult = number(0...20) == 0
      if number(0...1) == 0 { (row.rating, row.votes) = (number(10...100), number(5...60_000)) }
      row.title = (0..<number(1...3)).map { _ in words[number(0...words.count - 1)] }.joined(separator: " ")
      row.originalTitle = number(0...3) == 0 ? "Titre \(film)" : row.title
      if number(0...3) == 0 { row.koreanTitle = korean[number(0...korean.count - 1)] }
      if number(0...3) == 0 { row.otherTitles = ["Alias \(film % 7)"] }
      for order in 0..<number(0...5) {
        let kind = [CreditKind.director, .writer, .cast, .cast][number(0...3)]
        let character = kind == .cast && number(0...1) == 0 ? "Role \(order)" : ""
        let person = number(0...people.count - 1)
        row.credits.append(Credit(kind: kind, person: person, order: order, characters: character))
      }
      films.append(row)
    }
  }

  /// The films and people as an import makes them.
  func tables() -> FilmTables {
    var tables = FilmTables()
    func text(_ string: String) -> FilmTables.Text {
      Array(string.utf8).withUnsafeBufferPointer { tables.texts.add($0) } ?? 0
    }
    for (row, film) in films.enumerated() {
      var entry = FilmTables.Film(id: film.id, title: text(film.title))
      (entry.year, entry.runtime) = (UInt16(film.year), UInt16(film.runtime))
      entry.genres = film.genres.reduce(into: []) { $0.formUnion(IMDbGenre.Set(named: $1) ?? []) }
      (entry.isAdult, entry.rating, entry.votes) = (film.isAdult, UInt8(film.rating), UInt32(film.votes))
      entry.originalTitle = text(film.originalTitle)
      tables.films.append(entry)
      tables.translatedTitles[0].append(text(film.koreanTitle))
      for title in film.otherTitles { tables.otherTitles.append((UInt32(row), text(title))) }
      for credit in film.credits {
        tables.credits.append(
          .init(
            film: UInt32(row), person: UInt32(credit.person), credit.kind, order: credit.order,
            characters: text(credit.characters)))
      }
    }
    for person in people { tables.people.append(.init(id: person.id, name: text(person.name))) }
    return tables
  }

  /// Writes the catalog file.
  func write(to path: String) throws { try NewCatalogFile(replacing: path).write(tables()) }
}
