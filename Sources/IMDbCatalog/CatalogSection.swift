import SearchIndex

/// The sections of a catalog file beside those of its `FilmSearch`, which also has the years of the films and the films
/// of the people. Films and people are numbered by rank.
enum CatalogSection: UInt32 {
  /// The number in `tt0364569`.
  case filmIDs = 0x400
  /// The films in order of their ids.
  case filmsByID
  /// Minutes; 0 if unknown.
  case runtimes
  /// See `IMDbGenre.Set`.
  case genres
  /// See `FilmFlags`.
  case flags
  /// Tenths; 0 if there is none.
  case ratings
  case votes
  /// For each film the title, the original title unless it is the same, and the Korean title, then the characters of
  /// its actors in the order of the credits. A zero byte ends each of them.
  case filmTexts
  /// Where the texts of each film end.
  case filmTextEnds
  /// For each film its credits; see `Credit`.
  case credits
  /// Where the credits of each film end.
  case creditEnds
  /// The films by their Bayesian mean, best first, then those without a rating.
  case filmsByRating
  /// The films by year, newest first, then those without a year.
  case filmsByYear
  /// The films by their titles.
  case filmsByTitle
  /// The films by the titles that Korean users see.
  case filmsByKoreanTitle
  /// The number in `nm0094435`.
  case personIDs
  /// The people in order of their ids.
  case peopleByID
  case names
  /// Where the name of each person ends.
  case nameEnds
  /// See `CatalogFact`.
  case facts
}

/// The index of a number in the section `facts`.
enum CatalogFact: Int, CaseIterable {
  /// The votes that a film needs to be one of the top rated.
  case votesOfTopRated
  /// The last year in which a film with votes came out.
  case latestYear
}

/// Properties of a film, one bit each.
struct FilmFlags: OptionSet {
  let rawValue: UInt8

  /// It is pornographic.
  static let adult = FilmFlags(rawValue: 1)
  /// See `KoreanCinema`.
  static let korean = FilmFlags(rawValue: 2)
  /// It has an original title that is not its title.
  static let foreign = FilmFlags(rawValue: 4)
}

/// A credit in the file: the kind in the highest bits, and the rank of the person in the others.
struct Credit {
  let rawValue: UInt32

  private static let kindShift: UInt32 = 30
  /// The rank of a person has to fit into the other bits.
  static let maximumPeople = 1 << 30

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ kind: IMDbTables.CreditKind, person: UInt32) {
    rawValue = UInt32(kind.rawValue) << Self.kindShift | person
  }

  var person: Int { Int(rawValue & (1 << Self.kindShift - 1)) }

  /// The kind of the credit; nil if the file is damaged.
  var kind: IMDbTables.CreditKind? { IMDbTables.CreditKind(rawValue: UInt8(rawValue >> Self.kindShift)) }
}
