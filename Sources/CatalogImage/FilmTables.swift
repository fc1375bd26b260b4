import Text

/// The films of a local catalog before it is written, as columns, which take a fraction of the memory of objects. The
/// row of an entity is its index in every column.
public struct FilmTables: Sendable {
  public var texts = TextPool()
  public var films = Films()
  /// Further titles of films. `CatalogWriter` drops repetitions.
  public var otherTitles = OtherTitles()
  /// What people did in the films, in any order. `CatalogWriter` drops repetitions.
  public var credits = Credits()
  /// The people of the credits, in any order, each id once. People without a credit need not be here.
  public var people = People()

  public init() {}

  /// The position of a text in a `TextPool`. 0 is the empty text, which stands for a missing one.
  public typealias Text = UInt32

  /// A column of texts for each language of translations, the first for number 1 of `CatalogLanguage.all`.
  public typealias Translations = [[Text]]

  public static let noTranslations = Translations(repeating: [], count: CatalogLanguage.translations.count)

  /// Texts in UTF-8, one after the other, each ended by a zero byte.
  public struct TextPool: Sendable {
    public private(set) var bytes: [UInt8] = [0]

    /// Adds a text up to a zero byte. Returns its position; nil if there would be more than four gigabytes.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Text? {
      if text.isEmpty { return 0 }
      guard bytes.count + text.count < Int(UInt32.max) else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text)
      bytes.append(0)
      return UInt32(start)
    }

    static func text(_ start: Text, in pool: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      var end = min(Int(start), pool.count)
      while end < pool.count, pool[end] != 0 { end += 1 }
      return UnsafeBufferPointer(rebasing: pool[min(Int(start), end)..<end])
    }

    /// Reserves memory for many texts, so that they are not copied as the pool grows.
    public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }
  }

  /// The columns of the films. Those that say so may be empty: then no film has a value.
  public struct Films: Sendable {
    public var ids: [UInt32] = []
    /// 0 if it is unknown, also in the other columns of numbers.
    public var years: [UInt16] = []
    public var runtimes: [UInt16] = []
    public var genres: [IMDbGenre.Set] = []
    public var areAdult: [Bool] = []
    public var ratings: [UInt8] = []
    /// They decide the ranks of the films and the people, also where there are no ratings.
    public var votes: [UInt32] = []
    /// The titles under which the films are known. Never 0.
    public var titles: [Text] = []
    /// 0, or the position of the title, if the film has no other original title.
    public var originalTitles: [Text] = []
    public var translatedTitles = noTranslations
    /// The languages in which the films were made. May be empty.
    public var languages: [TwoLetterCode] = []
    /// The countries that the films come from. May be empty.
    public var countries: [[TwoLetterCode]] = []
    /// The summaries of the plots in English. May be empty, as may each language of the translations.
    public var overviews: [Text] = []
    public var translatedOverviews = noTranslations

    /// Keeps these rows of an import only.
    public mutating func keep(_ rows: [Int]) {
      func kept<Element>(_ column: [Element]) -> [Element] { rows.map { column[$0] } }
      (ids, years, runtimes, genres) = (kept(ids), kept(years), kept(runtimes), kept(genres))
      (areAdult, ratings, votes) = (kept(areAdult), kept(ratings), kept(votes))
      (titles, originalTitles) = (kept(titles), kept(originalTitles))
      translatedTitles = translatedTitles.map(kept)
    }
  }

  /// Titles under which films are found and that are not shown, such as those in other countries.
  public struct OtherTitles: Sendable {
    public var films: [UInt32] = []
    public var titles: [Text] = []
  }

  public struct Credits: Sendable {
    public var films: [UInt32] = []
    public var people: [UInt32] = []
    public var kinds: [CreditKind] = []
    public var orders: [UInt8] = []
    /// The characters that an actor plays, as one text for people: `Bruce Wayne / Batman`.
    public var characters: [Text] = []
  }

  public struct People: Sendable {
    /// The number in `nm0094435`. May be empty: then the names identify the people.
    public var ids: [UInt32] = []
    public var names: [Text] = []
    /// 0 if they are unknown. May be empty.
    public var birthYears: [UInt16] = []
    public var deathYears: [UInt16] = []
    /// Each language may be empty.
    public var translatedNames = noTranslations
  }
}

/// A code of ISO 639-1 or ISO 3166-1 as a number; 0 for none.
public struct TwoLetterCode: Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public init(_ text: String) {
    let letters = Array(text.utf8)
    rawValue = letters.count == 2 ? UInt16(letters[0]) << 8 | UInt16(letters[1]) : 0
  }

  public var text: String? {
    rawValue == 0 ? nil : String(decoding: [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)], as: UTF8.self)
  }
}
