/// The orders of films and people that a catalog has, as permutations of their numbers.
enum FilmPermutations {
  /// The rows of the films by rank: by votes, and those without any by year, newest first.
  static func byRank(_ films: [FilmTables.Film]) -> [UInt32] {
    sorted(films.count) { row in (UInt64(films[row].votes) << 16 | UInt64(films[row].year), ~films[row].id) }.reversed()
  }

  /// The place of each number below a count in an order; 0 for one that is not in it.
  static func inverse(_ order: [UInt32], count: Int) -> [UInt32] {
    var places = [UInt32](repeating: 0, count: count)
    for (place, element) in order.enumerated() { places[Int(element)] = UInt32(place) }
    return places
  }

  static func byID(_ ids: [UInt32]) -> [UInt32] { sorted(ids.count) { (UInt64(ids[$0]), 0) } }

  /// The ranks by year, newest first, and those without one last.
  static func byYear(_ years: [UInt16]) -> [UInt32] { sorted(years.count) { (UInt64(UInt16.max - years[$0]), 0) } }

  /// The ranks by the mean of IMDb's chart, best first, and those without a rating last: the Bayesian mean `v / (v + m)
  /// · R + m / (v + m) · C` of the rating R of v votes, where C is the mean of all films and m the minimum of votes.
  static func byRating(ratings: [UInt8], votes: [UInt32], minimumVotes: UInt32) -> [UInt32] {
    let rated = ratings.count { $0 > 0 }
    let mean = ratings.reduce(0.0) { $0 + Double($1) } / Double(max(1, rated))
    let m = Double(minimumVotes)
    return sorted(ratings.count) { rank in
      guard ratings[rank] > 0 else { return (UInt64.max, 0) }
      let v = Double(votes[rank])
      let weighted = (v * Double(ratings[rank]) + m * mean) / (v + m)
      // Numbers up to 255 keep their order as integers.
      return (UInt64(Int64.max) - UInt64(weighted * 1e15), 0)
    }
  }

  /// The votes, by rank, that a film needs for a chart of 250: 25,000, or fewer if there are not so many such films.
  static func votesOfTopRated(_ votes: [UInt32]) -> UInt32 {
    let voted = votes.firstIndex(of: 0) ?? votes.count
    guard voted > 0 else { return 1 }
    return max(1, min(25_000, votes[min(249, voted / 10)]))
  }

  /// The numbers up to a count in order of their keys, then ascending.
  private static func sorted(_ count: Int, by key: (Int) -> (UInt64, UInt32)) -> [UInt32] {
    var keyed = (0..<count).map { (key: key($0), number: UInt32($0)) }
    keyed.sort { $0.key == $1.key ? $0.number < $1.number : $0.key < $1.key }
    return keyed.map(\.number)
  }
}
