private enum CrewColumn: Int, DatasetColumn { case tconst, directors, writers }

private enum PrincipalsColumn: Int, DatasetColumn { case tconst, ordering, nconst, category, characters }

extension Importer {
  /// The number of directors of a film that are imported, and of writers. Films of many episodes have hundreds.
  private static var maximumCrew: Int { 20 }
  /// The number of people of a film that are imported, by the kind of their work in `title.principals`.
  fileprivate static func maximum(of kind: CreditKind) -> Int {
    switch kind {
    case .cast: 10
    case .director, .writer: maximumCrew
    default: 3
    }
  }

  mutating func importCrew() throws(ImportError) {
    counts[.crew] = try TableReader<CrewColumn>.read(.crew, folder: folder, report: report) {
      row, _ throws(ImportError) in
      guard let id = row[.tconst].identifier("tt") else { return .identifier }
      guard let film = films.row(of: id) else { return .otherTitle }
      guard Self.isValid(row[.directors]), Self.isValid(row[.writers]) else { return .identifier }
      addCrew(row[.directors], .director, film)
      addCrew(row[.writers], .writer, film)
      return nil
    }
  }

  private static func isValid(_ list: Field) -> Bool {
    if list.isMissing { return true }
    var isValid = true
    list.forEachElement { if $0.identifier("nm") == nil { isValid = false } }
    return isValid
  }

  private mutating func addCrew(_ list: Field, _ kind: CreditKind, _ film: UInt32) {
    if list.isMissing { return }
    var order = 0
    list.forEachElement { element in
      if order < Self.maximumCrew, let id = element.identifier("nm") {
        tables.credits.append(.init(film: film, person: person(id), kind, order: order))
      }
      order += 1
    }
  }

  /// Reads the cast and the crew of the films; their directors and writers too if there is no file of those.
  mutating func importPrincipals() throws(ImportError) {
    let readsCrew = counts[.crew] == nil
    var characters = CharacterTexts()
    var current = PeopleOfFilm(film: .max)
    counts[.principals] = try TableReader<PrincipalsColumn>.read(.principals, folder: folder, report: report) {
      row, counts throws(ImportError) in
      guard let id = row[.tconst].identifier("tt") else { return .identifier }
      guard let film = films.row(of: id) else { return .otherTitle }
      guard let kind = Self.kind(row[.category]), readsCrew || kind != .director && kind != .writer else {
        return .otherCategory
      }
      guard let person = row[.nconst].identifier("nm") else { return .identifier }
      guard let order = row[.ordering].number else { return .number }
      if film != current.film { current = PeopleOfFilm(film: film) }
      guard current.counts[Int(kind.rawValue)] < Self.maximum(of: kind) else { return .minorRole }
      if current.orders.contains(order) { return .duplicate }
      current.orders.append(order)
      current.counts[Int(kind.rawValue)] += 1
      let text = kind == .cast ? try characters.add(row[.characters], to: &tables.texts) : 0
      if text == nil { counts.dropValue() }
      tables.credits.append(.init(film: film, person: self.person(person), kind, order: order, characters: text ?? 0))
      return nil
    }
  }

  private static func kind(_ category: Field) -> CreditKind? {
    if category.equals("actor") || category.equals("actress") || category.equals("self") { return .cast }
    return Self.jobs.first { category.equals($0.name) }?.kind
  }

  private static var jobs: [(name: StaticString, kind: CreditKind)] {
    [
      ("director", .director), ("writer", .writer), ("producer", .producer), ("cinematographer", .cinematographer),
      ("editor", .editor), ("composer", .composer), ("production_designer", .productionDesigner),
    ]
  }

  private mutating func person(_ id: UInt32) -> UInt32 {
    let next = UInt32(tables.people.count)
    let row = people.insert(id, row: next)
    if row == next { tables.people.append(.init(id: id, name: 0)) }
    return row
  }
}

/// The people so far of the film that the rows are about. Rows about a film follow each other, in their order.
private struct PeopleOfFilm {
  let film: UInt32
  var counts = InlineArray<8, Int>(repeating: 0)
  /// No more than the maxima of all kinds together.
  var orders: [Int] = []
}
