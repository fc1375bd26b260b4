/// The filters of a list of films. A scan of their columns finds all films that pass.
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
    func restrict(_ formIntersection: (inout FilmSet) -> Void) {
      var restricted = set ?? FilmSet(all: count)
      set = nil
      formIntersection(&restricted)
      set = restricted
    }
    if let among = criteria.among { set = FilmSet(among, count: count) }
    let (wanted, unwanted) = (criteria.genres.rawValue, criteria.excludedGenres.rawValue)
    if wanted | unwanted != 0 { restrict { $0.formIntersection(genres, with: wanted, without: unwanted) } }
    let (needed, excluded) = (criteria.flags.rawValue, criteria.excludedFlags.rawValue)
    if needed | excluded != 0 { restrict { $0.formIntersection(flags, with: needed, without: excluded) } }
    if let bounds = criteria.years { restrict { $0.formIntersection(years, in: bounds) } }
    if let bounds = criteria.runtimes { restrict { $0.formIntersection(runtimes, in: bounds) } }
    if let minimum = criteria.minimumRating { restrict { $0.formIntersection(ratings, in: minimum...(.max)) } }
    if let minimum = criteria.minimumVotes { restrict { $0.formIntersection(votes, in: minimum...(.max)) } }
    return set
  }
}
