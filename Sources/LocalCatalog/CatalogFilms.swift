import Platform

/// The films of a local catalog. They are numbered by rank, from 0 for the one with most votes, and so are the people.
/// Every read is safe whatever the sections contain: numbers are checked, and texts limited and repaired.
final class CatalogFilms: Sendable {
  let catalog: String
  let image: SectionImage
  let search: FilmSearch
  let filmIDs: ArrayView<UInt32>
  let filmsByID: ArrayView<UInt32>
  let runtimes: ArrayView<UInt16>
  let genres: ArrayView<UInt32>
  let flags: ArrayView<UInt8>
  let ratings: ArrayView<UInt8>
  let votes: ArrayView<UInt32>
  let filmTexts: ListView<UInt8>
  let credits: ListView<UInt32>
  let filmsByRating: ArrayView<UInt32>
  let filmsByYear: ArrayView<UInt32>
  let filmsByTitle: [ArrayView<UInt32>]
  let personIDs: ArrayView<UInt32>
  let peopleByID: ArrayView<UInt32>
  let birthYears: ArrayView<UInt16>
  let deathYears: ArrayView<UInt16>
  /// By language; a catalog may have no overviews, and only some names.
  let overviews: [ListView<UInt8>]
  let names: [ListView<UInt8>]
  let languages: ArrayView<UInt16>
  let countries: ListView<UInt16>
  /// The numbers of films by genre; empty until they are first wanted.
  let genreCounts = Mutex<[Int]>([])
  private let facts: ArrayView<UInt32>

  /// - Throws: an error if the image is no catalog, or its columns have different sizes.
  init(_ image: SectionImage, of catalog: String) throws(SectionImageError) {
    (self.catalog, self.image) = (catalog, image)
    search = try FilmSearch(image)
    func array<Element>(_ section: CatalogSection) throws(SectionImageError) -> ArrayView<Element> {
      try image.array(section.rawValue)
    }
    func lists<Element>(
      _ section: CatalogSection, _ ends: CatalogSection
    ) throws(SectionImageError) -> ListView<Element> {
      try ListView(image, section.rawValue, ends: ends.rawValue)
    }
    func texts(
      _ section: TranslatedSection, _ ends: TranslatedSection, _ language: Int
    ) throws(SectionImageError) -> ListView<UInt8> {
      try ListView(image, section.section(language), ends: ends.section(language))
    }
    filmIDs = try array(.filmIDs)
    filmsByID = try array(.filmsByID)
    runtimes = try array(.runtimes)
    genres = try array(.genres)
    flags = try array(.flags)
    ratings = try array(.ratings)
    votes = try array(.votes)
    filmTexts = try lists(.filmTexts, .filmTextEnds)
    credits = try lists(.credits, .creditEnds)
    filmsByRating = try array(.filmsByRating)
    filmsByYear = try array(.filmsByYear)
    personIDs = try array(.personIDs)
    peopleByID = try array(.peopleByID)
    birthYears = try array(.birthYears)
    deathYears = try array(.deathYears)
    facts = try array(.facts)
    languages = try array(.languages)
    countries = try lists(.countries, .countryEnds)
    var (byTitle, overviews, names) = ([ArrayView<UInt32>](), [ListView<UInt8>](), [ListView<UInt8>]())
    for language in CatalogLanguage.all.indices {
      byTitle.append(try image.array(TranslatedSection.filmsByTitle.section(language)))
      overviews.append(try texts(.overviews, .overviewEnds, language))
      names.append(try texts(.names, .nameEnds, language))
    }
    (filmsByTitle, self.overviews, self.names) = (byTitle, overviews, names)
    let columns = [
      filmIDs.count, filmsByID.count, runtimes.count, genres.count, flags.count, ratings.count, votes.count,
      filmTexts.count, credits.count, filmsByRating.count, filmsByYear.count, search.years.count,
    ]
    let optional = [languages.count, countries.count] + overviews.map(\.count)
    guard (columns + filmsByTitle.map(\.count) + optional.filter { $0 > 0 }).allSatisfy({ $0 == search.filmCount })
    else { throw .damaged("the sizes of the columns") }
    let people =
      [personIDs, peopleByID].map(\.count) + [birthYears, deathYears].map(\.count) + names.dropFirst().map(\.count)
    guard (people.filter { $0 > 0 } + [names[0].count]).allSatisfy({ $0 == search.personCount }) else {
      throw .damaged("the sizes of the people")
    }
  }

  var personCount: Int { search.personCount }
  /// The best rated film comes first.
  var hasRatings: Bool { ratings[filmsByRating[0]] > 0 }
  var count: Int { search.filmCount }
  var years: ArrayView<UInt16> { search.years }

  func fact(_ fact: CatalogFact) -> UInt32 { facts[fact.rawValue] }

  func rank(ofFilm id: UInt32) -> Int? { Self.find(id, in: filmIDs, order: filmsByID) }

  func rank(ofPerson id: UInt32) -> Int? { Self.find(id, in: personIDs, order: peopleByID) }

  private static func find(_ id: UInt32, in ids: ArrayView<UInt32>, order: ArrayView<UInt32>) -> Int? {
    let place = (0..<order.count).partitioningIndex { ids[order[$0]] >= id }
    let rank = Int(order[place])
    return place < order.count && rank < ids.count && ids[rank] == id ? rank : nil
  }

  /// The credits of a film in their order, without those that are damaged.
  func credits(ofFilm rank: Int) -> [Credit] {
    credits[rank].prefix(Credit.maximumPerFilm)
      .map { Credit(rawValue: $0) }.filter { $0.kind != nil && $0.person < personCount }
  }

  func films(ofPerson rank: Int) -> [Int] { Array(search.films(ofPerson: rank).prefix(Self.maximumFilms)) }

  /// A person has fewer films, unless the file is damaged.
  private static let maximumFilms = 5_000

  func name(ofPerson rank: Int, in language: Int) -> String { names[language].text(rank) ?? names[0].text(rank) ?? "?" }

  func texts(ofFilm rank: Int) -> TextReader { TextReader(rest: filmTexts[rank].prefix(TextReader.maximumBytes)) }

  static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: utf8.prefix(CatalogWriter.maximumTextBytes), as: UTF8.self)
  }

  /// Splits the texts of a film. It is valid as long as the films are.
  struct TextReader {
    fileprivate var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// A film has no more, unless the file is damaged.
    fileprivate static let maximumBytes = Credit.maximumPerFilm * (CatalogWriter.maximumTextBytes + 1)

    mutating func next() -> String? {
      let text = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(text.count + 1)
      return text.isEmpty ? nil : CatalogFilms.string(UnsafeBufferPointer(rebasing: text))
    }

    mutating func skip() { rest = rest.drop { $0 != 0 }.dropFirst() }
  }
}

extension ListView<UInt8> {
  func text(_ rank: Int) -> String? {
    let utf8 = self[rank]
    return utf8.isEmpty ? nil : CatalogFilms.string(utf8)
  }
}
