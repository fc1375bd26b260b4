import Platform
import SearchIndex
import SectionImage

/// The built-in films and their people, each numbered by popularity rank, and the index of both.
///
/// All of it was made by `FilmTableBuilder` when the program was built: opening parses nothing.
public final class FilmTable: Sendable {
  /// Finds films and people by their ranks.
  public let search: FilmSearch
  private let texts: ProgramText
  private let textEnds: ArrayView<UInt32>
  private let idNumbers: ArrayView<UInt32>
  private let idRanks: ArrayView<UInt32>
  private let credits: ArrayView<UInt32>
  private let creditEnds: ArrayView<UInt32>
  private let personIDRanks: ArrayView<UInt32>

  /// Opens what a `FilmTableBuilder` has made.
  public init(_ image: SectionImage, texts: StaticString) throws(SectionImageError) {
    search = try FilmSearch(image)
    self.texts = ProgramText(texts)
    textEnds = try image.array(FilmTableArray.textEnds.rawValue)
    idNumbers = try image.array(FilmTableArray.idNumbers.rawValue)
    idRanks = try image.array(FilmTableArray.idRanks.rawValue)
    credits = try image.array(FilmTableArray.credits.rawValue)
    creditEnds = try image.array(FilmTableArray.creditEnds.rawValue)
    personIDRanks = try image.array(FilmTableArray.personIDRanks.rawValue)
  }

  /// The film with a rank below `search.filmCount`.
  public func film(_ rank: Int) -> Film { Film(table: self, rank: rank) }

  /// All films, by rank.
  public var films: [Film] { (0..<search.filmCount).map(film) }

  /// The person with a rank below `search.personCount`.
  public func person(_ rank: Int) -> FilmPerson { FilmPerson(table: self, rank: rank) }

  /// All people, by rank.
  public var people: [FilmPerson] { (0..<search.personCount).map(person) }

  /// The film with the number of an IMDb id; nil if it is not one of them.
  public func film(imdb number: UInt32) -> Film? {
    let place = (0..<idNumbers.count).partitioningIndex { idNumbers[$0] >= number }
    return place < idNumbers.count && idNumbers[place] == number ? film(Int(idRanks[place])) : nil
  }

  /// The person with an id such as `bong-joon-ho`.
  public func person(id: String) -> FilmPerson? {
    let place = (0..<personIDRanks.count).partitioningIndex {
      !person(Int(personIDRanks[$0])).utf8(.id).lexicographicallyPrecedes(id.utf8)
    }
    guard place < personIDRanks.count else { return nil }
    let found = person(Int(personIDRanks[place]))
    return found.utf8(.id).elementsEqual(id.utf8) ? found : nil
  }

  func text(_ column: Film.Column, ofFilm rank: Int) -> UnsafeBufferPointer<UInt8> {
    texts[ArrayView<UInt32>.range(of: rank * Film.Column.allCases.count + column.rawValue, in: textEnds)]
  }

  func text(_ column: FilmPerson.Column, ofPerson rank: Int) -> UnsafeBufferPointer<UInt8> {
    let first = search.filmCount * Film.Column.allCases.count
    let entry = first + rank * FilmPerson.Column.allCases.count + column.rawValue
    return texts[ArrayView<UInt32>.range(of: entry, in: textEnds)]
  }

  func people(_ role: Film.Role, ofFilm rank: Int) -> UnsafeBufferPointer<UInt32> {
    credits.slice(ArrayView<UInt32>.range(of: rank * Film.Role.allCases.count + role.rawValue, in: creditEnds))
  }
}

/// An array of a `FilmTable` in its image.
enum FilmTableArray: UInt32 {
  /// Where each text ends: by film and `Film.Column`, then by person and `FilmPerson.Column`.
  case textEnds = 0x400
  /// The numbers of the IMDb ids, ascending, and the rank of each film.
  case idNumbers, idRanks
  /// The people of each film by `Film.Role`, in the order of the readable table, and where they end.
  case credits, creditEnds
  /// The people by id.
  case personIDRanks
}

/// A text of the program, valid as long as it runs.
private struct ProgramText: Sendable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[range])
  }
}
