import SearchIndex

/// The credits of films in the order of the catalog, without repetitions, and the people by rank.
struct RankedCredits {
  /// By film, then by kind and order.
  private(set) var credits: [Credit] = []
  private(set) var ends: [UInt32] = []
  /// The row of each person by rank, those with the most votes of their films first. Others have none.
  private(set) var people: [UInt32] = []
  private var characters: [FilmTables.Text] = []

  init() {}

  init(_ tables: inout FilmTables.Credits, filmRanks: [UInt32], votes: [UInt32], people personCount: Int) {
    let order = Self.order(tables, filmRanks)
    var filmVotes = [UInt32](repeating: 0, count: filmRanks.count)
    for (row, rank) in filmRanks.enumerated() { filmVotes[Int(rank)] = votes[row] }
    tables.films = []
    tables.orders = []
    var weights = [UInt64](repeating: 0, count: personCount)
    var isCredited = [Bool](repeating: false, count: personCount)
    credits.reserveCapacity(order.count)
    characters.reserveCapacity(order.count)
    ends.reserveCapacity(filmRanks.count)
    var next = 0
    for film in filmRanks.indices {
      let start = credits.count
      while next < order.count, Int(order[next] >> Self.indexBits) >> Self.orderBits == film {
        let index = Int(order[next] & (1 << Self.indexBits - 1))
        next += 1
        let (person, kind) = (tables.people[index], tables.kinds[index])
        guard person < personCount, person < Credit.maximumPeople, credits.count - start < Credit.maximumPerFilm else {
          continue
        }
        let credit = Credit(kind, person: person)
        // By index: a slice that lives until the append makes it copy all credits.
        let known = start..<credits.count
        if known.contains(where: { credits[$0].rawValue == credit.rawValue }) { continue }
        if !known.contains(where: { credits[$0].person == credit.person }) {
          weights[Int(person)] += UInt64(filmVotes[film])
        }
        isCredited[Int(person)] = true
        credits.append(credit)
        characters.append(tables.characters[index])
      }
      ends.append(UInt32(credits.count))
    }
    tables = .init()
    rankPeople(weights, isCredited)
  }

  private mutating func rankPeople(_ weights: [UInt64], _ isCredited: [Bool]) {
    people = isCredited.indices.filter { isCredited[$0] }.map { UInt32($0) }
    people.sort { (weights[Int($1)], $0) < (weights[Int($0)], $1) }
    var ranks = [UInt32](repeating: 0, count: weights.count)
    for (rank, person) in people.enumerated() { ranks[Int(person)] = UInt32(rank) }
    for index in credits.indices {
      guard let kind = credits[index].kind else { continue }
      credits[index] = Credit(kind, person: ranks[credits[index].person])
    }
  }

  // A key has the rank of the film, the kind, the order and the index of the credit, so that sorting numbers sorts all.
  private static let indexBits: UInt64 = 28
  /// The number of bits that the kind and the order take.
  private static let orderBits = 11

  private static func order(_ tables: FilmTables.Credits, _ filmRanks: [UInt32]) -> [UInt64] {
    var keys: [UInt64] = []
    keys.reserveCapacity(tables.films.count)
    for index in tables.films.indices.prefix(1 << indexBits) where Int(tables.films[index]) < filmRanks.count {
      let film = UInt64(filmRanks[Int(tables.films[index])])
      let place = UInt64(tables.kinds[index].rawValue) << 8 | UInt64(tables.orders[index])
      keys.append((film << UInt64(orderBits) | place) << indexBits | UInt64(index))
    }
    keys.sort()
    return keys
  }

  private func range(ofFilm rank: Int) -> Range<Int> { (rank == 0 ? 0 : Int(ends[rank - 1]))..<Int(ends[rank]) }

  func forEach(ofFilm rank: Int, _ body: (Credit, FilmTables.Text) -> Void) {
    for index in range(ofFilm: rank) { body(credits[index], characters[index]) }
  }

  /// Calls the closure with the ranks of the people of a film, each once.
  func forEachPerson(ofFilm rank: Int, _ body: (Int) -> Void) {
    let range = range(ofFilm: rank)
    for index in range {
      let person = credits[index].person
      if !(range.lowerBound..<index).contains(where: { credits[$0].person == person }) { body(person) }
    }
  }

  /// The characters are in the file.
  mutating func releaseCharacters() { characters = [] }
}
