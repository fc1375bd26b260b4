/// The sections of a catalog beside those of its `FilmSearch`. Films and people are numbered by rank.
public enum CatalogSection: UInt32, CaseIterable, Sendable {
  case filmIDs = 0x400
  case filmsByID
  /// Minutes; 0 if unknown.
  case runtimes
  case genres
  case flags
  /// Tenths; 0 if there is none.
  case ratings
  case votes
  /// For each film the title, the original one unless it is the same, one in each language of translations, and the
  /// characters of its credits. A zero byte ends each of them.
  case filmTexts
  case filmTextEnds
  /// For each film its credits by kind and order; see `Credit`.
  case credits
  case creditEnds
  /// The films by their Bayesian mean, best first, then those without a rating.
  case filmsByRating
  case filmsByYear
  /// The number in `nm0094435`; empty if the names identify the people.
  case personIDs
  case peopleByID
  /// The years in which the people were born and died; 0 if unknown. Empty if no person has one.
  case birthYears, deathYears
  case facts
  /// See `TwoLetterCode`. Empty if no film has a language.
  case languages
  /// The countries of each film; see `TwoLetterCode`.
  case countries
  /// Where the countries of each film end. Empty if no film has a country.
  case countryEnds
}

/// The sections that a catalog has for each language of `CatalogLanguage.all`.
public enum TranslatedSection: UInt32, CaseIterable, Sendable {
  /// The films by the titles that users of the language see.
  case filmsByTitle = 0x500
  /// The summaries of the films; empty if there are none in this language.
  case overviews = 0x520
  case overviewEnds = 0x540
  /// The names of the people; empty if there are none in this language.
  case names = 0x560
  case nameEnds = 0x580

  /// - Parameter language: its number in `CatalogLanguage.all`.
  public func section(_ language: Int) -> UInt32 { rawValue + UInt32(language) }

  static func isText(_ section: UInt32) -> Bool {
    let base = section & ~0x1F
    return section == CatalogSection.filmTexts.rawValue || base == overviews.rawValue || base == names.rawValue
  }
}

extension SectionImage {
  public var encodedCatalog: (image: [UInt8], texts: [UInt8]) { encoded(texts: TranslatedSection.isText) }
}

public enum CatalogFact: Int, CaseIterable, Sendable {
  /// The votes that a film needs to be one of the top rated.
  case votesOfTopRated
  case latestYear
}

public struct FilmFlags: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let adult = FilmFlags(rawValue: 1)
  /// It is in Korean. Where languages are not known, see `KoreanCinema`.
  public static let korean = FilmFlags(rawValue: 2)
  /// It is not in English. Where languages are not known: it has an original title that is not its title.
  public static let foreign = FilmFlags(rawValue: 4)
}

/// The kind of work, in the order of a film's credits. Lists show only directors and the cast, which come first.
public enum CreditKind: UInt8, CaseIterable, Sendable {
  case director, cast, writer, producer, cinematographer, editor, composer, productionDesigner
}

/// A credit in a catalog: the kind in the highest bits, and the rank of the person in the others.
public struct Credit: Sendable {
  public let rawValue: UInt32

  private static let kindShift: UInt32 = 29
  /// The rank of a person has to fit into the other bits.
  static let maximumPeople = 1 << 29
  /// Further credits of a film are dropped.
  public static let maximumPerFilm = 1_000

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ kind: CreditKind, person: UInt32) { rawValue = UInt32(kind.rawValue) << Self.kindShift | person }

  public var person: Int { Int(rawValue & (1 << Self.kindShift - 1)) }

  public var kind: CreditKind? { CreditKind(rawValue: UInt8(rawValue >> Self.kindShift)) }
}

public enum IMDbGenre {
  /// Genres as the bits of a number, in the order of `NameTable.genres`.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(number: Int) { rawValue = 1 << UInt32(number) }

    /// The set of the genre with a name in IMDb's files; nil if IMDb has no such genre.
    public init?(named name: String) {
      guard let number = IMDbGenre.names.firstIndex(of: name) else { return nil }
      self.init(number: number)
    }
  }

  public static let names = NameTable.genres.keys
}
