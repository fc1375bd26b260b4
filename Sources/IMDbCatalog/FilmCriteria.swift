import SearchIndex

/// What films have to meet. A scan of the columns in question finds them all.
struct FilmCriteria {
  /// All of these.
  var genres: IMDbGenre.Set = []
  /// None of these.
  var excludedGenres: IMDbGenre.Set = []
  /// The bounds of a known year.
  var years: ClosedRange<UInt16>?
  /// The bounds of a known running time in minutes.
  var runtimes: ClosedRange<UInt16>?
  /// Tenths.
  var minimumRating: UInt8?
  var minimumVotes: UInt32?
  /// All of these.
  var flags: FilmFlags = []
  /// None of these.
  var excludedFlags: FilmFlags = []
  /// The films of a person.
  var among: [Int]?
}

extension ImportedFilms {
  /// The films that meet criteria; nil for all films.
  func set(_ criteria: FilmCriteria) -> FilmSet? {
    var set: FilmSet?
    func restrict<Element>(_ column: ArrayView<Element>, _ isMet: (Element) -> Bool) {
      if set == nil { set = FilmSet(all: count) }
      set?.formIntersection(column, isMet)
    }
    if let among = criteria.among { set = FilmSet(among, count: count) }
    let (wanted, unwanted) = (criteria.genres.rawValue, criteria.excludedGenres.rawValue)
    if wanted | unwanted != 0 { restrict(genres) { $0 & (wanted | unwanted) == wanted } }
    let (needed, excluded) = (criteria.flags.rawValue, criteria.excludedFlags.rawValue)
    if needed | excluded != 0 { restrict(flags) { $0 & (needed | excluded) == needed } }
    if let bounds = criteria.years { restrict(years) { $0 >= bounds.lowerBound && $0 <= bounds.upperBound } }
    if let bounds = criteria.runtimes { restrict(runtimes) { $0 >= bounds.lowerBound && $0 <= bounds.upperBound } }
    if let minimum = criteria.minimumRating { restrict(ratings) { $0 >= minimum } }
    if let minimum = criteria.minimumVotes { restrict(votes) { $0 >= minimum } }
    return set
  }
}

/// A set of films, one bit for each.
struct FilmSet {
  private(set) var words: [UInt64]

  init(all count: Int) {
    words = [UInt64](repeating: .max, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = 1 << UInt64(count % 64) - 1 }
  }

  init(_ films: [Int], count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for film in films where film < count { words[film / 64] |= 1 << UInt64(film % 64) }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inline(__always)
  func contains(_ film: Int) -> Bool {
    film / 64 < words.count && words[film / 64] & 1 << UInt64(film % 64) != 0
  }

  /// Keeps the films whose values in a column meet a condition.
  @inline(__always)
  mutating func formIntersection<Element>(_ column: ArrayView<Element>, _ isMet: (Element) -> Bool) {
    let values = column.slice(0..<column.count)
    for index in words.indices where words[index] != 0 {
      var bits: UInt64 = 0
      let start = index * 64
      for place in start..<min(start + 64, values.count) {
        bits |= (isMet(values[place]) ? 1 : 0) << UInt64(place - start)
      }
      words[index] &= bits
    }
  }

  /// The films in order of their ranks.
  var ranks: [Int] {
    var ranks: [Int] = []
    ranks.reserveCapacity(count)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        ranks.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return ranks
  }
}
