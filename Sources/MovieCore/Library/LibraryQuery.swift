/// Selects and orders entries of the library.
public struct LibraryQuery: Sendable {
  /// Which entries. Raw values are wire names.
  public enum Filter: String, CaseIterable, Sendable { case all, starred, watchlist, viewed, unviewed, rated, tagged }

  /// The sort key. Entries without it come last in either order; ties are in the order in which the entries were made.
  /// Raw values are wire names.
  public enum Sort: String, CaseIterable, Sendable {
    case changedAt, title, year, rating, myRating, lastViewed, watchlistedAt, starredAt, runtime, random
  }

  /// The sort direction. Raw values are wire names.
  public enum Order: String, CaseIterable, Sendable { case asc, desc }

  /// Which entries.
  public var filter = Filter.all
  /// A tag that they have.
  public var tag: String?
  /// The name of a genre that they have, compared without case.
  public var genre: String?
  /// The first year.
  public var yearFrom: Int?
  /// The last year.
  public var yearTo: Int?
  /// The longest running time in minutes.
  public var runtimeTo: Int?
  /// Folded text (`TextFolding`) that a title or name must contain; nil for all. Folding leaves nothing of punctuation and
  /// symbols, so an empty text is in no entry.
  public var text: String?
  /// The property that determines the order.
  public var sort: Sort
  /// The direction, also of ties.
  public var order: Order
  /// The order of `random`: the same seed gives the same order.
  public var seed = 0
  /// The maximum number of entries to return.
  public var limit: Int
  /// The number of matches to skip.
  public var offset: Int
  /// The data of a page ends at this size, after at least one entry.
  public var maximumBytes = largestPage

  /// The limits of a page's entries, or viewings.
  public static let limits = 1...1_000
  /// The largest size of a page's data, in bytes.
  public static let largestPage = 8 << 20

  /// By default all entries, last changed first.
  public init(
    sort: Sort = .changedAt, order: Order = .desc, text: String? = nil, limit: Int = 100, offset: Int = 0
  ) {
    (self.sort, self.order, self.text, self.limit, self.offset) = (sort, order, text, limit, offset)
  }

  /// All entries on one page, last changed last.
  static let everything = {
    var query = LibraryQuery(order: .asc, limit: .max)
    query.maximumBytes = .max
    return query
  }()
}

/// Selects viewings.
public struct DiaryQuery: Sendable {
  /// The first day; nil for all. With a first or a last day, viewings without a date are left out.
  public var from: String?
  /// The last day.
  public var to: String?
  /// The direction; viewings without a date come last.
  public var order = LibraryQuery.Order.desc
  /// The maximum number of viewings to return.
  public var limit = 100
  /// The number of viewings to skip.
  public var offset = 0
  /// The data of a page ends at this size, after at least one viewing.
  public var maximumBytes = LibraryQuery.largestPage

  /// All viewings, last first.
  public init() {}
}

/// One page of viewings.
public struct DiaryPage: Sendable {
  /// A viewing with its film.
  public struct Item: Sendable {
    /// The viewing.
    public var viewing: Viewing
    /// The film, with what is kept about it.
    public var entry: ListedEntry

    /// A viewing with its film.
    public init(viewing: Viewing, entry: ListedEntry) { (self.viewing, self.entry) = (viewing, entry) }
  }

  /// The number of viewings that the query selects.
  public var total: Int
  /// Those from the query's offset on: up to its limit, and as many as fit into one message.
  public var items: [Item]

  /// - Parameter total: the number of viewings that the query selects.
  public init(total: Int, items: [Item]) { (self.total, self.items) = (total, items) }
}
