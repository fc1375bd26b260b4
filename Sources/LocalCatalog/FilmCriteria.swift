/// The filters of a list of films. A scan of their columns finds all films that pass.
struct FilmCriteria {
  var genres: IMDbGenre.Set = []
  var excludedGenres: IMDbGenre.Set = []
  var years: ClosedRange<UInt16>?
  var runtimes: ClosedRange<UInt16>?
  var minimumRating: UInt8?
  var minimumVotes: UInt32?
  var flags: FilmFlags = []
  var excludedFlags: FilmFlags = []
  var language: TwoLetterCode?
  var country: TwoLetterCode?
  var among: [Int]?
}

extension CatalogFilms {
  func set(_ criteria: FilmCriteria) -> RankSet? {
    var set = criteria.among.map { RankSet($0, documentCount: count) }
    func restrict(_ formIntersection: (RankSet) -> Void) {
      let restricted = set ?? RankSet(all: count)
      formIntersection(restricted)
      set = restricted
    }
    let (wanted, unwanted) = (criteria.genres.rawValue, criteria.excludedGenres.rawValue)
    if wanted | unwanted != 0 { restrict { $0.formIntersection(genres, with: wanted, without: unwanted) } }
    let (needed, excluded) = (criteria.flags.rawValue, criteria.excludedFlags.rawValue)
    if needed | excluded != 0 { restrict { $0.formIntersection(flags, with: needed, without: excluded) } }
    if let bounds = criteria.years { restrict { $0.formIntersection(years, in: bounds) } }
    if let bounds = criteria.runtimes { restrict { $0.formIntersection(runtimes, in: bounds) } }
    if let minimum = criteria.minimumRating { restrict { $0.formIntersection(ratings, in: minimum...(.max)) } }
    if let minimum = criteria.minimumVotes { restrict { $0.formIntersection(votes, in: minimum...(.max)) } }
    if let code = criteria.language?.rawValue { restrict { $0.formIntersection(languages, in: code...code) } }
    if let country = criteria.country?.rawValue {
      let films = (0..<countries.count).filter { countries[$0].contains(country) }
      restrict { $0.formIntersection(RankSet(films, documentCount: count)) }
    }
    return set
  }
}
