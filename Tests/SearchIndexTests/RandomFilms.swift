import SearchSupport
import TestSupport

@testable import SearchIndex

/// Films, people and queries at random, with few different words, so that much matches.
struct RandomFilms {
  private(set) var generator: SeededGenerator
  private var words: [String] = []
  var films: [NaiveSearch.Film] = []
  var names: [[String]] = []

  init(seed: UInt64, films filmCount: Int) {
    generator = SeededGenerator(seed: seed)
    words = ["the", "a", "and", "2", "ii", "two", "iv", "4", "1984", "2001"]
    for _ in 0..<30 { words.append(word(from: Array("abcde"), 1...9)) }
    for _ in 0..<12 { words.append(word(from: Array("가간나다라생기새충추억인의"), 1...4)) }
    for _ in 0..<4 { words.append(word(from: Array("千と尋侍ё"), 1...3)) }
    for _ in 0..<6 { words.append(word(from: Array("eouwi"), 1...4)) }
    for _ in 0..<filmCount / 2 {
      names.append(chance(5) ? [text(2...3), word(from: Array("가간나다라생"), 2...3)] : [text(1...3)])
    }
    for _ in 0..<filmCount {
      var film = NaiveSearch.Film(titles: [(text(1...5), .main)], year: UInt16(number(1980...2005)), people: [])
      if chance(2) { film.titles.append((text(1...4), [.variant, .translation][number(0...1)])) }
      for _ in 0..<number(0...3) { film.people.insert(number(0...names.count - 1)) }
      if chance(2) { film.categories = [["drama", "sci fi", "western"][number(0...2)]] }
      films.append(film)
    }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }

  private mutating func word(from alphabet: [Character], _ length: ClosedRange<Int>) -> String {
    String((0..<number(length)).map { _ in alphabet[number(0...alphabet.count - 1)] })
  }

  private mutating func text(_ count: ClosedRange<Int>) -> String {
    (0..<number(count)).map { _ in words[number(0...words.count - 1)] }.joined(separator: " ")
  }

  /// A title, a name or both, complete or not, with and without typing errors.
  mutating func query() -> String {
    let film = films[number(0...films.count - 1)]
    let title = film.titles[number(0...film.titles.count - 1)].text
    let person = names[number(0...names.count - 1)]
    let name = person[number(0...person.count - 1)]
    var query =
      switch number(0...11) {
      case 0: name
      case 1: title + " " + name
      case 2: title + " \(film.year)"
      case 3: text(1...3)
      case 4: joined(title)
      case 5: ["drama", "sci fi", "western 1990", "scifi", "ㄱ", "ㄱㅅ", "a b", "1984"][number(0...7)]
      case 6: title.split(separator: " ").reversed().joined(separator: " ")
      default: title
      }
    for _ in 0..<[0, 0, 0, 1, 1, 2][number(0...5)] { query = edited(query) }
    if chance(3) { query = String(query.prefix(number(1...max(1, query.count)))) }
    return query.split(separator: " ").joined(separator: " ")
  }

  private mutating func edited(_ text: String) -> String {
    var letters = Array(text)
    let index = number(0...letters.count - 1)
    switch number(0...3) {
    case 0: letters.remove(at: index)
    case 1: letters.insert(letters[index], at: index)
    case 2: letters[index] = ["a", "e", "x", "가", " "][number(0...4)]
    default: if index + 1 < letters.count { letters.swapAt(index, index + 1) }
    }
    return letters.isEmpty ? text : String(letters)
  }

  /// The index of the films in their order, and a naive search with the people ranked as in it.
  func built() throws -> (search: FilmSearch, naive: NaiveSearch) {
    let output = try builder().finish()
    var ranks: [Int: Int] = [:]
    for (rank, person) in output.people.enumerated() { ranks[person] = rank }
    let ranked = films.map { film in
      var film = film
      film.people = Set(film.people.compactMap { ranks[$0] })
      return film
    }
    return (try FilmSearch(output.image), NaiveSearch(ranked, names: output.people.map { names[$0] }))
  }

  func builder() -> FilmSearchBuilder {
    var builder = FilmSearchBuilder()
    for (number, film) in films.enumerated() {
      builder.beginFilm(year: Int(film.year), popularity: UInt32(films.count - number))
      for title in film.titles { builder.addTitle(Array(title.text.utf8), as: title.kind) }
      for category in film.categories { builder.addCategory(Array(category.utf8)) }
      for person in film.people.sorted() { builder.addCredit(person) }
    }
    for person in names { builder.addPerson(person.map { Array($0.utf8) }) }
    return builder
  }
}
