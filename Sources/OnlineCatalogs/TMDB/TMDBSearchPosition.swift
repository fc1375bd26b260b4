/// The place of a batch in a search: a page of one of its parts, and what is needed to continue. A cursor is its one
/// number, so that a batch depends on nothing but the query and the cursor.
struct TMDBSearchPosition: Hashable, Sendable {
  enum Part: Int, Sendable {
    /// Films with the query in the title.
    case titles
    /// Films of the year at the query's end, with the other words in the title.
    case titlesOfYear
    /// Films of the person whose name the query is.
    case films
    /// The same, of the year at the query's end.
    case filmsOfYear
  }

  var part = Part.titles
  /// From 1.
  var page = 1
  /// The number of the person whose films belong to the search.
  var person: Int?
  /// The number of films in the parts that this page does not belong to.
  var others = 0

  /// The numbers of people that fit into a cursor.
  static let people = 1...999_999_999
  private static let pageLimit = 1_000
  private static let partLimit = 4
  private static let othersLimit = 20_001

  init(part: Part = .titles, page: Int = 1, person: Int? = nil, others: Int = 0) {
    self.part = part
    self.page = page
    self.person = person
    self.others = min(max(others, 0), Self.othersLimit - 1)
  }

  /// - Parameter cursor: a page of titles alone is its own number.
  init(cursor: Int) {
    var rest = max(cursor, 1)
    page = max(rest % Self.pageLimit, 1)
    rest /= Self.pageLimit
    part = Part(rawValue: rest % Self.partLimit) ?? .titles
    rest /= Self.partLimit
    others = rest % Self.othersLimit
    person = rest / Self.othersLimit > 0 ? rest / Self.othersLimit : nil
  }

  var cursor: Int {
    (((person ?? 0) * Self.othersLimit + others) * Self.partLimit + part.rawValue) * Self.pageLimit + page
  }

  func at(page: Int) -> Self { Self(part: part, page: page, person: person, others: others) }

  func adding(_ more: Int) -> Self { Self(part: part, page: page, person: person, others: others + more) }

  /// The person's films, after the last page of titles.
  func films(after titles: Int) -> Self { Self(part: .films, person: person, others: titles) }
}
