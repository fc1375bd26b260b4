extension CatalogFilms {
  /// The number of films of a person that are compared, the most popular ones.
  static let maximumFilmsOfPerson = 200
  /// The films with similar genres that are compared, the most popular ones.
  static let maximumOfGenres = 500

  /// Similar films, best first, among those of the same people and the popular ones with similar genres.
  func similar(to rank: Int, limit: Int) -> [Int] {
    let start = SimilarityFeatures(rank, in: self)
    var candidates = Set<Int>()
    for person in start.leadingPeople {
      candidates.formUnion(search.films(ofPerson: person).prefix(Self.maximumFilmsOfPerson))
    }
    var ofGenres = 0
    for other in 0..<count where ofGenres < Self.maximumOfGenres {
      guard start.genreSimilarity(genres[other]) >= SimilarityFeatures.minimumGenreSimilarity else { continue }
      candidates.insert(other)
      ofGenres += 1
    }
    candidates.remove(rank)
    var scored: [(score: Double, rank: Int)] = []
    for other in candidates { if let score = start.score(other, in: self) { scored.append((score, other)) } }
    scored.sort { $0.score == $1.score ? $0.rank < $1.rank : $0.score > $1.score }
    return scored.prefix(limit).map(\.rank)
  }
}

struct SimilarityFeatures {
  /// Films without a common credit have to have genres as similar as this.
  static let minimumGenreSimilarity = 0.5

  let credits: [Credit]
  private let genres: UInt32
  private let year: Int?
  private let language: UInt16
  private let isAdult: Bool

  init(_ rank: Int, in films: CatalogFilms) {
    credits = films.credits(ofFilm: rank)
    genres = films.genres[rank]
    year = films.year(rank)
    language = films.languages[rank]
    isAdult = FilmFlags(rawValue: films.flags[rank]).contains(.adult)
  }

  var leadingPeople: Set<Int> {
    Set(credits.lazy.filter { $0.kind.map { $0.rawValue <= CreditKind.writer.rawValue } ?? false }.map(\.person))
  }

  @inline(__always)
  func genreSimilarity(_ other: UInt32) -> Double {
    Double((genres & other).nonzeroBitCount) / Double(max(1, (genres | other).nonzeroBitCount))
  }

  /// The similarity; nil if they have too little in common, or it is pornographic and this is not. As people mean “more
  /// like this”, the director counts most, then genres and actors; era, language and popularity rank the rest.
  func score(_ rank: Int, in films: CatalogFilms) -> Double? {
    if !isAdult, FilmFlags(rawValue: films.flags[rank]).contains(.adult) { return nil }
    let genreSimilarity = genreSimilarity(films.genres[rank])
    var score = 4 * genreSimilarity
    var sharesCredits = false
    for credit in films.credits(ofFilm: rank) where credits.contains(where: { $0.rawValue == credit.rawValue }) {
      sharesCredits = true
      switch credit.kind {
      case .director: score += 6
      case .cast: score += 3
      case .writer: score += 2
      default: score += 1
      }
    }
    guard sharesCredits || genreSimilarity >= Self.minimumGenreSimilarity else { return nil }
    if let year, let other = films.year(rank) { score += max(0, 1 - Double(abs(year - other)) / 20) }
    if language != 0, films.languages[rank] == language { score += 1 }
    guard films.ratings[rank] > 0 else { return score }
    // Half a point for each factor of ten, and no libm, whose last digit differs between systems.
    return score + 0.5 * Double(UInt32.bitWidth - films.votes[rank].leadingZeroBitCount) / 3.32
  }
}
