import SectionImage

/// Builds the part of a search index that finds films by their titles. All text is folded, in UTF-8.
public struct TitleIndexBuilder: Sendable {
  private var index = TermIndexBuilder()
  private var terms = FilmTerms()
  private var years: [UInt16] = []

  public init() {}

  /// Begins a film.
  ///
  /// - Parameter year: 0 if it is unknown.
  public mutating func beginFilm(year: Int) { years.append(UInt16(clamping: year)) }

  /// Adds a title of the current film.
  public mutating func addTitle(_ folded: UnsafeBufferPointer<UInt8>, as kind: TitleKind) {
    terms.addTitle(folded, as: kind, to: &index)
  }

  /// Adds a category of the current film, such as a genre.
  public mutating func addCategory(_ folded: UnsafeBufferPointer<UInt8>) { terms.addCategory(folded, to: &index) }

  public mutating func endFilm() { index.endDocument() }

  /// Adds the arrays to an image, and releases what they are made of: the builder is empty then.
  ///
  /// - Parameter ranks: the rank of each film; nil if the films were added by rank.
  public mutating func finish(ranks: [UInt32]? = nil, to writer: inout some SectionWriter) {
    let ranks = ranks ?? Array(0..<UInt32(years.count))
    var yearsByRank = [UInt16](repeating: 0, count: years.count)
    for (film, rank) in ranks.enumerated() { yearsByRank[Int(rank)] = years[film] }
    writer.add(yearsByRank, as: FilmArray.years.rawValue)
    years = []
    index.finish(ranks: ranks, to: &writer, as: .titles)
  }
}
