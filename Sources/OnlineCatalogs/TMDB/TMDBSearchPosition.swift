/// The place of a batch in a search, as one number: a batch depends on nothing but the query and the cursor.
struct TMDBSearchPosition: Hashable, Sendable {
  enum Part: Int, Sendable {
    case titles
    /// Films of the year at the query's end, with the other words in the title.
    case titlesOfYear
    case films
    /// The same, of the year at the query's end.
    case filmsOfYear
  }

  var part = Part.titles
  var page = 1
  var person: Int?
  /// The least number of films in all parts; 0 for one part. Their sum would count some films twice.
  var minimumTotal = 0

  static let people = 1...999_999_999
  private static let pageLimit = 1_000
  private static let partLimit = 4
  private static let totalLimit = 20_001

  init(part: Part = .titles, page: Int = 1, person: Int? = nil, minimumTotal: Int = 0) {
    (self.part, self.page, self.person) = (part, page, person)
    self.minimumTotal = min(max(minimumTotal, 0), Self.totalLimit - 1)
  }

  /// - Parameter cursor: a page of titles alone is its own number.
  init(cursor: Int) {
    var rest = max(cursor, 1)
    page = max(rest % Self.pageLimit, 1)
    rest /= Self.pageLimit
    part = Part(rawValue: rest % Self.partLimit) ?? .titles
    rest /= Self.partLimit
    minimumTotal = rest % Self.totalLimit
    person = rest / Self.totalLimit > 0 ? rest / Self.totalLimit : nil
  }

  var cursor: Int {
    (((person ?? 0) * Self.totalLimit + minimumTotal) * Self.partLimit + part.rawValue) * Self.pageLimit + page
  }

  func at(page: Int) -> Self { Self(part: part, page: page, person: person, minimumTotal: minimumTotal) }

  var films: Self { Self(part: .films, person: person, minimumTotal: minimumTotal) }
}
