/// Finds films by their titles, by people and by both; see README.md. Both are numbered by rank, from 0.
public struct FilmSearch: Sendable {
  public struct Result: Sendable, Equatable {
    public var ranks: [Int]
    public var total: Int
    public var totalIsExact = true
    /// The query for which there are films, if there are none, or few, for the query as it was typed.
    public var correctedQuery: String?
  }

  let titles: TermIndex
  let people: TermIndex
  /// The year of each film; 0 if it is unknown.
  public let years: ArrayView<UInt16>
  /// The films of each person, ascending.
  let credits: ListView<UInt32>
  private let image: SectionImage

  /// Totals are counted up to this.
  static let maximumTotal = 1_000
  /// Fewer results than this are supplemented with those of a corrected query.
  private static let fewResults = 3

  /// - Throws: `damaged` if the image has not the arrays of a search.
  public init(_ image: SectionImage) throws(SectionImageError) {
    self.image = image
    titles = try TermIndex(image, .titles)
    people = try TermIndex(image, .people)
    years = try image.array(FilmArray.years.rawValue)
    credits = try ListView(image, FilmArray.credits.rawValue, ends: FilmArray.creditEnds.rawValue)
    guard years.count == titles.documentCount, credits.count == people.documentCount else {
      throw .damaged("the sizes of the films")
    }
  }

  public var filmCount: Int { titles.documentCount }
  public var personCount: Int { people.documentCount }

  /// The films that match folded text, in groups, each in order of popularity: up to three with that whole title; with
  /// the words in a title, the last unfinished, or a title that begins with the query; with words that begin so; of the
  /// year that a word is; of people, also with words of a title; with the words inside words; with those initial
  /// consonants. If there is none, of categories; if there are fewer than three, with typing errors corrected.
  public func search(_ folded: [UInt8], year: Int? = nil, offset: Int = 0, count: Int = 20) -> Result {
    var query = folded.withUnsafeBufferPointer { Query($0, in: titles) }
    var collector = TopFilms(
      wanted: offset + count, documentCount: titles.documentCount, years: years, year: year.map { UInt16(clamping: $0) }
    )
    var corrected: String?
    if !query.words.isEmpty {
      addPlain(&query, to: &collector)
      if collector.total == 0 { addCategories(query, to: &collector) }
      if collector.total < Self.fewResults, !isBeginning(query) { corrected = addCorrected(query, to: &collector) }
    }
    return Result(
      ranks: collector.found.dropFirst(offset).prefix(count).map(Int.init), total: collector.total,
      totalIsExact: collector.totalIsExact, correctedQuery: corrected)
  }

  private func addPlain(_ query: inout Query, to collector: inout TopFilms) {
    addExactTitles(&query, to: &collector)
    addTitles(query, to: &collector)
    if !collector.isFull { addBeginnings(query, to: &collector) }
    if !collector.isFull { addYears(query, to: &collector) }
    if !collector.isFull { addPeople(query, to: &collector) }
    if !collector.isFull { addInner(query, to: &collector) }
    if !collector.isFull, query.isInitials { addInitials(query, to: &collector) }
  }

  /// Whether a title or a name begins with the query, so that it has no typing errors.
  private func isBeginning(_ query: Query) -> Bool {
    query.joined.withUnsafeBufferPointer { letters in
      !titles.keys(letters, isWhole: false).isEmpty || !people.keys(letters, isWhole: false).isEmpty
    }
  }

  func add(_ ranks: some Sequence<UInt32>, to collector: inout TopFilms) {
    for rank in ranks {
      if collector.isFull { return }
      collector.add(rank)
    }
  }
}
