/// The credits of films in the order of the catalog, without repetitions, and the people by rank.
struct RankedCredits {
  /// The raw values of each film's credits, by kind and order.
  private(set) var credits = Lists<UInt32>()
  /// The row of each person by rank, those with the most votes of their films first. Others have none.
  private(set) var people: [UInt32] = []
  private var characters: [FilmTables.Text] = []

  init() {}

  /// - Parameter votes: by rank of the film.
  init(_ rows: inout [FilmTables.CreditRow], filmRanks: [UInt32], votes: [UInt32], people personCount: Int) {
    let maximum = min(personCount, Credit.maximumPeople)
    rows.removeAll { Int($0.film) >= filmRanks.count || $0.person >= maximum }
    for index in rows.indices { rows[index].film = filmRanks[Int(rows[index].film)] }
    rows.sort { ($0.film, $0.kind.rawValue, $0.order) < ($1.film, $1.kind.rawValue, $1.order) }
    var weights = [UInt64](repeating: 0, count: personCount)
    var isCredited = [Bool](repeating: false, count: personCount)
    credits = Lists(capacity: filmRanks.count)
    credits.elements.reserveCapacity(rows.count)
    characters.reserveCapacity(rows.count)
    var next = 0
    for film in filmRanks.indices {
      let start = credits.elements.count
      while next < rows.count, rows[next].film == film {
        let row = rows[next]
        next += 1
        let credit = Credit(row.kind, person: row.person)
        // By index: a slice that lives until the append makes it copy all credits.
        let known = start..<credits.elements.count
        if known.count >= Credit.maximumPerFilm || known.contains(where: { credits.elements[$0] == credit.rawValue }) {
          continue
        }
        if !known.contains(where: { Credit(rawValue: credits.elements[$0]).person == credit.person }) {
          weights[Int(row.person)] += UInt64(votes[film])
        }
        isCredited[Int(row.person)] = true
        credits.elements.append(credit.rawValue)
        characters.append(row.characters)
      }
      credits.endList()
    }
    rows = []
    rankPeople(weights, isCredited)
  }

  private mutating func rankPeople(_ weights: [UInt64], _ isCredited: [Bool]) {
    people = isCredited.indices.filter { isCredited[$0] }.map { UInt32($0) }
    people.sort { (weights[Int($1)], $0) < (weights[Int($0)], $1) }
    let ranks = FilmPermutations.inverse(people, count: weights.count)
    for index in credits.elements.indices {
      let credit = Credit(rawValue: credits.elements[index])
      guard let kind = credit.kind else { continue }
      credits.elements[index] = Credit(kind, person: ranks[credit.person]).rawValue
    }
  }

  func forEach(ofFilm rank: Int, _ body: (Credit, FilmTables.Text) -> Void) {
    for index in credits.range(of: rank) { body(Credit(rawValue: credits.elements[index]), characters[index]) }
  }

  /// The films of each person.
  var filmsByPerson: Lists<UInt32> {
    Lists(ofNumbersBelow: people.count) { body in
      for film in 0..<credits.count {
        let range = credits.range(of: film)
        for index in range {
          let person = Credit(rawValue: credits.elements[index]).person
          let known = range.lowerBound..<index
          if !known.contains(where: { Credit(rawValue: credits.elements[$0]).person == person }) {
            body(person, UInt32(film))
          }
        }
      }
    }
  }

  /// The characters are in the file.
  mutating func releaseCharacters() { characters = [] }
}
