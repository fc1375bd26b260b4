import SectionImage

/// Builds the index of people, who come by rank, by their folded names in UTF-8, and of their films.
public struct PersonIndexBuilder: Sendable {
  private var index = TermIndexBuilder()
  private var terms = FilmTerms()

  public init() {}

  public mutating func addName(_ folded: UnsafeBufferPointer<UInt8>) { terms.addName(folded, to: &index) }

  public mutating func endPerson() { index.endDocument() }

  /// Adds the arrays to an image, and leaves the builder empty. `forEachCredit`, which is called twice, names the ranks
  /// of the person and of the film of every credit, each pair once.
  public mutating func finish(
    to writer: inout SectionWriter, forEachCredit: (_ body: (_ person: Int, _ film: UInt32) -> Void) -> Void
  ) {
    Self.addFilms(personCount: index.documentCount, to: &writer, forEachCredit)
    index.finish(to: &writer, as: .people)
  }

  private static func addFilms(
    personCount: Int, to writer: inout SectionWriter,
    _ forEachCredit: (_ body: (_ person: Int, _ film: UInt32) -> Void) -> Void
  ) {
    // First where the films of each person begin. Filling them in moves this to where they end.
    var ends = [UInt32](repeating: 0, count: personCount + 1)
    forEachCredit { person, _ in ends[person + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    var films = [UInt32](repeating: 0, count: Int(ends[personCount]))
    forEachCredit { person, film in
      films[Int(ends[person])] = film
      ends[person] += 1
    }
    for person in 0..<personCount { films[(person == 0 ? 0 : Int(ends[person - 1]))..<Int(ends[person])].sort() }
    writer.add(films, as: FilmArray.credits.rawValue)
    ends.removeLast()
    writer.add(ends, as: FilmArray.creditEnds.rawValue)
  }
}

/// Builds the index of films, which come by rank, by their folded titles in UTF-8.
public struct TitleIndexBuilder: Sendable {
  private var index = TermIndexBuilder()
  private var terms = FilmTerms()
  private var years: [UInt16] = []

  public init() {}

  /// Begins a film of a year, which is 0 if it is unknown.
  public mutating func beginFilm(year: Int) { years.append(UInt16(clamping: year)) }

  /// Adds a title of the current film.
  public mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    terms.addTitle(folded, as: kind, to: &index)
  }

  /// Adds a category of the current film, such as a genre.
  public mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>) { terms.addCategory(folded, to: &index) }

  public mutating func endFilm() { index.endDocument() }

  /// Adds the arrays to an image, and releases what they are made of: the builder is empty then.
  public mutating func finish(to writer: inout SectionWriter) {
    writer.add(years, as: FilmArray.years.rawValue)
    years = []
    index.finish(to: &writer, as: .titles)
  }
}
