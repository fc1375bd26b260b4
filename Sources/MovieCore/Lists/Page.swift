/// One page of a list.
public struct Page: Sendable {
  /// The list's name, for `nextPage`.
  public var list: String
  /// The query if the list is a search.
  public var query: String?
  /// The query for which the movies were found, if `query` has typing errors.
  public var correctedQuery: String?
  /// The number of this page, from 1.
  public var page: Int
  /// The index of the first item in the whole list, from 0. It makes placing a page idempotent.
  public var offset: Int
  /// The number of movies in the whole list.
  public var total: Int
  /// False if `total` is a lower bound.
  public var totalIsExact: Bool
  /// Whether there may be another page, which can still turn out empty.
  public var hasMore: Bool
  /// At most as many movies as the page size; none occurs on an earlier page.
  public var items: [Movie]
  /// Whether the page is from an earlier answer, because the catalog cannot be reached.
  public var isStale: Bool

  /// The bytes that it takes as JSON, roughly.
  var estimatedBytes: Int { items.reduce(512) { $0 + $1.estimatedBytes } }
}
