/// The films of IMDb's files that an import keeps, as columns: the row of an entity is its index in every column.
///
/// A large import has millions of rows. Columns of numbers need a fraction of the memory of objects, and `CatalogFile`
/// releases each as soon as it is written.
public struct IMDbTables: Sendable {
  /// The texts of all columns.
  public var texts = TextPool()
  /// The films, in any order, each id once.
  public var films = Films()
  /// Further titles of films. `CatalogFile` drops repetitions.
  public var otherTitles = OtherTitles()
  /// The directors, writers and actors of the films, in any order. `CatalogFile` drops repetitions.
  public var credits = Credits()
  /// The people of the credits, in any order, each id once. People without a credit need not be here.
  public var people = People()

  /// Empty tables.
  public init() {}

  /// The position of a text in a `TextPool`. 0 is the empty text, which stands for a missing one.
  public typealias Text = UInt32

  /// Texts in UTF-8, one after the other, each ended by a zero byte.
  public struct TextPool: Sendable {
    public private(set) var bytes: [UInt8] = [0]

    /// Adds a text. A zero byte in it ends it; it need not be valid UTF-8.
    ///
    /// - Returns: its position; nil if the pool has no room for it, which it has for four gigabytes.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Text? {
      if text.isEmpty { return 0 }
      guard bytes.count + text.count < Int(UInt32.max) else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text)
      bytes.append(0)
      return UInt32(start)
    }

    /// The text at a position.
    static func text(_ start: Text, in pool: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      var end = min(Int(start), pool.count)
      while end < pool.count, pool[end] != 0 { end += 1 }
      return UnsafeBufferPointer(rebasing: pool[min(Int(start), end)..<end])
    }

    /// Reserves memory for many texts, so that they are not copied as the pool grows.
    public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }
  }

  /// The columns of the films.
  public struct Films: Sendable {
    /// The number in `tt0364569`.
    public var ids: [UInt32] = []
    /// 0 if it is unknown, also in the other columns of numbers.
    public var years: [UInt16] = []
    /// Minutes.
    public var runtimes: [UInt16] = []
    public var genres: [IMDbGenre.Set] = []
    /// Whether the film is pornographic.
    public var areAdult: [Bool] = []
    /// Tenths, 10 to 100.
    public var ratings: [UInt8] = []
    public var votes: [UInt32] = []
    /// The titles that IMDb calls primary. Never 0.
    public var titles: [Text] = []
    /// 0, or the position of the title, if the film has no other original title.
    public var originalTitles: [Text] = []
    /// The titles in South Korea, which `ko` shows.
    public var koreanTitles: [Text] = []
  }

  /// Titles under which films are found and that are not shown, such as those in other countries.
  public struct OtherTitles: Sendable {
    public var films: [UInt32] = []
    public var titles: [Text] = []
  }

  /// The kind of a person's work in a film.
  public enum CreditKind: UInt8, Sendable {
    case director, writer, cast
  }

  /// The columns of the credits.
  public struct Credits: Sendable {
    /// The row of the film.
    public var films: [UInt32] = []
    /// The row of the person.
    public var people: [UInt32] = []
    public var kinds: [CreditKind] = []
    /// Sorts the credits of one kind of a film.
    public var orders: [UInt8] = []
    /// The characters that an actor plays, as one text for people: `Bruce Wayne / Batman`.
    public var characters: [Text] = []
  }

  /// The columns of the people.
  public struct People: Sendable {
    /// The number in `nm0094435`.
    public var ids: [UInt32] = []
    public var names: [Text] = []
  }
}
