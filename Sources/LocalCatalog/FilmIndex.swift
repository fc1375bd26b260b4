import MovieCore
import SearchIndex

/// The search index of the built-in films and their people, made of the table when the program first needs it.
struct FilmIndex: Sendable {
  /// Finds films by their position in the table, and people by their position in `people`.
  let search: FilmSearch
  /// The most popular first.
  let people: [FilmPerson]

  init(_ films: [Film]) throws {
    var builder = FilmSearchBuilder(expectedFilms: films.count, expectedPeople: films.count * 4)
    var names = WordTable(expectedWords: films.count * 5)
    var people: [FilmPerson] = []
    var categories = Categories()
    for (rank, film) in films.enumerated() {
      builder.beginFilm(year: film.number(.year) ?? 0, popularity: UInt32(films.count - rank))
      for column in [Film.Column.title, .originalTitle, .koreanTitle] where !film.utf8(column).isEmpty {
        TextFolding.fold(film.utf8(column)).withUnsafeBufferPointer {
          builder.addTitle($0, isTranslation: column == .koreanTitle)
        }
      }
      categories.forEach(of: film) { $0.withUnsafeBufferPointer { builder.addCategory($0) } }
      var credited: [UInt32] = []
      for column in [Film.Column.directors, .cast] {
        film.forEachText(of: column) { name in
          let person = names.number(of: name.utf8)
          if Int(person) == people.count { people.append(FilmPerson(name: name)) }
          if !credited.contains(person) { credited.append(person) }
        }
      }
      for person in credited { builder.addCredit(Int(person)) }
      builder.endFilm()
    }
    KoreanTexts.forEach(in: koreanNames) { name, koreanName in
      if let person = names.find(name.utf8) { people[Int(person)].koreanName = koreanName }
    }
    for person in people {
      for name in [person.name, person.koreanName] as [TableText?] {
        if let name { TextFolding.fold(name.utf8).withUnsafeBufferPointer { builder.addName($0) } }
      }
      builder.endPerson()
    }
    let output = try builder.finish(isChecked: false)
    search = try FilmSearch(output.image)
    self.people = output.order.people.map { people[Int($0)] }
  }
}

extension FilmIndex {
  /// The position of a person in `people`.
  func rank(of id: PersonID) -> Int? { people.firstIndex { $0.id == id } }
}

/// The words for which a search finds films of a category: their genres and languages.
private struct Categories {
  private var values = WordTable(expectedWords: 64)
  /// The folded words for each value.
  private var words: [[[UInt8]]] = []

  mutating func forEach(of film: Film, _ body: ([UInt8]) -> Void) {
    for column in [Film.Column.genres, .language] {
      film.forEachText(of: column) { text in
        let value = Int(values.number(of: text.utf8))
        if value == words.count {
          let names = column == .genres ? GenreNames.searchWords(text.string) : Language.names(of: text.string)
          words.append(names.map { Array(TextFolding.fold($0).utf8) })
        }
        for word in words[value] { body(word) }
      }
    }
  }
}
