/// Builds the index of a `FilmSearch`.
///
/// Films and people may come in any order, one of each at a time. All text is folded, in UTF-8.
public struct FilmSearchBuilder {
  /// An index, and the order of what is in it.
  public struct Output {
    public var image: IndexImage
    public var order: Order
  }

  /// Which film and which person has which rank.
  public struct Order {
    /// By rank, the number of the film in the order in which the films were added.
    public var films: [UInt32]
    /// By rank, the number of the person in the order in which the people were added.
    public var people: [UInt32]
  }

  private var titles: TermIndexBuilder
  private var people: TermIndexBuilder
  private var terms = FilmTerms()
  private var years: [UInt16] = []
  private var popularity: [UInt32] = []
  private var credits: [(person: UInt32, film: UInt32)] = []

  /// - Parameters: the number of films and people, roughly.
  public init(expectedFilms: Int, expectedPeople: Int) {
    titles = TermIndexBuilder(expectedWords: expectedFilms * 8)
    people = TermIndexBuilder(expectedWords: expectedPeople * 3)
  }

  /// Begins a film.
  ///
  /// - Parameters:
  ///   - year: 0 if it is unknown.
  ///   - popularity: decides its rank; of equal ones, the film that was added first ranks higher.
  public mutating func beginFilm(year: Int, popularity: UInt32) {
    years.append(UInt16(clamping: year))
    self.popularity.append(popularity)
  }

  /// Adds a title of the current film.
  ///
  /// - Parameter isTranslation: a translation ranks after other films with this title.
  public mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, isTranslation: Bool) {
    terms.addTitle(folded, isTranslation: isTranslation, to: &titles)
  }

  /// Adds a category of the current film, such as a genre.
  public mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>) { terms.addCategory(folded, to: &titles) }

  /// Adds a person of the current film, once.
  ///
  /// - Parameter person: its number in the order in which people are added, before or after this.
  public mutating func addCredit(_ person: Int) {
    credits.append((UInt32(person), UInt32(years.count - 1)))
  }

  public mutating func endFilm() { titles.endDocument() }

  /// Adds a name of the current person.
  public mutating func addName(_ folded: UnsafeBufferPointer<UInt8>) { terms.addName(folded, to: &people) }

  public mutating func endPerson() { people.endDocument() }

  /// Builds the index. People rank by the popularity of all their films together.
  ///
  /// - Parameters:
  ///   - isChecked: whether the image gets checksums, which a file needs.
  ///   - addSections: adds further sections, whose numbers begin at 0x400.
  public consuming func finish(
    isChecked: Bool = true, adding addSections: (Order, inout IndexWriter) throws(IndexError) -> Void = { _, _ in }
  ) throws(IndexError) -> Output {
    var writer = IndexWriter()
    let order = finish(to: &writer)
    try addSections(order, &writer)
    return Output(image: try writer.finish(isChecked: isChecked), order: order)
  }

  /// Adds the arrays of the index to an image, and releases each part of this builder as soon as it has been added.
  public consuming func finish(to writer: inout some SectionWriter) -> Order {
    var weights = [UInt64](repeating: 0, count: people.documentCount)
    for credit in credits { weights[Int(credit.person)] += UInt64(popularity[Int(credit.film)]) }
    let order = Order(films: Self.order(by: popularity), people: Self.order(by: weights))
    let (filmRanks, personRanks) = (Self.ranks(order.films), Self.ranks(order.people))
    addCredits(filmRanks, personRanks, to: &writer)
    credits = []
    writer.add(order.films.map { years[Int($0)] }, as: FilmArray.years.rawValue)
    Self.take(&people).finish(ranks: personRanks).add(to: &writer, as: .people)
    Self.take(&titles).finish(ranks: filmRanks).add(to: &writer, as: .titles)
    return order
  }

  /// Moves a builder out, so that finishing it changes its arrays in their places instead of copying them.
  private static func take(_ builder: inout TermIndexBuilder) -> TermIndexBuilder {
    var taken = TermIndexBuilder(expectedWords: 0)
    swap(&taken, &builder)
    return taken
  }

  /// The films of each person, sorted by counting.
  private func addCredits(_ filmRanks: [UInt32], _ personRanks: [UInt32], to writer: inout some SectionWriter) {
    var ends = [UInt32](repeating: 0, count: personRanks.count + 1)
    for credit in credits { ends[Int(personRanks[Int(credit.person)]) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    var places = ends
    var films = [UInt32](repeating: 0, count: credits.count)
    for credit in credits {
      let person = Int(personRanks[Int(credit.person)])
      films[Int(places[person])] = filmRanks[Int(credit.film)]
      places[person] += 1
    }
    for person in personRanks.indices { films[Int(ends[person])..<Int(ends[person + 1])].sort() }
    writer.add(films, as: FilmArray.credits.rawValue)
    writer.add(Array(ends.dropFirst()), as: FilmArray.creditEnds.rawValue)
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
