import SectionImage

/// Builds the index of a `FilmSearch`.
///
/// Films and people may come in any order, one of each at a time. All text is folded, in UTF-8.
public struct FilmSearchBuilder {
  /// An index, and the order of what is in it.
  public struct Output {
    public var image: SectionImage
    public var order: Order
  }

  /// The films and the people in the order of their ranks.
  public struct Order {
    /// By rank, the number of the film in the order in which the films were added.
    public var films: [UInt32]
    /// By rank, the number of the person in the order in which the people were added.
    public var people: [UInt32]
  }

  private var titles = TitleIndexBuilder()
  private var people = PersonIndexBuilder()
  private var popularity: [UInt32] = []
  private var credits: [(person: UInt32, film: UInt32)] = []

  public init() {}

  /// Begins a film.
  ///
  /// - Parameters:
  ///   - year: 0 if it is unknown.
  ///   - popularity: decides its rank; of equal ones, the film that was added first ranks higher.
  public mutating func beginFilm(year: Int, popularity: UInt32) {
    titles.beginFilm(year: year)
    self.popularity.append(popularity)
  }

  /// Adds a title of the current film.
  public mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    titles.addTitle(folded, as: kind)
  }

  /// Adds a category of the current film, such as a genre.
  public mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>) { titles.addCategory(folded) }

  /// Adds a person of the current film, once.
  ///
  /// - Parameter person: its number in the order in which people are added, before or after this.
  public mutating func addCredit(_ person: Int) {
    credits.append((UInt32(person), UInt32(popularity.count - 1)))
  }

  public mutating func endFilm() { titles.endFilm() }

  /// Adds a name of the current person.
  public mutating func addName(_ folded: UnsafeBufferPointer<UInt8>) { people.addName(folded) }

  public mutating func endPerson() { people.endPerson() }

  /// Builds the index. People rank by the popularity of all their films together.
  ///
  /// - Parameters:
  ///   - isChecked: whether the image gets checksums, which a file needs.
  ///   - addSections: adds further sections, whose numbers begin at 0x400.
  public consuming func finish(
    isChecked: Bool = true,
    adding addSections: (Order, inout SectionImageWriter) throws(SectionImageError) -> Void = { _, _ in }
  ) throws(SectionImageError) -> Output {
    var writer = SectionImageWriter()
    let order = finish(to: &writer)
    try addSections(order, &writer)
    return Output(image: try writer.finish(isChecked: isChecked), order: order)
  }

  /// Adds the arrays of the index to an image.
  consuming func finish(to writer: inout some SectionWriter) -> Order {
    var weights = [UInt64](repeating: 0, count: people.personCount)
    for credit in credits { weights[Int(credit.person)] += UInt64(popularity[Int(credit.film)]) }
    let order = Order(films: Self.order(by: popularity), people: Self.order(by: weights))
    let (filmRanks, personRanks) = (Self.ranks(order.films), Self.ranks(order.people))
    people.finish(ranks: personRanks, to: &writer) { [credits] body in
      for credit in credits { body(Int(personRanks[Int(credit.person)]), filmRanks[Int(credit.film)]) }
    }
    titles.finish(ranks: filmRanks, to: &writer)
    return order
  }

  /// The numbers of the documents by rank.
  private static func order(by weights: [some FixedWidthInteger]) -> [UInt32] {
    let all = (0..<UInt32(weights.count))
    let isOrdered = zip(weights, weights.dropFirst()).allSatisfy { $0 >= $1 }
    return isOrdered ? Array(all) : all.sorted { (weights[Int($1)], $0) < (weights[Int($0)], $1) }
  }

  /// The rank of each document.
  private static func ranks(_ order: [UInt32]) -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, document) in order.enumerated() { ranks[Int(document)] = UInt32(rank) }
    return ranks
  }
}
