import Concurrency
import Platform
import SearchIndex
import SectionImage

/// The films of a catalog file. They are numbered by rank, from 0 for the one with most votes, and so are the people.
///
/// Opening the file reads nothing but its table of sections. Whatever the sections contain, every read is safe: it is 0
/// outside of an array, texts are limited and repaired, and a number of a film or a person is checked before it is
/// used.
final class ImportedFilms: Sendable {
  let image: SectionImage
  let search: FilmSearch
  let filmIDs: ArrayView<UInt32>
  let filmsByID: ArrayView<UInt32>
  let runtimes: ArrayView<UInt16>
  let genres: ArrayView<UInt32>
  let flags: ArrayView<UInt8>
  let ratings: ArrayView<UInt8>
  let votes: ArrayView<UInt32>
  let filmTexts: ArrayView<UInt8>
  let filmTextEnds: ArrayView<UInt32>
  let credits: ArrayView<UInt32>
  let creditEnds: ArrayView<UInt32>
  let filmsByRating: ArrayView<UInt32>
  let filmsByYear: ArrayView<UInt32>
  let filmsByTitle: ArrayView<UInt32>
  let filmsByKoreanTitle: ArrayView<UInt32>
  let personIDs: ArrayView<UInt32>
  let peopleByID: ArrayView<UInt32>
  let names: ArrayView<UInt8>
  let nameEnds: ArrayView<UInt32>
  /// The numbers of films by genre; empty until they are first wanted.
  let genreCounts = Mutex<[Int]>([])
  private let facts: ArrayView<UInt32>

  /// - Throws: an error if the image is no catalog, or its columns have different sizes.
  init(_ image: SectionImage) throws(SectionImageError) {
    self.image = image
    search = try FilmSearch(image)
    filmIDs = try image.array(CatalogSection.filmIDs.rawValue)
    filmsByID = try image.array(CatalogSection.filmsByID.rawValue)
    runtimes = try image.array(CatalogSection.runtimes.rawValue)
    genres = try image.array(CatalogSection.genres.rawValue)
    flags = try image.array(CatalogSection.flags.rawValue)
    ratings = try image.array(CatalogSection.ratings.rawValue)
    votes = try image.array(CatalogSection.votes.rawValue)
    filmTexts = try image.array(CatalogSection.filmTexts.rawValue)
    filmTextEnds = try image.array(CatalogSection.filmTextEnds.rawValue)
    credits = try image.array(CatalogSection.credits.rawValue)
    creditEnds = try image.array(CatalogSection.creditEnds.rawValue)
    filmsByRating = try image.array(CatalogSection.filmsByRating.rawValue)
    filmsByYear = try image.array(CatalogSection.filmsByYear.rawValue)
    filmsByTitle = try image.array(CatalogSection.filmsByTitle.rawValue)
    filmsByKoreanTitle = try image.array(CatalogSection.filmsByKoreanTitle.rawValue)
    personIDs = try image.array(CatalogSection.personIDs.rawValue)
    peopleByID = try image.array(CatalogSection.peopleByID.rawValue)
    names = try image.array(CatalogSection.names.rawValue)
    nameEnds = try image.array(CatalogSection.nameEnds.rawValue)
    facts = try image.array(CatalogSection.facts.rawValue)
    let columns = [
      filmIDs.count, filmsByID.count, runtimes.count, genres.count, flags.count, ratings.count, votes.count,
      filmTextEnds.count, creditEnds.count, filmsByRating.count, filmsByYear.count, filmsByTitle.count,
      filmsByKoreanTitle.count, search.years.count,
    ]
    guard columns.allSatisfy({ $0 == search.filmCount }) else { throw .damaged("the sizes of the columns") }
    guard [personIDs.count, peopleByID.count, nameEnds.count].allSatisfy({ $0 == search.personCount }) else {
      throw .damaged("the sizes of the people")
    }
  }

  var count: Int { search.filmCount }
  var years: ArrayView<UInt16> { search.years }

  func fact(_ fact: CatalogFact) -> UInt32 { facts[fact.rawValue] }

  // MARK: Numbers

  /// The rank of the film with an id.
  func rank(ofFilm id: UInt32) -> Int? { Self.find(id, in: filmIDs, order: filmsByID) }

  /// The rank of the person with an id.
  func rank(ofPerson id: UInt32) -> Int? { Self.find(id, in: personIDs, order: peopleByID) }

  private static func find(_ id: UInt32, in ids: ArrayView<UInt32>, order: ArrayView<UInt32>) -> Int? {
    let place = (0..<order.count).partitioningIndex { ids[order[$0]] >= id }
    let rank = Int(order[place])
    return place < order.count && rank < ids.count && ids[rank] == id ? rank : nil
  }

  /// The credits of a film in their order, without those that are damaged.
  func credits(ofFilm rank: Int) -> [Credit] {
    credits.slice(ArrayView<UInt32>.range(of: rank, in: creditEnds)).prefix(RankedCredits.maximumPerFilm)
      .map { Credit(rawValue: $0) }.filter { $0.kind != nil && $0.person < personIDs.count }
  }

  /// The ranks of the films of a person, the most popular first.
  func films(ofPerson rank: Int) -> [Int] { Array(search.films(ofPerson: rank).prefix(Self.maximumFilms)) }

  /// A person has fewer films, unless the file is damaged.
  private static let maximumFilms = 5_000

  // MARK: Texts

  func name(ofPerson rank: Int) -> String {
    let name = Self.string(names.slice(ArrayView<UInt32>.range(of: rank, in: nameEnds)))
    return name.isEmpty ? "?" : name
  }

  /// The texts of a film, one after the other.
  func texts(ofFilm rank: Int) -> TextReader {
    let texts = filmTexts.slice(ArrayView<UInt32>.range(of: rank, in: filmTextEnds))
    return TextReader(rest: texts.prefix(TextReader.maximumBytes))
  }

  static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: utf8.prefix(CatalogWriter.maximumTextBytes), as: UTF8.self)
  }

  /// Splits the texts of a film. It is valid as long as the films are.
  struct TextReader {
    fileprivate var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// A film has no more, unless the file is damaged.
    fileprivate static let maximumBytes = RankedCredits.maximumPerFilm * (CatalogWriter.maximumTextBytes + 1)

    /// The next text; nil if it is empty.
    mutating func next() -> String? {
      let text = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(text.count + 1)
      return text.isEmpty ? nil : ImportedFilms.string(UnsafeBufferPointer(rebasing: text))
    }

    mutating func skip() { rest = rest.drop { $0 != 0 }.dropFirst() }
  }
}
