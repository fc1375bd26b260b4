/// One page of a list.
public struct Page: Sendable {
  /// The name by which the next page is asked for.
  public var list: String
  /// The query, where the list is a search.
  public var query: String?
  /// From 1.
  public var page: Int
  /// Where the items go in the whole list, from 0: placing a page twice changes nothing.
  public var offset: Int
  /// How many movies the whole list has.
  public var total: Int
  /// False where `total` is a lower bound.
  public var totalIsExact: Bool
  /// Whether it is worth asking for another page, which may turn out empty.
  public var hasMore: Bool
  public var items: [Movie]
  /// Kept from an earlier time, because the catalog cannot be reached.
  public var isStale: Bool
}
