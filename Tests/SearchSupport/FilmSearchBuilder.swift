import SearchIndex
import SectionImage

/// Builds the index of a `FilmSearch` of films and people that come in any order, as catalogs do with theirs.
///
/// All text is folded, in UTF-8.
public struct FilmSearchBuilder {
  /// An index, and the order of what is in it.
  public struct Output {
    public var image: SectionImage
    /// By rank, the number of the film in the order in which the films were added.
    public var films: [Int]
    /// By rank, the number of the person in the order in which the people were added.
    public var people: [Int]
  }

  private struct Film {
    var year: Int
    var popularity: UInt32
    var titles: [(text: [UInt8], kind: TitleKind)] = []
    var categories: [[UInt8]] = []
    var people: [Int] = []
  }

  private var films: [Film] = []
  private var names: [[[UInt8]]] = []

  public init() {}

  /// Begins a film.
  ///
  /// - Parameters:
  ///   - year: 0 if it is unknown.
  ///   - popularity: decides its rank; of equal ones, the film that was added first ranks higher.
  public mutating func beginFilm(year: Int, popularity: UInt32) {
    films.append(Film(year: year, popularity: popularity))
  }

  /// Adds a title of the current film.
  public mutating func addTitle(_ folded: [UInt8], as kind: TitleKind) {
    films[films.count - 1].titles.append((folded, kind))
  }

  /// Adds a category of the current film, such as a genre.
  public mutating func addCategory(_ folded: [UInt8]) { films[films.count - 1].categories.append(folded) }

  /// Adds a person of the current film, once.
  ///
  /// - Parameter person: its number in the order in which people are added, before or after this.
  public mutating func addCredit(_ person: Int) { films[films.count - 1].people.append(person) }

  /// Adds a person with all names.
  public mutating func addPerson(_ names: [[UInt8]]) { self.names.append(names) }

  /// Builds the index. People rank by the popularity of all their films together.
  public consuming func finish() throws(SectionImageError) -> Output {
    var weights = [Int](repeating: 0, count: names.count)
    for film in films { for person in film.people { weights[person] += Int(film.popularity) } }
    let filmOrder = Self.order(films.map { Int($0.popularity) })
    let peopleOrder = Self.order(weights)
    var ranks = [Int](repeating: 0, count: names.count)
    for (rank, person) in peopleOrder.enumerated() { ranks[person] = rank }
    var writer = SectionWriter()
    var people = FilmIndexBuilder()
    for person in peopleOrder {
      for name in names[person] { name.withUnsafeBufferPointer { people.addName($0) } }
      people.endDocument()
    }
    people.finish(to: &writer, as: .people)
    let credits = Lists(ofNumbersBelow: names.count) { [films] body in
      for (rank, film) in filmOrder.enumerated() {
        for person in films[film].people { body(ranks[person], UInt32(rank)) }
      }
    }
    credits.add(to: &writer, as: FilmArray.credits.rawValue, ends: FilmArray.creditEnds.rawValue)
    var titles = FilmIndexBuilder()
    for film in filmOrder.lazy.map({ [films] in films[$0] }) {
      for title in film.titles { title.text.withUnsafeBufferPointer { titles.addTitle($0, as: title.kind) } }
      for category in film.categories { category.withUnsafeBufferPointer { titles.addCategory($0) } }
      titles.endDocument()
    }
    writer.add(filmOrder.map { [films] in UInt16(clamping: films[$0].year) }, as: FilmArray.years.rawValue)
    titles.finish(to: &writer, as: .titles)
    return Output(image: try writer.image(), films: filmOrder, people: peopleOrder)
  }

  /// The numbers of the documents by rank.
  private static func order(_ weights: [Int]) -> [Int] {
    weights.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
  }
}
