import IMDbCatalog
import Platform

private enum CrewColumn: Int, DatasetColumn {
  case tconst, directors, writers
}

private enum PrincipalsColumn: Int, DatasetColumn {
  case tconst, ordering, nconst, category, characters
}

extension Importer {
  /// The number of directors of a film that are imported, and of writers. Films of many episodes have hundreds.
  private static var maximumCrew: Int { 20 }
  /// The number of the leading cast of a film.
  private static var maximumCast: Int { 10 }

  /// Reads the directors and the writers of the films.
  mutating func importCrew() throws(ImportError) {
    var reader = try TableReader<CrewColumn>.open(.crew, folder: folder, monitor: monitor)
    while let row = try reader.next() {
      guard let id = row[.tconst].identifier("tt") else {
        reader.skip(.identifier)
        continue
      }
      guard let film = films.row(of: id) else {
        reader.skip(.otherTitle)
        continue
      }
      let isValid = Self.isValid(row[.directors]) && Self.isValid(row[.writers])
      guard isValid else {
        reader.skip(.identifier)
        continue
      }
      addCrew(row[.directors], .director, film)
      addCrew(row[.writers], .writer, film)
    }
    counts[.crew] = reader.counts
  }

  /// Whether it is a list of people's ids.
  private static func isValid(_ list: Field) -> Bool {
    if list.isMissing { return true }
    var isValid = true
    list.forEachElement { if $0.identifier("nm") == nil { isValid = false } }
    return isValid
  }

  private mutating func addCrew(_ list: Field, _ kind: IMDbTables.CreditKind, _ film: UInt32) {
    if list.isMissing { return }
    var order = 0
    list.forEachElement { element in
      if order < Self.maximumCrew, let id = element.identifier("nm") {
        addCredit(film, person(id), kind, order: order, characters: 0)
      }
      order += 1
    }
  }

  /// Reads the cast of the films; their directors and writers too if there is no file of those.
  mutating func importPrincipals() throws(ImportError) {
    var reader = try TableReader<PrincipalsColumn>.open(.principals, folder: folder, monitor: monitor)
    let readsCrew = counts[.crew] == nil
    var characters = CharacterTexts()
    var current = CastOfFilm(film: .max)
    while let row = try reader.next() {
      guard let id = row[.tconst].identifier("tt") else {
        reader.skip(.identifier)
        continue
      }
      guard let film = films.row(of: id) else {
        reader.skip(.otherTitle)
        continue
      }
      guard let kind = Self.kind(row[.category]), kind == .cast || readsCrew else {
        reader.skip(.otherCategory)
        continue
      }
      guard let person = row[.nconst].identifier("nm") else {
        reader.skip(.identifier)
        continue
      }
      guard let order = row[.ordering].number else {
        reader.skip(.number)
        continue
      }
      if film != current.film { current = CastOfFilm(film: film) }
      guard current.orders.insert(order) else {
        reader.skip(.duplicate)
        continue
      }
      guard kind == .cast else {
        addCredit(film, self.person(person), kind, order: order, characters: 0)
        continue
      }
      guard current.castCount < Self.maximumCast else {
        reader.skip(.minorRole)
        continue
      }
      guard let text = try characters.add(row[.characters], to: &tables.texts) else {
        reader.skip(.text)
        continue
      }
      current.castCount += 1
      addCredit(film, self.person(person), .cast, order: order, characters: text)
    }
    counts[.principals] = reader.counts
  }

  private static func kind(_ category: Field) -> IMDbTables.CreditKind? {
    if category.equals("actor") || category.equals("actress") || category.equals("self") { return .cast }
    if category.equals("director") { return .director }
    return category.equals("writer") ? .writer : nil
  }

  private mutating func addCredit(
    _ film: UInt32, _ person: UInt32, _ kind: IMDbTables.CreditKind, order: Int, characters: IMDbTables.Text
  ) {
    tables.credits.films.append(film)
    tables.credits.people.append(person)
    tables.credits.kinds.append(kind)
    tables.credits.orders.append(UInt8(clamping: order))
    tables.credits.characters.append(characters)
  }

  /// The row of a person, whose name is read later.
  private mutating func person(_ id: UInt32) -> UInt32 {
    let next = UInt32(tables.people.ids.count)
    let row = people.insert(id, row: next)
    if row == next {
      tables.people.ids.append(id)
      tables.people.names.append(0)
    }
    return row
  }
}

/// The cast so far of the film that the rows are about. Rows about a film follow each other, in their order.
private struct CastOfFilm {
  let film: UInt32
  var castCount = 0
  var orders = OrderSet()
}

/// The orders of rows: ascending in sound files.
private struct OrderSet {
  private var last = -1
  /// Ascending, each less than `last`.
  private var others: [Int] = []
  /// Those that came after a greater one.
  private var late: Set<Int> = []

  /// Returns false if it has the order already.
  @inline(__always)
  mutating func insert(_ order: Int) -> Bool {
    if order > last {
      if last >= 0 { others.append(last) }
      last = order
      return true
    }
    return insertEarlier(order)
  }

  private mutating func insertEarlier(_ order: Int) -> Bool {
    let place = others.indices.partitioningIndex { others[$0] >= order }
    guard order != last, place == others.count || others[place] != order else { return false }
    return late.insert(order).inserted
  }
}
