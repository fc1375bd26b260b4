import SectionImage

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
