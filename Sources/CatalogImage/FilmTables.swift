/// The films of a local catalog before it is written. Films, people and translations refer to each other by row.
public struct FilmTables: Sendable {
  public var texts = TextPool()
  public var films: [Film] = []
  /// The titles of the films in other languages; 0 for none.
  public var translatedTitles = noTranslations
  /// The countries that the films come from. May be empty: then no film has one.
  public var countries: [[TwoLetterCode]] = []
  /// The summaries of the plots in English; as those of the translations, they may be empty.
  public var overviews: [Text] = []
  public var translatedOverviews = noTranslations
  /// Titles under which films are found and that are not shown, such as those in other countries, in any order.
  /// `CatalogWriter` drops repetitions.
  public var otherTitles: [(film: UInt32, title: Text)] = []
  /// What people did in the films, in any order. `CatalogWriter` drops repetitions.
  public var credits: [CreditRow] = []
  /// The people of the credits, in any order. People without a credit need not be here.
  public var people: [Person] = []
  /// The names of the people in other languages. Each language may be empty.
  public var translatedNames = noTranslations

  public init() {}

  /// The position of a text in a `TextPool`. 0 is the empty text, which stands for a missing one.
  public typealias Text = UInt32

  /// A column of texts for each language of translations, the first for number 1 of `CatalogLanguage.all`.
  public typealias Translations = [[Text]]

  private static let noTranslations = Translations(repeating: [], count: CatalogLanguage.translations.count)

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

  public struct Film: Sendable {
    public var id: UInt32
    /// 0 if it is unknown, as the other numbers.
    public var year: UInt16 = 0
    public var runtime: UInt16 = 0
    public var genres: IMDbGenre.Set = []
    public var isAdult = false
    public var rating: UInt8 = 0
    /// They decide the ranks of the films and the people, also where there are no ratings.
    public var votes: UInt32 = 0
    /// The title under which the film is known. Never 0.
    public var title: Text
    /// 0, or the position of the title, if the film has no other original title.
    public var originalTitle: Text = 0
    /// The language in which the film was made. If no film has one, it is guessed which are Korean.
    public var language = TwoLetterCode(rawValue: 0)

    public init(id: UInt32, title: Text) { (self.id, self.title) = (id, title) }
  }

  /// A credit of a film before it becomes a `Credit`.
  public struct CreditRow: Sendable {
    public var film: UInt32
    public var person: UInt32
    /// The characters that an actor plays, as one text for people: `Bruce Wayne / Batman`.
    public var characters: Text
    public var kind: CreditKind
    public var order: UInt8

    public init(film: UInt32, person: UInt32, _ kind: CreditKind, order: Int, characters: Text = 0) {
      (self.film, self.person, self.kind) = (film, person, kind)
      (self.order, self.characters) = (UInt8(clamping: order), characters)
    }
  }

  public struct Person: Sendable {
    /// The number in `nm0094435`; 0 for all if the names identify the people.
    public var id: UInt32
    public var name: Text
    /// 0 if they are unknown.
    public var birthYear: UInt16 = 0
    public var deathYear: UInt16 = 0

    public init(id: UInt32 = 0, name: Text) { (self.id, self.name) = (id, name) }
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
